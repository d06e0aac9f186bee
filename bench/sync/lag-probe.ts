/**
 * Measures the lag of the live index from outside: changes single products continuously, and polls the index for each
 * change. A lag is the time from MongoDB's acknowledgement to the first poll that finds the change.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchDocument } from '../../src/search/index/document.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import type { Service } from '../environment/service.ts';

const CHANGE_EVERY_MS = 200;
const POLL_INTERVAL_MS = 50;
const PRODUCTS = 200;
const IN_INDEX_WITHIN_MS = 300_000;

export interface LagProbe {
  /** Waits for the last changes, and resolves to all lags, in ms. Throws if a change doesn't reach the index. */
  stop(): Promise<readonly number[]>;
}

interface Waiting {
  readonly serial: number;
  readonly writtenMs: number;
}

export async function startLagProbe({ catalogue, meilisearch, indexName }: Service): Promise<LagProbe> {
  const index = meilisearch.index<SearchDocument>(indexName);
  const products = await catalogue.products.aggregate<{ _id: string }>([{ $sample: { size: PRODUCTS } }]).toArray();
  /** Each text is new, also after an earlier probe: the indexer doesn't write unchanged documents. */
  const textOf = (serial: number) => `probe ${probeId} ${serial}`;
  const probeId = randomUUID().slice(0, 8);
  const waiting = new Map<string, Waiting>();
  const lagsMs: number[] = [];
  let isStopped = false;

  /** Skips products with a pending change: the next change would hide it. */
  async function change(): Promise<void> {
    for (let serial = 1; !isStopped; serial += 1) {
      const id = products[serial % products.length]?._id ?? '';
      if (!waiting.has(indexKey(id))) {
        await catalogue.products.updateOne({ _id: id }, { $set: { subtitle: textOf(serial) } });
        waiting.set(indexKey(id), { serial, writtenMs: performance.now() });
      }
      await sleep(CHANGE_EVERY_MS);
    }
  }

  async function poll(): Promise<void> {
    while (!isStopped || waiting.size > 0) {
      const keys = [...waiting.keys()];
      if (keys.length > 0) {
        const { results } = await index.getDocuments({ ids: keys, fields: ['id', 'subtitle'], limit: keys.length });
        for (const { id, subtitle } of results) record(id, subtitle);
      }
      for (const [key, { writtenMs }] of waiting)
        if (performance.now() - writtenMs > IN_INDEX_WITHIN_MS)
          throw new Error(`a change of ${key} is not in the index`);
      await sleep(POLL_INTERVAL_MS);
    }
  }

  function record(key: string, subtitle: string): void {
    const wanted = waiting.get(key);
    if (wanted === undefined || subtitle !== textOf(wanted.serial)) return;
    lagsMs.push(performance.now() - wanted.writtenMs);
    waiting.delete(key);
  }

  const working = Promise.all([change(), poll()]);
  working.catch(() => undefined);
  return {
    async stop() {
      isStopped = true;
      await working;
      return lagsMs;
    },
  };
}
