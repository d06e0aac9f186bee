/**
 * Filters, facets and sorting on the real engine: a key and value pair is found and counted in every spelling, its
 * label is a spelling of a counted product, and products without a value sort last.
 */
import { Decimal128 } from 'mongodb';
import {
  type FacetKind,
  facetFieldOf,
  facetPrefix,
  MAX_FACET_BYTES,
  readFacet,
} from '../../../src/search/index/facets.ts';
import { facetFilter, merchantFilter } from '../../../src/search/index/filters.ts';
import { bare, insert, product, shop } from '../../support/fixtures.ts';
import { runIndexerCommand } from '../../support/in-worker.ts';
import { createService, type TestService } from '../../support/service.ts';
import { done } from '../support/indexes.ts';

/** The longest value that is stored as a facet of the key `long`. */
const LONG = 'x'.repeat(MAX_FACET_BYTES - 'long'.length);
const MANY = 3100;

const none = { variants: [], specifications: {} };
const colours = (...values: unknown[]) => ({ ...none, variants: values.map((value) => ({ key: 'Farbe', value })) });
const specified = (specifications: object) => ({ ...none, specifications });

/** By id. */
const PRODUCTS: Readonly<Record<string, object>> = {
  green: colours('Grün', 'Rot'),
  capitals: colours('GRÜN'),
  plain: colours('grun', 'Grün'),
  street: specified({ Ort: 'Große Straße', long: LONG }),
  avenue: specified({ ORT: 'grosse  STRASSE', long: `${LONG}y` }),
  separator: specified({ 'Ort¦Große Straße': 'x', Ort: 'a¦b' }),
  odd: specified({ Ort: 12, long: true, none: null, list: ['x'], deep: { a: 'b' }, '': 'x', empty: '' }),
  quoted: specified({ Ort: 'a "b" \\ OR c = \'d\'' }),
  another: colours(12, null, true, '', ['x']),
};
const ids = Object.keys(PRODUCTS);

let service: TestService;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    merchants: [
      ...shop('other').merchants,
      ...shop('one').merchants,
      ...shop('sorted').merchants,
      ...shop('long').merchants,
    ],
    products: [
      ...ids.map((id) => product(id, 'one', PRODUCTS[id])),
      ...Array.from({ length: MANY }, (_, at) =>
        product(`other-${at}`, 'other', { ...bare, ...colours('ROT', 'gRÜn') }),
      ),
      ...SORTED.map(([id, given]) => product(id, 'sorted', given)),
      ...LONG_TITLES.map((title, at) => product(`long-${at}`, 'long', { title })),
    ],
  });
  await service.startIndexer();
});
afterAll(() => service.stop());

/** In order: titles that differ late, and ones at the limit of what is compared. */
const LONG_TITLES: readonly string[] = [
  `${'F'.repeat(200)} a`,
  `${'f'.repeat(200)} B`,
  `${'f'.repeat(459)}a${'z'.repeat(540)}`,
  `${'f'.repeat(459)}b`,
  // The engine compares its letters apart, which take three times the bytes.
  '한'.repeat(1000),
];

const SORTED: readonly (readonly [string, object])[] = [
  ['dear', { price: Decimal128.fromString('100.50'), title: 'élan', createdAt: new Date(3) }],
  ['cheap', { price: 9, title: '  ECHO', createdAt: new Date(-1) }],
  ['free', { price: 0, title: 'Zebra', createdAt: new Date(2) }],
  ['owed', { price: -2, title: '10', createdAt: new Date(1) }],
  ['text', { price: '50', title: 'Łódź', createdAt: '2026-01-01' }],
  ['no price', { price: undefined, title: '', createdAt: undefined }],
  ['null', { price: null, title: null, createdAt: null }],
  ['not a number', { price: 'on request', title: ' ', createdAt: 20 }],
];

interface FacetQuery {
  readonly filter?: string;
  readonly merchant?: string;
  readonly facet?: string;
  readonly sort?: string;
}

const search = async ({ filter, merchant = 'one', facet, sort }: FacetQuery) =>
  await service.meilisearch.index(service.indexName).search('', {
    filter: [merchantFilter(merchant), ...(filter === undefined ? [] : [filter])],
    ...(facet === undefined ? {} : { facets: [facet] }),
    ...(sort === undefined ? {} : { sort: [sort] }),
    attributesToRetrieve: ['ranking_payload'],
    limit: 100,
  });

const idsOf = async (query: FacetQuery): Promise<string[]> =>
  (await search(query)).hits.map(({ ranking_payload: payload }) => String(payload).split('|').at(-1) ?? '');

const filterOf = (kind: FacetKind, key: string, values: readonly string[]) =>
  facetFilter(values.flatMap((value) => facetPrefix(kind, key, value) ?? []));

const found = async (...pairs: Parameters<typeof filterOf>) => (await idsOf({ filter: filterOf(...pairs) })).toSorted();

async function counted(kind: FacetKind, key: string, query: FacetQuery = {}) {
  const field = facetFieldOf(kind, key);
  const { facetDistribution } = await search({ ...query, facet: field });
  return readFacet(facetDistribution?.[field] ?? {}, kind, key).values;
}

test('a pair is found in every spelling, and no other pair', async () => {
  for (const spelling of ['Grün', 'GRÜN', 'grun', ' Gru\u0308n '])
    expect([spelling, await found('variants', 'FARBE', [spelling])]).toEqual([
      spelling,
      ['capitals', 'green', 'plain'],
    ]);
  expect(await found('variants', 'Farbe', ['rot', 'nothing'])).toEqual(['green']);
  expect(await found('variants', 'Farbe', ['ro'])).toEqual([]);
  expect(await found('specifications', 'Farbe', ['Rot'])).toEqual([]);
  expect(await found('specifications', 'ort', ['Grosse Strasse'])).toEqual(['avenue', 'street']);
  expect(await found('specifications', 'ort', ['Große Straße', 'a b'])).toEqual(['avenue', 'separator', 'street']);
  expect(await found('specifications', 'Ort', ['a "b" \\ OR c = \'d\''])).toEqual(['quoted']);
});

test('numbers and booleans are facets as text; empty and nested values are not facets', async () => {
  expect(await found('specifications', 'ort', ['12'])).toEqual(['odd']);
  expect(await found('specifications', 'long', ['TRUE'])).toEqual(['odd']);
  expect(
    (await counted('variants', 'farbe', { filter: filterOf('variants', 'farbe', ['12']) })).map(({ value }) => value),
  ).toEqual(['12', 'true']);
  for (const key of ['none', 'list', 'deep', 'empty', '']) expect(await counted('specifications', key)).toEqual([]);
});

test('the longest allowed pair is found; with one more byte, a pair is neither found nor counted', async () => {
  expect(await found('specifications', 'long', [LONG])).toEqual(['street']);
  expect(await found('specifications', 'long', [`${LONG}y`])).toEqual([]);
  expect((await counted('specifications', 'long')).map(({ value }) => value.length)).toEqual([4, LONG.length]);
});

test('each product counts once per value, and the label is a spelling of this merchant', async () => {
  const [green, ...others] = await counted('variants', 'Farbe');
  expect(green).toEqual({ value: 'grun', label: expect.stringMatching(/^(Grün|GRÜN)$/), count: 3 });
  expect(others).toEqual([
    { value: '12', label: '12', count: 1 },
    { value: 'rot', label: 'Rot', count: 1 },
    { value: 'true', label: 'true', count: 1 },
  ]);
  expect(await counted('variants', 'farbe', { filter: 'id = capitals' })).toEqual([
    { value: 'grun', label: 'GRÜN', count: 1 },
  ]);
  // With many products, the engine counts with another algorithm.
  expect(await counted('variants', 'Farbe', { merchant: 'other' })).toEqual([
    { value: 'grun', label: 'gRÜn', count: MANY },
    { value: 'rot', label: 'ROT', count: MANY },
  ]);
});

test('products are sorted by price, date and title; products without a value come last in both orders', async () => {
  const orders = async (field: string) => [
    await idsOf({ merchant: 'sorted', sort: `${field}:asc` }),
    await idsOf({ merchant: 'sorted', sort: `${field}:desc` }),
  ];
  const without = ['no price', 'not a number', 'null'];
  const expectOrders = async (field: string, sorted: readonly string[], last: readonly string[]) => {
    for (const [at, order] of (await orders(field)).entries()) {
      expect([field, order.slice(0, sorted.length)]).toEqual([field, at === 0 ? sorted : sorted.toReversed()]);
      expect([field, order.slice(sorted.length).toSorted()]).toEqual([field, last]);
    }
  };
  await expectOrders('price', ['owed', 'free', 'cheap', 'text', 'dear'], without);
  await expectOrders('created_at', ['cheap', 'owed', 'free', 'dear'], [...without, 'text']);
  await expectOrders('title_key', ['owed', 'cheap', 'dear', 'text', 'free'], without);
});

test('long titles are sorted by about their first 460 bytes', async () => {
  const sorted = LONG_TITLES.map((_title, at) => `long-${at}`);
  expect(await idsOf({ merchant: 'long', sort: 'title_key:asc' })).toEqual(sorted);
  expect(await idsOf({ merchant: 'long', sort: 'title_key:desc' })).toEqual(sorted.toReversed());
});

test('verify finds a difference in each facet and sort field', async () => {
  const field = facetFieldOf('variants', 'Farbe');
  const index = service.meilisearch.index(service.indexName);
  const changes = [
    { id: 'green', [field]: ['v¦farbe¦Gelb¦'] },
    { id: 'capitals', created_at: 1 },
    { id: 'plain', title_key: 'x' },
    { id: 'street', price: null },
  ];
  for (const change of changes) expect((await done(index.updateDocuments([change]))).status).toBe('succeeded');
  const { stdout } = await runIndexerCommand(['verify', '--repair', '--merchant', 'one'], service.variables);
  expect(stdout.split('\n').slice(1, 3)).toEqual([
    'one\tstale\t4\tcapitals, green, plain, street',
    expect.stringContaining('after the repair'),
  ]);
});
