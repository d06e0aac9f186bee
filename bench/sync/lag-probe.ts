/**
 * How far the live index is behind, seen from outside: changes single products all the time, and looks in the index for each
 * change. A lag is the time from MongoDB's acknowledgement to the first look that finds the change.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMeilisearch } from '../../src/engines/meilisearch.ts';
import { indexKey, type SearchDocument } from '../../src/search/index/document.ts';
import type { Service } from '../support/service.ts';

const CHANGE_EVERY_MS = 200;
const POLL_INTERVAL_MS = 50;
const PRODUCTS = 200;
const IN_INDEX_WITHIN_MS = 300_000;

export interface LagProbe {
  /** Waits for the last changes, and resolves to all lags, in ms. Throws when a change does not get into the index. */
  stop(): Promise<readonly number[]>;
}

interface Waiting {
  readonly serial: number;
  readonly writtenMs: number;
}

export async function startLagProbe({ catalogue, engines, indexName }: Service): Promise<LagProbe> {
  const meilisearch = openMeilisearch({ url: engines.meilisearchUrl, apiKey: engines.meilisearchApiKey });
  const index = meilisearch.index<SearchDocument>(indexName);
  const products = await catalogue.products.aggregate<{ _id: string }>([{ $sample: { size: PRODUCTS } }]).toArray();
  /** Each text is new, also after an earlier probe: a change that changes nothing is not written. */
  const textOf = (serial: number) => `probe ${probeId} ${serial}`;
  const probeId = randomUUID().slice(0, 8);
  const waiting = new Map<string, Waiting>();
  const lagsMs: number[] = [];
  let isStopped = false;

  /** Leaves out a product that still waits: its next change would hide the one before. */
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

  async function look(): Promise<void> {
    while (!isStopped || waiting.size > 0) {
      const keys = [...waiting.keys()];
      if (keys.length > 0) {
        const { results } = await index.getDocuments({ ids: keys, fields: ['id', 'subtitle'], limit: keys.length });
        for (const { id, subtitle } of results) see(id, subtitle);
      }
      for (const [key, { writtenMs }] of waiting)
        if (performance.now() - writtenMs > IN_INDEX_WITHIN_MS)
          throw new Error(`a change of ${key} is not in the index`);
      await sleep(POLL_INTERVAL_MS);
    }
  }

  function see(key: string, subtitle: string): void {
    const wanted = waiting.get(key);
    if (wanted === undefined || subtitle !== textOf(wanted.serial)) return;
    lagsMs.push(performance.now() - wanted.writtenMs);
    waiting.delete(key);
  }

  const working = Promise.all([change(), look()]);
  working.catch(() => undefined);
  return {
    async stop() {
      isStopped = true;
      await working;
      return lagsMs;
    },
  };
}
