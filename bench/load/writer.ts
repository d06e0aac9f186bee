/** Updates single products at a fixed rate, for example with new titles. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Document } from 'mongodb';
import type { Catalogue } from '../../src/catalogue/stored-documents.ts';
import type { Run } from '../environment/run.ts';

const TURN_MS = 20;
const MAX_PRODUCTS = 10_000;

/** Returns the serial in a title; 0 if this program didn't write it. */
export const serialOf = (title: string): number => Number(/\((\d+)\)$/.exec(title)?.[1] ?? 0);

interface ProductUpdate {
  readonly _id: string;
  readonly update: Document;
}

export interface Updates {
  /** Waits for the write in progress, and resolves to the updates per second. Throws what a write threw. */
  stop(): Promise<number>;
}

/** Changes the titles of a sample of all products in turn. Each new title ends with a serial, which increases. */
export async function startTitleUpdates(run: Run, { products }: Catalogue, perSecond: number): Promise<Updates> {
  const targets = await products
    .aggregate<{ readonly _id: string; readonly title: string }>([
      { $sample: { size: MAX_PRODUCTS } },
      { $match: { title: { $type: 'string' } } },
      { $project: { title: 1 } },
    ])
    .toArray();
  let serial = 0;
  return startUpdates(run, products, perSecond, () => {
    const target = targets[serial % targets.length];
    if (target === undefined) throw new Error('there are no products to write');
    serial += 1;
    return { _id: target._id, update: { $set: { title: `${target.title} (${serial})`, updatedAt: new Date() } } };
  });
}

/** Updates `perSecond` single products a second until it is stopped. Makes up for late updates. */
export function startUpdates(
  run: Run,
  products: Catalogue['products'],
  perSecond: number,
  nextUpdate: () => ProductUpdate,
): Updates {
  const startedMs = performance.now();
  let isStopped = false;
  let count = 0;

  async function write(): Promise<void> {
    while (!isStopped && !run.stopping.aborted) {
      const due = Math.floor(((performance.now() - startedMs) / 1000) * perSecond) - count;
      const updates = Array.from({ length: Math.max(0, Math.min(due, perSecond)) }, nextUpdate);
      count += updates.length;
      const writes = updates.map(({ _id, update }) => ({ updateOne: { filter: { _id }, update } }));
      // A bulk request spares CPU for the measurement. MongoDB processes it as single writes.
      if (writes.length > 0) await products.bulkWrite(writes, { ordered: false });
      await sleep(TURN_MS);
    }
  }

  const writing = write();
  writing.catch(() => undefined);
  return {
    async stop() {
      isStopped = true;
      await writing;
      return count / ((performance.now() - startedMs) / 1000);
    },
  };
}
