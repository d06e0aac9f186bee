/**
 * A page far from every seek anchor is reached by a walk in strides, which leaves anchors. Concurrent requests share
 * the walk, and pages are correct from both ends of the list.
 */
import fc from 'fast-check';
import type { Collection, FindOptions } from 'mongodb';
import { merchantScope, visibleTo } from '../../src/catalogue/merchant-scope.ts';
import type { OwnedStored } from '../../src/catalogue/stored-documents.ts';
import { createReadSorted, type SortedSlice } from '../../src/products/deep-pages/sorted-pages.ts';
import { ClientDisconnected } from '../../src/runtime/client-disconnected.ts';
import { insert, product } from '../support/fixtures.ts';
import { createService, type TestService } from '../support/service.ts';

const PRODUCTS = 2200;
const LIMIT = 20;
const STRIDE = 300;
/** Memory for the seek anchors. */
const MAX_BYTES = 8_000_000;
/** Products that the read of the page may skip. */
const MAX_SKIPPED = 200;

const ALL = visibleTo(merchantScope('one', 'all'));
const PUBLISHED = visibleTo(merchantScope('one', 'published'));

let service: TestService;

beforeAll(async () => {
  service = await createService();
  const ids = Array.from({ length: PRODUCTS }, (_product, index) => `p-${String(index).padStart(5, '0')}`);
  const products = ids.map((id, index) => product(id, 'one', { quantity: index % 17 }));
  await insert(service.catalogue, { products: [...products, product('a', 'aaa'), product('z', 'zzz')] });
});
afterAll(() => service.stop());

/** The products, and the `skip` of each read. `onRead` is called with the number of reads so far. */
function recordedReads(onRead = (_reads: number): void => undefined): {
  products: Collection<OwnedStored>;
  skipped: number[];
} {
  const { products } = service.catalogue;
  const skipped: number[] = [];
  const find = (filter: Parameters<typeof products.find>[0], options: FindOptions) => {
    skipped.push(options.skip ?? 0);
    onRead(skipped.length);
    return products.find(filter, options);
  };
  return { products: { find } as unknown as Collection<OwnedStored>, skipped };
}

const sliceOf = (sortBy: SortedSlice['sortBy'], direction: 1 | -1, skip: number): SortedSlice => ({
  sortBy,
  direction,
  skip,
  limit: LIMIT,
  total: PRODUCTS,
  version: 1,
});

const { signal } = new AbortController();

async function wholeList(sortBy: 'id' | 'quantity', direction: 1 | -1): Promise<string[]> {
  const sort = sortBy === 'id' ? { _id: direction } : { quantity: direction, _id: direction };
  const found = await service.catalogue.products
    .find({ merchantId: 'one' }, { projection: { _id: 1 }, sort })
    .toArray();
  return found.map(({ _id }) => _id);
}

test.each([
  ['id', 1],
  ['id', -1],
  ['quantity', 1],
  ['quantity', -1],
] as const)(
  'by %s, %i: jumps anywhere, also at the same time, give the pages of the whole list',
  async (sortBy, direction) => {
    const whole = await wholeList(sortBy, direction);
    const { products, skipped } = recordedReads();
    const readSorted = createReadSorted({ products, maxBytes: MAX_BYTES, stride: STRIDE });
    for (const skips of fc.sample(fc.array(fc.nat(PRODUCTS - 1), { minLength: 1, maxLength: 8 }), 30)) {
      const pages = await Promise.all(skips.map((skip) => readSorted(ALL, sliceOf(sortBy, direction, skip), signal)));
      expect(pages.map((page) => page.map(({ _id }) => _id))).toEqual(
        skips.map((skip) => whole.slice(skip, skip + LIMIT)),
      );
    }
    expect(Math.max(...skipped)).toBeLessThanOrEqual(STRIDE);
  },
);

test('concurrent jumps to the same part of a list share one walk', async () => {
  const { products, skipped } = recordedReads();
  const readSorted = createReadSorted({ products, maxBytes: MAX_BYTES, stride: STRIDE });
  const middle = PRODUCTS / 2;
  const jumps = Array.from({ length: 20 }, (_jump, index) => middle + index);
  await Promise.all(jumps.map((skip) => readSorted(ALL, sliceOf('id', 1, skip), signal)));
  // The strides of one walk, and one read for each jump.
  expect(skipped.length).toBeLessThanOrEqual(middle / STRIDE + 1 + jumps.length);
});

test.each([1, -1] as const)(
  'in direction %i, the walk fetches no documents, and the page fetches few beyond those on it',
  async (direction) => {
    const readSorted = createReadSorted({
      products: service.catalogue.products,
      maxBytes: MAX_BYTES,
      stride: STRIDE,
    });
    await service.database.command({ profile: 2 });
    await readSorted(PUBLISHED, sliceOf('quantity', direction, PRODUCTS / 2), signal);
    await service.database.command({ profile: 0 });
    const profiled = service.database.collection('system.profile');
    const queries = await profiled.find({ 'command.find': 'products' }).toArray();
    await profiled.drop();
    expect(queries.length).toBeGreaterThan(PRODUCTS / 2 / STRIDE);
    for (const { command, docsExamined, keysExamined, nreturned } of queries) {
      // A stride reads only index keys.
      expect(docsExamined).toBeLessThanOrEqual(nreturned === 1 ? 0 : LIMIT + MAX_SKIPPED);
      expect(keysExamined).toBeLessThanOrEqual(STRIDE + LIMIT + 1);
      // Reads of documents filter by the merchant; reads of keys are bounded at both ends of the merchant's range.
      const scope = { merchantId: 'one', status: 'published' };
      for (const stated of nreturned === 1 && command.min ? [command.min, command.max] : [command.filter])
        expect(stated).toMatchObject(scope);
    }
  },
);

test('a walk that fails rejects its own request, and the next request walks on', async () => {
  const { products } = recordedReads();
  let fails = true;
  const find = (...given: Parameters<typeof products.find>) => {
    if (!fails) return products.find(...given);
    fails = false;
    throw new Error('no engine');
  };
  const readSorted = createReadSorted({
    products: { find } as unknown as Collection<OwnedStored>,
    maxBytes: MAX_BYTES,
    stride: STRIDE,
  });
  const slice = sliceOf('id', 1, PRODUCTS / 2);
  const [first, second] = await Promise.allSettled([readSorted(ALL, slice, signal), readSorted(ALL, slice, signal)]);
  expect(first).toMatchObject({ status: 'rejected', reason: new Error('no engine') });
  expect(second).toMatchObject({ status: 'fulfilled' });
});

test('a walk ends when its client disconnects, and the next one continues from there', async () => {
  const client = new AbortController();
  const { products, skipped } = recordedReads((reads) => {
    if (reads === 3) client.abort(new ClientDisconnected());
  });
  const readSorted = createReadSorted({ products, maxBytes: MAX_BYTES, stride: STRIDE });
  const slice = sliceOf('id', 1, PRODUCTS / 2);
  const disconnected = readSorted(ALL, slice, client.signal);
  const other = readSorted(ALL, slice, signal);
  await expect(disconnected).rejects.toThrow(ClientDisconnected);
  expect(await other).toHaveLength(LIMIT);
  expect(skipped.length).toBeLessThanOrEqual(PRODUCTS / 2 / STRIDE + 2);
});

test.each([1, -1] as const)(
  'in direction %i, pages of a list in which a product has a list of titles neither overlap nor skip',
  async (direction) => {
    const { products } = service.catalogue;
    const filter = visibleTo(merchantScope('two', 'all'));
    const ids = Array.from({ length: 60 }, (_product, index) => `two-${String(index).padStart(2, '0')}`);
    await insert(service.catalogue, {
      products: ids.map((id, index) => product(id, 'two', { title: index % 9 === 0 ? [`A ${id}`, `z ${id}`] : id })),
    });
    try {
      const readSorted = createReadSorted({ products, maxBytes: MAX_BYTES, stride: 10 });
      const shown: string[] = [];
      for (const skip of [50, 0, 40, 10, 30, 20]) {
        const slice: SortedSlice = { sortBy: 'title', direction, skip, limit: 10, total: ids.length, version: 1 };
        shown.push(...(await readSorted(filter, slice, signal)).map(({ _id }) => _id));
      }
      expect(shown.toSorted()).toEqual(ids);
    } finally {
      await products.deleteMany(filter);
    }
  },
);

test('keys too large for the memory leave no anchors, and the page is still read', async () => {
  const { products, skipped } = recordedReads();
  const readSorted = createReadSorted({ products, maxBytes: 1000, stride: STRIDE });
  const page = await readSorted(ALL, sliceOf('id', 1, PRODUCTS / 2), signal);
  const whole = await wholeList('id', 1);
  expect(page.map(({ _id }) => _id)).toEqual(whole.slice(PRODUCTS / 2, PRODUCTS / 2 + LIMIT));
  // One stride, whose anchor didn't fit, and the page.
  expect(skipped).toHaveLength(2);
});
