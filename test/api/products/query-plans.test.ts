/** No query of a page examines more keys and documents than it must, by MongoDB's profile of the actual queries. */
import type { Document } from 'mongodb';
import { PRODUCT_SORT_FIELDS } from '../../../src/catalogue/definitions.ts';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { idsOf } from '../responses.ts';

const PER_PAGE = 20;
const PRODUCTS = 300;

let service: TestService;
let api: Api;
const tokens = { all: '', published: '' };

beforeAll(async () => {
  service = await createService();
  const statuses = ['published', 'published', 'draft', 'archived'];
  const products = ['one', 'other'].flatMap((merchantId) =>
    Array.from({ length: PRODUCTS }, (_product, index) =>
      product(`${merchantId}-${String(index).padStart(4, '0')}`, merchantId, {
        handle: `handle-of-${merchantId}-${String(index).padStart(4, '0')}`,
        title: `Title ${index % 7}`,
        price: index % 11,
        status: statuses[index % 4],
        createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 30))),
      }),
    ),
  );
  await insert(service.catalogue, {
    merchants: [...shop('one').merchants, ...shop('other').merchants],
    locations: [...shop('one').locations, ...shop('other').locations],
    products,
    collections: [collection('c', 'one')],
    memberships: products.slice(0, 100).map(({ _id }, position) => membership('c', String(_id), 'one', { position })),
  });
  tokens.all = await service.token('one');
  tokens.published = await service.token('one', 'published');
  api = await service.startApi();
});
afterAll(() => service.stop());

/** The profiled queries on catalogue data of a request; at least one. */
async function queriesOf(path: string, token: string): Promise<Document[]> {
  await service.database.command({ profile: 0 });
  await service.database.collection('system.profile').drop();
  await service.database.command({ profile: 2 });
  const { status } = await api.request(path, { token });
  expect(status).toBe(200);
  await service.database.command({ profile: 0 });
  const queried = /\.(products|collections|memberships)$/;
  const queries = await service.database
    .collection('system.profile')
    .find({
      ns: queried,
      op: { $in: ['query', 'command', 'getmore'] },
      'command.pipeline.0.$changeStream': { $exists: false },
      'originatingCommand.pipeline.0.$changeStream': { $exists: false },
    })
    .toArray();
  expect(queries.length).toBeGreaterThan(0);
  return queries;
}

function expectEfficient(query: Document, path: string): void {
  const { keysExamined = 0, docsExamined = 0, nreturned = 0, planSummary = '', hasSortStage = false } = query;
  const details = JSON.stringify({ path, keysExamined, docsExamined, nreturned, planSummary, hasSortStage });
  expect(planSummary || details).toMatch(/^(IXSCAN|COUNT_SCAN|IDHACK)/);
  expect(docsExamined <= Math.max(nreturned, 0) || details).toBe(true);
  expect(hasSortStage === false || details).toBe(true);
}

const SORTS = PRODUCT_SORT_FIELDS.flatMap((sortBy) => ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder })));

describe.each(['all', 'published'] as const)('a token that sees %s', (visibility) => {
  test.each(SORTS)(
    'sorted by $sortBy, $sortOrder, with and without a status: an index scan in order',
    async ({ sortBy, sortOrder }) => {
      for (const status of ['', '&status=published']) {
        const path = `/v1/products?perPage=${PER_PAGE}&sortBy=${sortBy}&sortOrder=${sortOrder}${status}`;
        const queries = await queriesOf(path, tokens[visibility]);
        const page = queries.find(({ command, nreturned }) => command.find === 'products' && nreturned === PER_PAGE);
        for (const query of queries) expectEfficient(query, path);
        // One key per product, and at most one more to detect the end.
        expect(page?.keysExamined).toBeLessThanOrEqual(PER_PAGE + 1);
      }
    },
  );

  test('by a handle: only the products that have it', async () => {
    const handle = 'handle-of-one-0000';
    const path = `/v1/products?handle=${handle}&sortBy=price`;
    const queries = (await queriesOf(path, tokens[visibility])).filter(({ ns }) => ns.endsWith('.products'));
    // The count and the page.
    expect(queries.length).toBe(2);
    for (const { docsExamined = 0, keysExamined = 0, planSummary } of queries) {
      expect([path, planSummary]).toEqual([path, expect.stringMatching(/handle/)]);
      expect([docsExamined <= 1, keysExamined <= 2]).toEqual([true, true]);
    }
  });

  test.each(['', '&sortBy=price'])('by a handle in a collection%s: not its other members', async (sort) => {
    const path = `/v1/products?collection=c&handle=handle-of-one-0000${sort}`;
    const queries = (await queriesOf(path, tokens[visibility])).filter(({ ns }) => !ns.endsWith('.collections'));
    for (const { docsExamined = 0, keysExamined = 0, ns } of queries) {
      expect([ns, docsExamined <= 1, keysExamined <= 3]).toEqual([ns, true, true]);
    }
  });

  test.each(SORTS)(
    'a collection sorted by $sortBy, $sortOrder: its members and no others',
    async ({ sortBy, sortOrder }) => {
      const path = `/v1/products?collection=c&perPage=${PER_PAGE}&sortBy=${sortBy}&sortOrder=${sortOrder}`;
      for (const query of await queriesOf(path, tokens[visibility])) {
        const { docsExamined = 0, keysExamined = 0, planSummary } = query;
        expect(planSummary).toMatch(/^(IXSCAN|COUNT_SCAN|IDHACK)/);
        expect(docsExamined).toBeLessThanOrEqual(100);
        expect(keysExamined).toBeLessThanOrEqual(2 * 100 + 1);
      }
    },
  );

  test('a collection in its own order', async () => {
    const path = `/v1/products?collection=c&perPage=${PER_PAGE}`;
    for (const query of await queriesOf(path, tokens[visibility])) expectEfficient(query, path);
  });
});

test.each([
  '?perPage=10&sortBy=price',
  '?perPage=10&handle=handle-of-one-0000',
  '?perPage=10&collection=c',
  '?perPage=10&collection=c&sortBy=price',
  '?perPage=10&collection=c&handle=handle-of-one-0000',
])('no other index of the merchant is tried for /v1/products%s', async (rest) => {
  // Each would fetch as many products, which may be large.
  await service.database.command({ planCacheClear: 'products' });
  const queries = (await queriesOf(`/v1/products${rest}`, tokens.published)).filter(
    ({ command }) => command.find === 'products',
  );
  expect(queries.length).toBeGreaterThan(0);
  for (const { fromMultiPlanner } of queries) expect(fromMultiPlanner ?? false).toBe(false);
});

test.each(['all', 'published'] as const)(
  'pages of collections, searched or not, are read by one index: a token that sees %s',
  async (visibility) => {
    for (const rest of ['perPage=1', 'perPage=1&search=c', 'perPage=1&search=none']) {
      await service.database.command({ planCacheClear: 'collections' });
      const queries = (await queriesOf(`/v1/collections?${rest}`, tokens[visibility])).filter(({ ns }) =>
        ns.endsWith('.collections'),
      );
      for (const { fromMultiPlanner, planSummary } of queries)
        expect([fromMultiPlanner ?? false, planSummary.includes('status')]).toEqual([
          false,
          visibility === 'published',
        ]);
    }
  },
);

test('the last page costs no more than the first', async () => {
  for (const visibility of ['all', 'published'] as const) {
    const { body } = await api.request(`/v1/products?perPage=${PER_PAGE}`, { token: tokens[visibility] });
    const path = `/v1/products?perPage=${PER_PAGE}&page=${body.meta.lastPage}`;
    // Not the count: the API counts again if its change stream has been silent for a moment.
    const pages = (await queriesOf(path, tokens[visibility])).filter(({ command }) => command.find === 'products');
    expect(pages.length).toBeGreaterThan(0);
    for (const { keysExamined } of pages) expect(keysExamined ?? 0).toBeLessThanOrEqual(PER_PAGE + 1);
  }
});

// The last test: after so many writes, the caches read again what the tests above expect them to have.
test.each([5001, 20_001])(
  'a collection of %d products is sorted by the index of the sort, without a product that is not on the page',
  async (count) => {
    const merchantId = `sells-${count}`;
    const ids = Array.from({ length: count }, (_product, index) => `${merchantId}-${index}`);
    await insert(service.catalogue, {
      ...shop(merchantId),
      products: [...ids, `${merchantId}-other`].map((id, index) => product(id, merchantId, { price: count - index })),
      collections: [collection(`of-${merchantId}`, merchantId)],
      memberships: ids.map((id) => membership(`of-${merchantId}`, id, merchantId)),
    });
    const token = await service.token(merchantId);
    const path = `/v1/products?collection=of-${merchantId}&sortBy=price&sortOrder=asc&perPage=2`;
    const queries = (await queriesOf(path, token)).filter(({ ns }) => ns.endsWith('.products'));
    const sorted = queries.filter(({ planSummary }) => /price/.test(planSummary));
    expect(sorted.length).toBeGreaterThan(0);
    for (const { docsExamined, hasSortStage = false } of sorted)
      expect([docsExamined, hasSortStage]).toEqual([0, false]);
    expect(Math.max(...queries.map(({ docsExamined = 0 }) => docsExamined))).toBe(2);
    expect(idsOf(await api.request(path, { token }))).toEqual([ids.at(-1), ids.at(-2)]);
  },
);
