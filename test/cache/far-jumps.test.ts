/** A page far from any known position is reached in strides that leave seek anchors: once for all requests, and right from any side. */
import fc from 'fast-check';
import type { Collection, FindOptions } from 'mongodb';
import type { OwnedStored } from '../../src/catalogue/collections.ts';
import { createReadSorted, type SortedSlice } from '../../src/products/sorted-pages.ts';
import { ClientDisconnected } from '../../src/runtime/concurrency-limiter.ts';
import { insert, product } from '../support/fixtures.ts';
import { createService, type TestService } from '../support/service.ts';

const PRODUCTS = 4000;
const LIMIT = 20;
const STRIDE = 300;
/** Of the seek anchors. */
const MAX_BYTES = 8_000_000;
/** Products that the page's own read may pass over. */
const MOST_FETCHED = 200;

let service: TestService;

beforeAll(async () => {
  service = await createService();
  const ids = Array.from({ length: PRODUCTS }, (_product, index) => `p-${String(index).padStart(5, '0')}`);
  const products = ids.map((id, index) => product(id, 'one', { quantity: index % 17 }));
  await insert(service.catalogue, { products: [...products, product('a', 'aaa'), product('z', 'zzz')] });
});
afterAll(() => service.stop());

/** The products, and how many entries each read of them has passed over. */
function watched(): { products: Collection<OwnedStored>; passed: number[] } {
  const { products } = service.catalogue;
  const passed: number[] = [];
  const find = (filter: Parameters<typeof products.find>[0], options: FindOptions) => {
    passed.push(options.skip ?? 0);
    return products.find(filter, options);
  };
  return { products: { find } as unknown as Collection<OwnedStored>, passed };
}

const sliceOf = (sortBy: SortedSlice['sortBy'], direction: 1 | -1, skip: number): SortedSlice => ({
  ...{ sortBy, direction, skip, limit: LIMIT },
  ...{ total: PRODUCTS, version: 1 },
});

const isDisconnected = () => false;

async function wholeList(sortBy: 'id' | 'quantity', direction: 1 | -1): Promise<string[]> {
  const sort = sortBy === 'id' ? { _id: direction } : { quantity: direction, _id: direction };
  const found = await service.catalogue.products.find({ merchantId: 'one' }).sort(sort).toArray();
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
    const { products, passed } = watched();
    const readSorted = createReadSorted({ products, maxBytes: MAX_BYTES, stride: STRIDE });
    for (const skips of fc.sample(fc.array(fc.nat(PRODUCTS - 1), { minLength: 1, maxLength: 8 }), 30)) {
      const pages = await Promise.all(
        skips.map((skip) => readSorted({ merchantId: 'one' }, sliceOf(sortBy, direction, skip), isDisconnected)),
      );
      expect(pages.map((page) => page.map(({ _id }) => _id))).toEqual(
        skips.map((skip) => whole.slice(skip, skip + LIMIT)),
      );
    }
    expect(Math.max(...passed)).toBeLessThanOrEqual(STRIDE);
  },
);

test('many who jump to the same part of a list go there once', async () => {
  const { products, passed } = watched();
  const readSorted = createReadSorted({ products, maxBytes: MAX_BYTES, stride: STRIDE });
  const middle = PRODUCTS / 2;
  const jumps = Array.from({ length: 20 }, (_jump, index) => middle + index);
  await Promise.all(jumps.map((skip) => readSorted({ merchantId: 'one' }, sliceOf('id', 1, skip), isDisconnected)));
  // The strides of one walk, and a read for each of them.
  expect(passed.length).toBeLessThanOrEqual(middle / STRIDE + 1 + jumps.length);
});

test.each([1, -1] as const)(
  'in direction %i, the walk fetches nothing, and the page few products beside those shown',
  async (direction) => {
    const readSorted = createReadSorted({
      products: service.catalogue.products,
      maxBytes: MAX_BYTES,
      stride: STRIDE,
    });
    await service.database.command({ profile: 2 });
    await readSorted(
      { merchantId: 'one', status: 'published' },
      sliceOf('quantity', direction, PRODUCTS / 2),
      isDisconnected,
    );
    await service.database.command({ profile: 0 });
    const profiled = service.database.collection('system.profile');
    const queries = await profiled.find({ 'command.find': 'products' }).toArray();
    await profiled.drop();
    expect(queries.length).toBeGreaterThan(PRODUCTS / 2 / STRIDE);
    for (const { command, docsExamined, keysExamined, nreturned } of queries) {
      // A stride reads the key alone.
      expect(docsExamined).toBeLessThanOrEqual(nreturned === 1 ? 0 : LIMIT + MOST_FETCHED);
      expect(keysExamined).toBeLessThanOrEqual(STRIDE + LIMIT + 1);
      // What is read of products themselves is asked for by their merchant; of keys, by both ends of their range.
      const scope = { merchantId: 'one', status: 'published' };
      for (const stated of nreturned === 1 && command.min ? [command.min, command.max] : [command.filter])
        expect(stated).toMatchObject(scope);
    }
  },
);

test('a walk that fails is told to who made it, and the next one goes on', async () => {
  const { products } = watched();
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
  const [first, second] = await Promise.allSettled([
    readSorted({ merchantId: 'one' }, slice, isDisconnected),
    readSorted({ merchantId: 'one' }, slice, isDisconnected),
  ]);
  expect(first).toMatchObject({ status: 'rejected', reason: new Error('no engine') });
  expect(second).toMatchObject({ status: 'fulfilled' });
});

test('a walk ends where its caller has gone away, and the next one goes on from there', async () => {
  const { products, passed } = watched();
  const readSorted = createReadSorted({ products, maxBytes: MAX_BYTES, stride: STRIDE });
  const slice = sliceOf('id', 1, PRODUCTS / 2);
  const gone = readSorted({ merchantId: 'one' }, slice, () => passed.length === 3);
  const other = readSorted({ merchantId: 'one' }, slice, isDisconnected);
  await expect(gone).rejects.toThrow(ClientDisconnected);
  expect(await other).toHaveLength(LIMIT);
  expect(passed.length).toBeLessThanOrEqual(PRODUCTS / 2 / STRIDE + 2);
});

test.each([1, -1] as const)(
  'in direction %i, pages of a list in which a product has a list of titles neither overlap nor skip',
  async (direction) => {
    const { products } = service.catalogue;
    const scope = { merchantId: 'two' };
    const ids = Array.from({ length: 60 }, (_product, index) => `two-${String(index).padStart(2, '0')}`);
    await insert(service.catalogue, {
      products: ids.map((id, index) => product(id, 'two', { title: index % 9 === 0 ? [`A ${id}`, `z ${id}`] : id })),
    });
    try {
      const readSorted = createReadSorted({ products, maxBytes: MAX_BYTES, stride: 10 });
      const shown: string[] = [];
      for (const skip of [50, 0, 40, 10, 30, 20]) {
        const slice: SortedSlice = { sortBy: 'title', direction, skip, limit: 10, total: ids.length, version: 1 };
        shown.push(...(await readSorted(scope, slice, isDisconnected)).map(({ _id }) => _id));
      }
      expect(shown.toSorted()).toEqual(ids);
    } finally {
      await products.deleteMany(scope);
    }
  },
);

test('keys that are too large for the memory of anchors leave none, and the page is read all the same', async () => {
  const { products, passed } = watched();
  const readSorted = createReadSorted({ products, maxBytes: 1000, stride: STRIDE });
  const page = await readSorted({ merchantId: 'one' }, sliceOf('id', 1, PRODUCTS / 2), isDisconnected);
  const whole = await wholeList('id', 1);
  expect(page.map(({ _id }) => _id)).toEqual(whole.slice(PRODUCTS / 2, PRODUCTS / 2 + LIMIT));
  // One stride, whose anchor was too large, and the page.
  expect(passed).toHaveLength(2);
});
