/** 10,000 random requests of one merchant: a mark in every text of another merchant never appears in a response. */
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { anyText } from '../../support/arbitraries/texts.ts';
import { collection, insert, location, membership, merchant, product } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type RequestOptions, type TestService } from '../../support/service.ts';
import { untilAvailable } from '../responses.ts';

const MARK = 'qzmarkzq';
/**
 * The prefix of the marked merchant's ids. These have no mark: requests name them, and the Link header repeats the
 * request.
 */
const OTHER = 'bravo-';
const WORDS = ['tent', 'lantern', 'harbour', 'copper'];
const DAY_MS = 86_400_000;
const REQUESTS = 10_000;
/** Few enough that no request waits too long in the queue of a slow machine. */
const AT_ONCE = 20;

let service: TestService;
let api: Api;
let own: { all: string; published: string };
let others: string;
let othersEtags: string[];

/** Appends the mark to every text of a document, except ids and `status`. */
function marked(document: Document): Document {
  const isKey = (name: string) => name === '_id' || name.endsWith('Id') || name === 'status';
  const mark = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return isKey(name) ? value : `${value} ${MARK}`;
    if (Array.isArray(value)) return value.map((item) => mark(item, name));
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mark(entry, key)]));
  };
  return mark(document, '') as Document;
}

/** The documents of a merchant; every merchant's products have the same words. */
function catalogueOf(merchantId: string) {
  const ids = WORDS.flatMap((word) => [`${merchantId}${word}-1`, `${merchantId}${word}-2`]);
  const locationId = `${merchantId}-location`;
  return {
    merchants: [merchant(merchantId)],
    locations: [location(locationId, merchantId)],
    products: ids.map((id, index) =>
      product(id, merchantId, {
        title: `A ${WORDS[index >> 1]} of many`,
        locationId,
        ...(index % 2 === 0 ? {} : { status: 'draft' }),
      }),
    ),
    collections: [
      collection(`${merchantId}open`, merchantId, { description: WORDS.join(' ') }),
      collection(`${merchantId}hidden`, merchantId, { status: 'draft' }),
    ],
    memberships: ids.flatMap((id) => [
      membership(`${merchantId}open`, id, merchantId),
      membership(`${merchantId}hidden`, id, merchantId),
    ]),
  };
}

/** Searches of a merchant that are frequent enough to be suggested. */
const searchesOf = (merchantId: string, query: string) =>
  [1, 1, 1, 2, 2, 3].map((daysAgo) => ({
    merchantId,
    visibility: 'published' as const,
    query,
    hits: 1,
    tookMs: 1,
    isFiltered: false,
    at: new Date(Date.now() - daysAgo * DAY_MS),
    expiresAt: new Date(Date.now() + DAY_MS),
  }));

/** Resolves when a token gets suggestions of frequent searches. Its first response doesn't wait long for them. */
const untilSuggested = (token: string) =>
  eventually(
    () => api.request('/v1/search/suggestions?query=tent', { token }),
    ({ status, body }) => status === 200 && body.data.queries.length > 0,
  );

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, catalogueOf('alpha-'));
  const { memberships, ...texts } = catalogueOf(OTHER);
  const withMark = Object.fromEntries(Object.entries(texts).map(([kind, list]) => [kind, list.map(marked)]));
  await insert(service.catalogue, { ...withMark, memberships });
  await service.catalogue.searches.insertMany([
    ...searchesOf('alpha-', 'tent many'),
    ...searchesOf(OTHER, `tent ${MARK}`),
  ]);
  own = { all: await service.token('alpha-'), published: await service.token('alpha-', 'published') };
  others = await service.token(OTHER);
  await service.startIndexer();
  api = await service.startApi({ CONCURRENT_READS: '1000', LOG_LEVEL: 'warn' });
  await eventually(
    () => api.request('/v1/products/search', { token: others, json: { query: MARK } }),
    (response) => response.status === 200 && response.body.length === 8,
  );
  const pages = await Promise.all(
    ['/v1/products', '/v1/collections', '/v1/products?perPage=1'].map((path) => api.request(path, { token: others })),
  );
  for (const token of [own.all, own.published, others]) await untilSuggested(token);
  othersEtags = pages.map(({ headers }) => headers.get('etag') ?? '');
});
afterAll(() => service.stop());

const ids = ['alpha-', OTHER].flatMap((id) => [id, `${id}open`, `${id}hidden`, `${id}tent-1`, `${id}-location`]);
const HOSTILE = [
  '" OR merchant_id = "bravo-',
  '") OR (merchant_id EXISTS',
  "' || '1'=='1",
  '{"$ne":null}',
  '$where',
  '__proto__',
  '\u0000',
  '.*',
  '../../bravo-',
  '%2e%2e%2f',
  '\r\nX-Merchant: bravo-',
  '[]',
  '-1',
  '1e9',
  '99999999999999999999',
];
const FACETS = ['status', 'collection', 'location', 'price', 'variants.Colour', 'specifications.material'];
const id = fc.constantFrom(...ids);
const text = fc.oneof(
  { weight: 3, arbitrary: id },
  { weight: 3, arbitrary: fc.constantFrom(...WORDS, 'of many', 'Product', MARK.slice(0, -1)) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: anyText({ maxLength: 30 }) },
);
const parameter = fc.tuple(
  fc.constantFrom('page', 'perPage', 'sortBy', 'sortOrder', 'collection', 'status', 'search', 'merchantId', '$where'),
  fc.oneof(text, fc.constantFrom('1', '2', '500', 'asc', 'title', 'published', 'draft', 'createdAt')),
);
const query = fc.array(parameter, { maxLength: 4 }).map((pairs) => String(new URLSearchParams(pairs)));

interface RandomRequest extends RequestOptions {
  readonly path: string;
}

const list = fc.tuple(fc.constantFrom('/v1/products', '/v1/collections'), query).map(([path, given]) => ({
  path: `${path}?${given}`,
}));
const search = fc
  .record(
    {
      query: fc.oneof(text, fc.constant(MARK)),
      limit: fc.constantFrom(1, 10, 250),
      highlight: fc.boolean(),
      filter: fc.record(
        { collection: text, location: text, status: text, featured: fc.boolean() },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['query'] },
  )
  .map((json) => ({ path: '/v1/products/search', json }));
const results = fc
  .record(
    {
      // The response repeats the query, so it has neither ids nor the mark.
      query: fc.constantFrom(...WORDS, 'of many', 'harbuor', MARK.slice(0, -1), ...HOSTILE.slice(1, 5)),
      page: fc.constantFrom(1, 2),
      perPage: fc.constantFrom(1, 100),
      filter: fc.record({ collection: id, location: id, featured: fc.boolean() }, { requiredKeys: [] }),
      sort: fc.constantFrom('relevance', { by: 'title', order: 'asc' }, { by: 'price', order: 'desc' }),
      facets: fc.subarray(FACETS),
      highlight: fc.boolean(),
      products: fc.constantFrom('reduced', 'full'),
    },
    { requiredKeys: [] },
  )
  .map((json) => ({ path: '/v1/search', json }));
const suggestions = fc
  .oneof(text, fc.constantFrom('t', 'tent ', 'coll', MARK))
  .map((typed) => ({ path: `/v1/search/suggestions?${new URLSearchParams({ query: typed })}` }));
const elsewhere = fc
  .tuple(
    fc.constantFrom(
      '/livez',
      '/readyz',
      '/metrics',
      '/openapi.json',
      '/docs',
      '/v1/',
      '/v1/products/',
      '/v1/merchants/',
    ),
    fc.oneof(fc.constant(''), text),
    fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'),
  )
  .map(([path, end, method]) => ({ path: `${path}${encodeURIComponent(end)}`, method }));
const header = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.nat(2).map((index) => ({ 'if-none-match': String(index) })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x-merchant-id', 'x-forwarded-for', 'origin').map((name) => ({ [name]: OTHER })),
  },
);
const request: fc.Arbitrary<RandomRequest> = fc
  .tuple(
    // A search costs as much as ten lists: of the requests, more than a thousand are searches of all kinds.
    fc.oneof(
      { weight: 22, arbitrary: list },
      { weight: 1, arbitrary: search },
      { weight: 1, arbitrary: results },
      { weight: 1, arbitrary: suggestions },
      { weight: 1, arbitrary: elsewhere },
    ),
    header,
  )
  .map(([given, headers]) => ({ ...given, headers }));

/** The headers to send: a number stands for an ETag of the other merchant. */
const sentHeaders = (headers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name === 'if-none-match' ? (othersEtags[Number(value)] ?? '') : value,
    ]),
  );

let responses = 0;
let found = 0;

/** Sends a request, and throws if the mark is anywhere in the response. */
async function send(given: RandomRequest, token: string) {
  const response = await api.request(given.path, { ...given, token, headers: sentHeaders(given.headers) });
  const received = [response.status, ...[...response.headers].flat(), response.text].join('\n');
  if (received.includes(MARK)) throw new Error(`the mark is in ${received.slice(0, 2000)}`);
  return response;
}

async function expectNoMark(given: RandomRequest, token: string): Promise<void> {
  const { status, text: body } = await untilAvailable(() => send(given, token));
  responses += 1;
  if (status === 304) throw new Error("another merchant's ETag matches");
  if (status >= 500) throw new Error(`${status} ${body}`);
  if (status !== 200 || !given.path.startsWith('/v1/')) return;
  if (body.includes('alpha-')) found += 1;
  if (body.includes(OTHER)) throw new Error(`an id of the other merchant is in ${body.slice(0, 2000)}`);
}

test('no request gets the mark in a status, header or body', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (batch) => {
      // The other merchant sends requests too, so that its pages are cached in the process.
      const beside = api.request(batch[0]?.path ?? '', { ...batch[0], headers: {}, token: others });
      await Promise.all(batch.map((given, index) => expectNoMark(given, index % 2 === 0 ? own.all : own.published)));
      await beside;
    }),
    { numRuns: REQUESTS / AT_ONCE, endOnFailure: true },
  );
  expect(responses).toBe(REQUESTS);
  expect(found).toBeGreaterThan(REQUESTS / 20);
}, 900_000);

test('the marked merchant itself sees the mark in every kind of response', async () => {
  const products = await api.request('/v1/products', { token: others });
  const collections = await api.request('/v1/collections', { token: others });
  const hits = await api.request('/v1/products/search', { token: others, json: { query: MARK, limit: 250 } });
  const results = await api.request('/v1/search', { token: others, json: { query: 'tent', facets: FACETS } });
  const suggestions = await api.request('/v1/search/suggestions?query=tent', { token: others });
  for (const response of [products, collections, hits, results, suggestions]) expect(response.text).toContain(MARK);
  expect(hits.body.length).toBe(8);
  for (const facet of ['collection', 'location', 'specifications.material'])
    expect(results.body.facets[facet].values[0].label).toContain(MARK);
  expect(suggestions.body.data.queries).toEqual([{ text: `tent ${MARK}` }]);
});
