/** An invalid body of `POST /v1/search` is a 400 that names every error. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import fc from 'fast-check';
import { insert, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectErrors, expectProblem } from '../responses.ts';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, shop('one'));
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

const send = (json: unknown) => api.request('/v1/search', { token, json });

/** There is no index here: a valid body reaches the engine, which gives a 503. */
const expectAllowed = (response: Awaited<ReturnType<typeof send>>) =>
  expectProblem(response, 503, 'search_unavailable');

const values = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);

test.each<[string, unknown]>([
  ['query', 5],
  ['query', null],
  ['query', 'x'.repeat(513)],
  ...[0, -1, 1.5, '1', null, 1e9].map((page): [string, unknown] => ['page', page]),
  ...[0, 101, 1.5, '20', null].map((perPage): [string, unknown] => ['perPage', perPage]),
  ['filter', null],
  ['filter.status', 'all'],
  ['filter.status', []],
  ['filter.status', ['draft', 'all']],
  ['filter.collection', ''],
  ['filter.collection', ['camping', 5]],
  ['filter.location', values(101)],
  ...[1, 'yes', 'TRUE', ['true']].map((inStock): [string, unknown] => ['filter.inStock', inStock]),
  ['filter.price', { min: 2, max: 1 }],
  ['filter.specifications', 'red'],
  ['filter.specifications', ['red']],
  // JSON.parse makes it a key like any other.
  ['filter.specifications', JSON.parse('{"__proto__": "steel", "colour": "red"}')],
  ['filter.variants', JSON.parse('{"__proto__": "steel"}')],
  ['filter.specifications', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 'x']))],
  ['filter.specifications', { '': 'steel' }],
  ['filter.variants', { ['k'.repeat(459)]: 'red' }],
  ['filter.specifications', { size: values(50), material: values(51) }],
  ['filter.specifications.material', 5],
  ['filter.specifications.material', []],
  ['filter.specifications.material', ' '],
  ['filter.specifications.material', 'x'.repeat(469)],
  ['filter.variants.Colour', ['red', '茶'.repeat(160)]],
  ['sort', 'price'],
  ['sort', { by: 'price' }],
  ['sort', { by: 'quantity', order: 'asc' }],
  ['facets', 'status'],
  ['facets', Array.from({ length: 21 }, (_, index) => `variants.${index}`)],
  ['facets.0', ['title']],
  ['facets.1', ['status', 'specifications.']],
  ['highlight', 'yes'],
  ['products', 'all'],
])('%s: %j', async (path, value) => {
  const parent = path.replace(/\.\d+$/, '');
  const body = parent.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  expectErrors(await send(body), path);
});

test('every valid form reaches the engine', async () => {
  for (const json of [
    {},
    { query: '' },
    { query: `  ${'x'.repeat(512)}  ` },
    { page: 50, perPage: 20 },
    { filter: { status: 'draft', collection: ['a', 'b'], location: 'c', featured: true, inStock: false, price: {} } },
    { filter: { featured: 'false', inStock: 'true' } },
    { filter: { specifications: { material: ['a', 'b'] }, variants: { Colour: 'red' } } },
    { filter: { specifications: { size: values(50), material: values(50) }, variants: { Colour: values(100) } } },
    { sort: 'relevance' },
    { sort: { by: 'title', order: 'desc' } },
    {
      facets: ['status', 'collection', 'location', 'featured', 'inStock', 'price', 'variants.a.b', 'specifications. '],
    },
    { facets: ['status', 'status'], highlight: true, products: 'full' },
  ])
    expectAllowed(await send(json));
});

test('results beyond the first 1,000 cannot be paged, and the error has the reason', async () => {
  expectAllowed(await send({ page: 50 }));
  expectAllowed(await send({ page: 1000, perPage: 1 }));
  expectAllowed(await send({ page: 34, perPage: 30 }));
  for (const json of [{ page: 51 }, { page: 11, perPage: 100 }, { page: 35, perPage: 30 }, { page: 1001 }]) {
    const response = await send(json);
    expectErrors(response, 'page');
    expect(response.body.detail).toContain('is beyond the first 1000 results');
  }
});

test('a request without a body is one without any field', async () => {
  for (const body of ['', '{}']) {
    const headers = { 'content-type': 'application/json' };
    expectAllowed(await api.request('/v1/search', { token, body, headers }));
  }
  // As `curl -X POST` sends it: without a Content-Length.
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const outgoing = request(`${api.url}/v1/search`, { method: 'POST', agent: false, headers });
  for (const name of ['content-length', 'transfer-encoding']) outgoing.removeHeader(name);
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(503);
  response.destroy();
});

test.each(['null', '5', '"tent"', '[]', 'true'])('%s is no JSON object, and is rejected', async (body) => {
  const headers = { 'content-type': 'application/json' };
  expectErrors(await api.request('/v1/search', { token, body, headers }), '');
});

test('unknown fields are rejected with a list of the known ones', async () => {
  const known = 'query, page, perPage, filter, sort, facets, highlight, products';
  for (const [json, path, list] of [
    [{ q: 'tent' }, '', known],
    [{ limit: 10 }, '', known],
    [{ filter: { colour: 'red' } }, 'filter', 'status, collection, location'],
  ] as const) {
    const response = await send(json);
    expectErrors(response, path);
    expect(response.body.errors[0].message).toContain(list);
  }
});

test('a filter with too many keys or values is one error, not one for each of them', async () => {
  const keys = values(1000).map((key) => `"${key}":0`);
  const body = `{"filter":{"specifications":{${keys}},"variants":{"Colour":[${keys.map(() => '0')}]}}}`;
  const response = await api.request('/v1/search', {
    token,
    body,
    headers: { 'content-type': 'application/json' },
  });
  expectErrors(response, 'filter.specifications', 'filter.specifications', 'filter.variants');
  expect(response.body.errors.map(({ message }: { message: string }) => message)).toEqual([
    'must have at most 20 keys',
    'must have at most 100 values, all keys together',
    'must have at most 100 values, all keys together',
  ]);
});

test.each([
  [
    { facets: [1] },
    'must be one of status, collection, location, featured, inStock, price, specifications.<key>, variants.<key>',
  ],
  [{ sort: { by: 'price', order: 'asc', next: 'title' } }, 'has unknown fields: next; the known ones are by, order'],
  [{ filter: { variants: { ['k'.repeat(459)]: 'red' } } }, 'has a key that must have at most 458 characters'],
  [{ filter: { variants: { '': 'red' } } }, 'has a key that must be a text, and not empty'],
])('%j: an error has the reason and what is allowed', async (json, message) => {
  const { body } = await send(json);
  expect(body.errors.map((error: { message: string }) => error.message)).toEqual([message]);
});

test('all errors are reported at once', async () => {
  const json = { query: 5, page: 0, filter: { status: 'x', specifications: { a: '' } }, facets: ['x'], sort: 'x' };
  expectErrors(await send(json), 'query', 'page', 'filter.status', 'filter.specifications.a', 'facets.0', 'sort');
});

test.each<[object, string[]]>([
  [{ page: 51, highlight: 'x' }, ['page', 'highlight']],
  [{ page: 1001, perPage: 0 }, ['page', 'perPage']],
  [{ page: 51, q: 'tent', filter: { specifications: { a: ' ' } } }, ['', 'page', 'filter.specifications.a']],
  [{ filter: { specifications: { a: ' ', b: 5 } } }, ['filter.specifications.a', 'filter.specifications.b']],
  [{ filter: { variants: { a: ' ', '': 'red' } } }, ['filter.variants', 'filter.variants.a']],
])('%j: an error of several fields is reported beside those of a field', async (json, paths) => {
  expectErrors(await send(json), ...paths);
});

test('any JSON gets a 400 or is valid, never another failure', async () => {
  const known = fc.record(
    {
      query: fc.oneof(fc.string(), fc.jsonValue()),
      page: fc.oneof(fc.integer(), fc.jsonValue()),
      perPage: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.jsonValue()),
      filter: fc.oneof(
        fc.dictionary(fc.constantFrom('status', 'collection', 'price', 'specifications', 'variants'), fc.jsonValue()),
        fc.jsonValue(),
      ),
      sort: fc.jsonValue(),
      facets: fc.oneof(fc.array(fc.string({ unit: 'binary' })), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(known, fc.jsonValue()), async (json) => {
      const { status } = await send(json);
      expect([json, [400, 413, 503]]).toEqual([json, expect.arrayContaining([status])]);
    }),
    { numRuns: 150 },
  );
});
