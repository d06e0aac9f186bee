/** Work that exceeds a batch is split, batch by batch, until nothing is left of it. */
import fc from 'fast-check';
import { productIdsOf, splitWork, type Work } from '../../../indexer/pipeline/batch.ts';
import type { RewriteTarget } from '../../../indexer/requests/rewrites.ts';

const [START, END] = [{ _data: 'start' }, { _data: 'end' }];

const ID = fc.integer({ min: 0, max: 20 }).map((number) => `p-${number}`);
/** What a rewrite is for: a product, a document that names no product, or a merchant. */
const TARGET = fc.oneof<fc.Arbitrary<RewriteTarget>[]>(
  ID.map((productId) => ({ kind: 'product', productId })),
  fc.constantFrom<RewriteTarget>({ kind: 'document', key: 'stray' }, { kind: 'merchant', merchantId: 'one' }),
);

const workOf = (productIds: readonly string[], targets: readonly RewriteTarget[]): Work => ({
  changes: {
    productIds: new Set(productIds),
    token: END,
    events: 7,
    rebuildReason: null,
    clusterTime: null,
    oldestArrivedMs: null,
    oldestServerMs: null,
    relatedChanges: [{ kind: 'collection', id: 'c' }],
  },
  rewrites: targets.map((target, at) => ({ ...target, _id: `${at}`, requestId: 'r' })),
  isAlone: false,
});

test('D16: every change and every rewrite is in exactly one batch, and only the last batch moves the checkpoint', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(ID),
      fc.array(TARGET),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
      (productIds, targets, sizes) => {
        const work = workOf(productIds, targets);
        const batches: Work[] = [];
        for (let rest: Work | null = work; rest !== null; ) {
          const ids: string[] = [...productIdsOf(rest)].toSorted();
          const size = sizes[batches.length % sizes.length] ?? 1;
          const { now, later } = splitWork(rest, ids.slice(size), START);
          expect([...productIdsOf(now)].toSorted()).toEqual(ids.slice(0, size));
          batches.push(now);
          rest = later;
        }
        const changes = batches.map((batch) => batch.changes);
        expect(changes.flatMap((each) => [...each.productIds]).toSorted()).toEqual(productIds.toSorted());
        expect(changes.flatMap(({ relatedChanges }) => relatedChanges)).toEqual(work.changes.relatedChanges);
        expect(changes.reduce((sum, { events }) => sum + events, 0)).toBe(work.changes.events);
        expect(changes.map(({ token }) => token)).toEqual([...changes.slice(1).map(() => START), END]);
        const rewriteIds = (some: readonly Work[]) => some.flatMap(({ rewrites }) => rewrites.map(({ _id }) => _id));
        expect(rewriteIds(batches).toSorted()).toEqual(rewriteIds([work]).toSorted());
      },
    ),
  );
});
