/** An offset that was computed from the total before a write isn't used in the list after that write. */
import type { Versions } from '../../src/cache/versions.ts';
import { merchantScope } from '../../src/catalogue/merchant-scope.ts';
import type { Catalogue } from '../../src/catalogue/stored-documents.ts';
import { createProductRepository } from '../../src/products/repository.ts';
import { deferred } from '../support/deferred.ts';
import { insert, product } from '../support/fixtures.ts';
import { createService, eventually, type TestService } from '../support/service.ts';
import { BUDGET, followSteadily, follows } from '../support/versions.ts';

const PRODUCTS = 1600;
const PER_PAGE = 100;
const one = merchantScope('one', 'all');

let service: TestService;
let versions: Versions;

beforeAll(async () => {
  service = await createService();
  const ids = Array.from({ length: PRODUCTS }, (_product, index) => `p-${String(index).padStart(5, '0')}`);
  await insert(service.catalogue, { products: ids.map((id) => product(id, 'one')) });
  versions = followSteadily(service);
  await follows(versions);
});
afterAll(async () => {
  await versions.close();
  await service.stop();
});

/** A catalogue whose counts of products resolve only after `open` is called. */
function gated(catalogue: Catalogue) {
  const [hasCounted, opened] = [deferred(), deferred()];
  const { products } = catalogue;
  async function countDocuments(...given: Parameters<typeof products.countDocuments>) {
    const count = await products.countDocuments(...given);
    hasCounted.resolve();
    await opened.promise;
    return count;
  }
  const gatedProducts = { countDocuments, find: products.find.bind(products) };
  return {
    catalogue: { ...catalogue, products: gatedProducts } as unknown as Catalogue,
    hasCounted: hasCounted.promise,
    open: opened.resolve,
  };
}

test('a page that was located by the total before a write leaves no seek anchor for the list after it', async () => {
  const { catalogue, hasCounted, open } = gated(service.catalogue);
  const { findPage } = createProductRepository({ catalogue, versions, budget: BUDGET });
  const pageOf = (page: number) =>
    findPage(
      one,
      { page, perPage: PER_PAGE, sortBy: 'id', sortOrder: 'asc' } as Parameters<typeof findPage>[1],
      new AbortController().signal,
    );

  // Nearer to the end of the list, so the page is read from there.
  const deep = 11;
  const first = pageOf(deep);
  await hasCounted;
  const before = versions.latest();
  await insert(service.catalogue, { products: [product('a', 'one')] });
  await eventually(
    async () => versions.latest(),
    (version) => version !== before,
  );
  open();
  await first;

  const next = await pageOf(deep + 1);
  const expected = await service.catalogue.products
    .find({ merchantId: 'one' })
    .sort({ _id: 1 })
    .skip(deep * PER_PAGE)
    .limit(PER_PAGE)
    .toArray();
  expect(next.products.map(({ _id }) => _id)).toEqual(expected.map(({ _id }) => _id));
  expect(next.total).toBe(PRODUCTS + 1);
});
