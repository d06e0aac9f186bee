/** Lists of one merchant, served with caches and without. */
import type { Document } from 'mongodb';
import type { Catalogue } from '../../../src/catalogue/stored-documents.ts';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { createService, eventually } from '../../support/service.ts';
import { followSteadily, follows, NO_VERSIONS } from '../../support/versions.ts';
import { createHandlers, type Lists, serveLists } from './lists.ts';

export const IDS = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'];

/** A merchant, and its product, whose version shows how far the change stream has come. */
const SENTINEL = 'sentinel';

export type Write = (catalogue: Catalogue) => Promise<unknown>;

export const update =
  (id: string, change: Document): Write =>
  ({ products }) =>
    products.updateOne({ _id: id }, change);

/** A product in its initial state; the highest index is the newest. */
export const ordinary = (id: string, index: number): Document =>
  product(id, 'one', {
    title: `Title ${(index * 5) % 8}`,
    quantity: index,
    createdAt: new Date(index * 1000),
    updatedAt: new Date(index * 1000),
    ...(index === 5 ? { status: 'draft' } : {}),
  });

export interface CachedLists {
  readonly cached: Lists;
  /** Caches nothing, not even from one request to the next. */
  readonly uncached: Lists;
  /** Writes, and resolves when the change stream has reported the write. */
  writeAndAwaitEvent(write: Write): Promise<void>;
  /** Restores the initial products and memberships. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCachedLists(): Promise<CachedLists> {
  const service = await createService();
  const { catalogue } = service;
  await insert(catalogue, {
    ...shop('one'),
    products: [product(SENTINEL, SENTINEL)],
    collections: [collection('c', 'one'), collection('d', 'one', { status: 'draft' })],
  });
  const versions = followSteadily(service);
  await follows(versions);
  let handlers: ReturnType<typeof createHandlers> | undefined;
  const cached = await serveLists('one', (onPage) => {
    handlers ??= createHandlers(catalogue, versions, 10_000_000, onPage);
    return handlers;
  });
  const uncached = await serveLists('one', () => createHandlers(catalogue, NO_VERSIONS, 0));

  /** The change stream reports writes in order, so the event of the sentinel comes after the event of `write`. */
  async function writeAndAwaitEvent(write: Write): Promise<void> {
    await write(catalogue);
    const before = versions.ofProduct(SENTINEL, SENTINEL);
    await update(SENTINEL, { $inc: { quantity: 1 } })(catalogue);
    await eventually(
      async () => versions.ofProduct(SENTINEL, SENTINEL),
      (version) => version !== before,
    );
  }

  return {
    cached,
    uncached,
    writeAndAwaitEvent,
    reset: () =>
      writeAndAwaitEvent(async ({ products, memberships }) => {
        // Tests move some to another merchant.
        await products.deleteMany({ merchantId: { $in: ['one', 'other'] } });
        await memberships.deleteMany({ merchantId: 'one' });
        await insert(catalogue, {
          products: IDS.map(ordinary),
          memberships: ['p0', 'p1', 'p2', 'p3', 'p5'].map((id, position) => membership('c', id, 'one', { position })),
        });
      }),
    async stop() {
      cached.close();
      uncached.close();
      await versions.close();
      await service.stop();
    },
  };
}
