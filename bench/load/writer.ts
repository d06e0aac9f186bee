/** Writes single products of all merchants at a fixed rate, for example with new titles. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Document } from 'mongodb';
import type { Catalogue } from '../../src/catalogue/stored-documents.ts';
import type { Run } from '../environment/run.ts';

const TURN_MS = 20;
const MAX_PRODUCTS = 10_000;

export interface WrittenProduct {
  readonly _id: string;
  readonly title: string;
  /** Increases with each write. The title ends with it. */
  readonly serial: number;
}

/** Returns the serial in a title; 0 if this program didn't write it. */
export const serialOf = (title: string): number => Number(/\((\d+)\)$/.exec(title)?.[1] ?? 0);

export interface Writer {
  /** Resolves to one of the first written products. Throws what a write threw. */
  firstWrite(): Promise<WrittenProduct>;
  /** Waits for the write in progress. Throws what a write threw. */
  stop(): Promise<Written>;
}

export interface Written {
  readonly count: number;
  readonly perSecond: number;
  /** The last written product, with its current title. */
  readonly last: WrittenProduct | null;
}

export interface Writers {
  /** Writes until it is stopped. Makes up for late writes. */
  start(perSecond: number): Writer;
}

/** Makes writers for a sample of the products. Each write changes a title. */
export async function createWriters(run: Run, { products }: Catalogue): Promise<Writers> {
  const targets = await products
    .aggregate<Omit<WrittenProduct, 'serial'>>([
      { $sample: { size: MAX_PRODUCTS } },
      { $match: { title: { $type: 'string' } } },
      { $project: { title: 1 } },
    ])
    .toArray();
  let serial = 0;
  return {
    start: (perSecond) =>
      startWriter(run, products, perSecond, () => {
        const target = targets[serial % targets.length];
        if (target === undefined) throw new Error('there are no products to write');
        serial += 1;
        return { _id: target._id, title: `${target.title} (${serial})`, serial };
      }),
  };
}

function startWriter(
  run: Run,
  products: Catalogue['products'],
  perSecond: number,
  nextProduct: () => WrittenProduct,
): Writer {
  let last: WrittenProduct | null = null;
  const updates = startUpdates(run, products, perSecond, () => {
    last = nextProduct();
    const { _id, title } = last;
    return { _id, update: { $set: { title, updatedAt: new Date() } } };
  });
  return {
    async firstWrite() {
      while (last === null) {
        run.stopping.throwIfAborted();
        await Promise.race([sleep(TURN_MS), updates.failed]);
      }
      return last;
    },
    async stop() {
      return { ...(await updates.stop()), last };
    },
  };
}

interface ProductUpdate {
  readonly _id: string;
  readonly update: Document;
}

export interface Updates {
  /** Rejects with the error of a write. Never resolves while writes continue. */
  readonly failed: Promise<void>;
  /** Waits for the write in progress. Throws what a write threw. */
  stop(): Promise<{ readonly count: number; readonly perSecond: number }>;
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

  const failed = write();
  failed.catch(() => undefined);
  return {
    failed,
    async stop() {
      isStopped = true;
      await failed;
      return { count, perSecond: count / ((performance.now() - startedMs) / 1000) };
    },
  };
}
