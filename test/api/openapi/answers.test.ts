/** Real responses have exactly the fields, types and headers of the OpenAPI description. */
import { productExample } from '../../../src/products/schema.ts';
import { resultsExamples } from '../../../src/search/results/schema.ts';
import { readProjectFile } from '../../docs/support/documents.ts';
import { collection, insert, location, membership, merchant, product, shop } from '../../support/fixtures.ts';
import { type Api, type ApiResponse, createService, eventually, type TestService } from '../../support/service.ts';
import type { Results } from '../results/support.ts';
import {
  createValidator,
  type Description,
  propertiesOfSchema,
  propertiesOfValue,
  readDescription,
  resolve,
} from './description.ts';

let service: TestService;
const apis: Record<'A' | 'B', Api> = {} as never;
const descriptions: Record<'A' | 'B', Description> = {} as never;
const errorsOf: Record<'A' | 'B', ReturnType<typeof createValidator>> = {} as never;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    ...shop('one'),
    merchants: [...shop('one').merchants, { _id: 'closed', name: 'Closed', handle: 'closed', status: 'disabled' }],
    products: [product('p1', 'one', { title: 'Dome tent' }), product('p2', 'one', { title: 'Tent pegs' })],
    collections: [
      collection('c1', 'one', { name: 'Tents', images: [{ path: 'c1.jpg', mimeType: 'image/jpeg', role: 'image' }] }),
    ],
    memberships: [membership('c1', 'p1', 'one'), membership('c1', 'p2', 'one')],
  });
  token = await service.token('one');
  await service.startIndexer();
  for (const form of ['A', 'B'] as const) {
    apis[form] = await service.startApi({
      SEARCH_RESPONSE_FORM: form,
      COLLECTION_PRODUCTS_LIMIT: '1',
      RATE_LIMIT_PER_SECOND: '1000',
    });
    descriptions[form] = await readDescription(apis[form]);
    errorsOf[form] = createValidator(descriptions[form]);
  }
});
afterAll(() => service.stop());

/**
 * Expects the response to match its operation. Returns properties that only the response has, and ones that only the
 * schema has.
 */
function expectDescribed(
  form: 'A' | 'B',
  operation: string,
  response: ApiResponse,
): { unnamed: string[]; absent: string[] } {
  const [method = '', path = ''] = operation.split(' ');
  const description = descriptions[form];
  const found = description.paths[path]?.[method]?.responses[response.status];
  expect([operation, response.status, found]).toEqual([operation, response.status, expect.anything()]);
  const { headers = {}, content = {} } = resolve(description, found ?? {});
  for (const [name, header] of Object.entries(headers)) {
    const { required, schema } = resolve(description, header as never) as { required?: boolean; schema: object };
    const value = response.headers.get(name);
    if (required) expect([operation, name, value]).toEqual([operation, name, expect.any(String)]);
    if (value !== null) expect(errorsOf[form](schema, value)).toEqual([]);
  }
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (response.text === '') {
    expect(content).toEqual({});
    return { unnamed: [], absent: [] };
  }
  const schema = content[mediaType]?.schema;
  expect([operation, Object.keys(content)]).toEqual([operation, expect.arrayContaining([mediaType])]);
  if (schema === undefined || !mediaType.endsWith('json')) return { unnamed: [], absent: [] };
  expect(errorsOf[form](schema, response.body)).toEqual([]);
  const named = new Set(propertiesOfSchema(description, schema));
  const present = new Set(propertiesOfValue(response.body));
  return {
    unnamed: [...present].filter((name) => !named.has(name)),
    absent: [...named].filter((name) => !present.has(name)),
  };
}

const NOTHING = { unnamed: [], absent: [] };
const send = (form: 'A' | 'B', path: string, options = {}) => apis[form].request(path, { token, ...options });

test('a page of products', async () => {
  const response = await send('A', '/v1/products?page=1&perPage=1');
  expect(response.status).toBe(200);
  // The keys of specifications are the merchant's.
  expect(expectDescribed('A', 'get /v1/products', response)).toEqual({
    unnamed: ['.data[].specifications.material'],
    absent: [],
  });
});

test('one product, a 304, and a missing one', async () => {
  const response = await send('A', '/v1/products/p1');
  expect(response.status).toBe(200);
  expect(expectDescribed('A', 'get /v1/products/{id}', response)).toEqual({
    unnamed: ['.specifications.material'],
    absent: [],
  });
  const etag = response.headers.get('etag') ?? '';
  const again = await send('A', '/v1/products/p1', { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  expectDescribed('A', 'get /v1/products/{id}', again);
  const missing = await send('A', '/v1/products/none');
  expect(missing.status).toBe(404);
  expectDescribed('A', 'get /v1/products/{id}', missing);
});

test('documents with malformed values only', async () => {
  const malformed = [null, undefined, 7, 'x', true, { key: [1] }, new Date(8.64e15), new Date(-8.64e15), Number.NaN];
  const fill = (document: object, value: unknown) =>
    Object.fromEntries(
      Object.entries(document).map(([field, given]) => [field, typeof given === 'object' ? [null, value, {}] : value]),
    );
  const documents = (whole: object) => {
    // A compound index accepts only one array per document, so the dates get the value itself.
    const { _id, merchantId, createdAt: _createdAt, updatedAt: _updatedAt, ...rest } = whole as Record<string, unknown>;
    return malformed.map((value, index) => ({
      ...fill(rest, value),
      createdAt: value,
      updatedAt: value,
      _id: `malformed-${index}`,
      merchantId: 'malformed',
    }));
  };
  await insert(service.catalogue, {
    merchants: [{ _id: 'malformed' }],
    products: documents(product('', 'malformed')),
    collections: documents(collection('', 'malformed')),
  });
  for (const path of ['/v1/products', '/v1/collections']) {
    const response = await send('A', path, { token: await service.token('malformed') });
    expect([response.status, (response.body as { data: unknown[] }).data.length]).toEqual([200, malformed.length]);
    expectDescribed('A', `get ${path}`, response);
  }
});

test('a page of collections, one of them truncated', async () => {
  const response = await send('A', '/v1/collections');
  expect(expectDescribed('A', 'get /v1/collections', response)).toEqual(NOTHING);
  expect(response.headers.get('catalogue-truncated')).toBe('c1');
});

test('a 304', async () => {
  const etag = (await send('A', '/v1/products')).headers.get('etag') ?? '';
  const response = await send('A', '/v1/products', { headers: { 'if-none-match': etag } });
  expect(response.status).toBe(304);
  expectDescribed('A', 'get /v1/products', response);
});

test.each(['A', 'B'] as const)('a search in form %s', async (form) => {
  const search = () => send(form, '/v1/products/search', { json: { query: 'tent', highlight: true } });
  const length = ({ body }: ApiResponse) => ((body as { data?: unknown[] }).data ?? (body as unknown[])).length;
  const response = await eventually(search, (found) => found.status === 200 && length(found) === 2);
  expect(expectDescribed(form, 'post /v1/products/search', response)).toEqual(
    form === 'A' ? NOTHING : { unnamed: ['.data[].specifications.material'], absent: [] },
  );
});

test.each(['reduced', 'full'] as const)('a page of results with %s products', async (products) => {
  const facets = ['status', 'collection', 'price', 'variants.Colour'];
  const json = { query: 'tent', highlight: true, facets, products };
  const response = await eventually(
    () => send('A', '/v1/search', { json }),
    ({ status, body }) => status === 200 && (body as { data: unknown[] }).data.length === 2,
  );
  expectDescribed('A', 'post /v1/search', response);
});

test('suggestions', async () => {
  const response = await eventually(
    () => send('A', '/v1/search/suggestions?query=ten'),
    ({ status, body }) => status === 200 && (body as { data: { products: unknown[] } }).data.products.length === 2,
  );
  // Nobody has searched yet.
  const absent = ['.data.queries[].text'];
  expect(expectDescribed('A', 'get /v1/search/suggestions', response)).toEqual({ unnamed: [], absent });
});

test('form B is of POST /v1/products/search alone', async () => {
  const [A, B] = await Promise.all(
    (['A', 'B'] as const).map(async (form) => {
      const results = await eventually(
        () => send(form, '/v1/search', { json: { query: 'tent' } }),
        ({ status, body }) => status === 200 && (body as { data: unknown[] }).data.length === 2,
      );
      const suggestions = await send(form, '/v1/search/suggestions?query=ten');
      expectDescribed(form, 'post /v1/search', results);
      expectDescribed(form, 'get /v1/search/suggestions', suggestions);
      return { results: (results.body as { data: unknown }).data, suggestions: suggestions.body };
    }),
  );
  expect(B).toEqual(A);
  expect(A).toMatchObject({
    results: [{ product: { id: 'p1' } }, { product: { id: 'p2' } }],
    suggestions: { data: { products: [{ id: 'p1' }, { id: 'p2' }] } },
  });
});

/** The product of the examples, and another tent that has the word `red` and another colour. */
async function insertExamples(): Promise<void> {
  const { id, location: at, merchant: owner, collections, ...stored } = productExample;
  const dates = ({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }) => ({
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  });
  const other = { title: 'Tunnel tent', subtitle: 'With red poles', variants: [{ key: 'Colour', value: 'blue' }] };
  await insert(service.catalogue, {
    merchants: [merchant(owner.id, owner)],
    locations: [location(at.id, owner.id, at)],
    products: [
      product(id, owner.id, { ...stored, ...dates(stored), locationId: at.id }),
      product('tent-3', owner.id, { ...other, locationId: at.id }),
    ],
    collections: collections.map((each) => collection(each.id, owner.id, { ...each, ...dates(each) })),
    memberships: collections.map((each) => membership(each.id, id, owner.id)),
  });
}

test('the examples of POST /v1/search are what the service answers, and docs/api.md has the same query', async () => {
  await insertExamples();
  const api = await service.startApi({
    IMAGE_UPLOAD_BASE_URL: 'https://uploads.example.com',
    IMAGE_DOWNLOAD_BASE_URL: 'https://images.example.com',
  });
  const ownToken = await service.token(productExample.merchant.id, 'published');
  const answerTo = (json: object) => api.request<Results>('/v1/search', { token: ownToken, json });
  // Products are inserted before their memberships.
  const collectionIds = productExample.collections.map((each) => each.id);
  for (const [filter, total] of [
    [{}, 2],
    [{ collection: collectionIds }, 1],
  ] as const)
    await eventually(
      () => answerTo({ filter }),
      ({ status, body }) => status === 200 && body.meta.total === total,
    );
  const varying = { tookMs: expect.any(Number), searchId: expect.any(String) };
  for (const { request, response } of Object.values(resultsExamples))
    expect((await answerTo(request)).body).toEqual({ ...response, meta: { ...response.meta, ...varying } });
  const { query, correctedQuery } = resultsExamples.search.response.meta;
  expect(readProjectFile('docs/api.md')).toContain(`"query": "${query}", "correctedQuery": "${correctedQuery}"`);
});

test('problems of every status that a client can cause', async () => {
  const closed = await service.token('closed');
  const search = 'post /v1/products/search';
  const json = { 'content-type': 'application/json' };
  const cases: readonly [number, string, Promise<ApiResponse>][] = [
    [400, 'get /v1/products', send('A', '/v1/products?page=0')],
    [400, search, send('A', '/v1/products/search', { json: { query: '' } })],
    [401, 'get /v1/collections', send('A', '/v1/collections', { token: 'none' })],
    [403, 'get /v1/products', send('A', '/v1/products', { token: closed })],
    [405, 'get /v1/products', send('A', '/v1/products', { method: 'PUT' })],
    [405, 'get /livez', send('A', '/livez', { method: 'DELETE' })],
    [404, 'get /docs/{file}', send('A', '/docs/none')],
    [413, search, send('A', '/v1/products/search', { method: 'POST', headers: json, body: `"${'x'.repeat(20_000)}"` })],
    [414, 'get /v1/products', send('A', `/v1/products?x=${'x'.repeat(8192)}`)],
    [400, 'get /docs/{file}', send('A', '/docs/%ZZ')],
    [415, search, send('A', '/v1/products/search', { method: 'POST', body: 'query=x' })],
  ];
  for (const [status, operation, pending] of cases) {
    const response = await pending;
    expect([operation, response.status]).toEqual([operation, status]);
    const { unnamed, absent } = expectDescribed('A', operation, response);
    expect(unnamed).toEqual([]);
    expect(absent).toEqual(status === 400 ? [] : ['.errors', '.errors[].path', '.errors[].message']);
  }
});

test('a token over its rate limit, and an address that guesses tokens', async () => {
  const api = await service.startApi({
    RATE_LIMIT_PER_SECOND: '1',
    RATE_LIMIT_BURST: '1',
    FAILED_AUTHENTICATIONS_PER_MINUTE: '1',
  });
  const statusOf = async (given: string) => {
    const response = await api.request('/v1/products', { token: given });
    expectDescribed('A', 'get /v1/products', response);
    return response.status;
  };
  const isRateLimited = (status: number) => status === 429;
  expect(await statusOf(token)).toBe(200);
  await eventually(() => statusOf(token), isRateLimited);
  expect(await statusOf('none')).toBe(401);
  await eventually(() => statusOf('none'), isRateLimited);
});

test("the service's own paths", async () => {
  for (const path of ['/livez', '/readyz', '/metrics', '/openapi.json', '/docs']) {
    const response = await apis.A.request(path);
    expect([path, response.status]).toEqual([path, 200]);
    if (path !== '/openapi.json') expect(expectDescribed('A', `get ${path}`, response)).toEqual(NOTHING);
  }
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js'])
    expectDescribed('A', 'get /docs/{file}', await apis.A.request(`/docs/${file}`));
});

test("the service's own paths with an ETag, and with headers that are too large", async () => {
  for (const [operation, path] of [
    ['get /openapi.json', '/openapi.json'],
    ['get /docs', '/docs'],
    ['get /docs/problems', '/docs/problems'],
    ['get /docs/problems/{code}', '/docs/problems/not_found'],
    ['get /docs/{file}', '/docs/start.js'],
  ] as const) {
    const etag = (await apis.A.request(path)).headers.get('etag') ?? '';
    const again = await apis.A.request(path, { headers: { 'if-none-match': etag } });
    expect([path, again.status]).toEqual([path, 304]);
    expectDescribed('A', operation, again);
  }
  const refused = await apis.A.request('/livez', { headers: { 'x-large': 'x'.repeat(20_000) } });
  expect(refused.status).toBe(431);
  expectDescribed('A', 'get /livez', refused);
});
