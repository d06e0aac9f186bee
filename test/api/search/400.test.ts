/** A search with an invalid body is a 400 that names every error; no body makes it fail with a 5xx. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { anyText } from '../../support/arbitraries/texts.ts';
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

const search = (json: unknown) => api.request('/v1/products/search', { token, json });
const send = (body: string, headers: Record<string, string> = {}) =>
  api.request('/v1/products/search', { token, body, headers: { 'content-type': 'application/json', ...headers } });

/** There is no index here: a valid body reaches the engine, which gives a 503. */
const expectAllowed = (response: Awaited<ReturnType<typeof search>>) =>
  expectProblem(response, 503, 'search_unavailable');

describe('query', () => {
  test.each([undefined, null, 5, true, ['cup'], { text: 'cup' }])('%p is no text', async (query) => {
    expectErrors(await search({ query }), 'query');
  });

  test.each(['', '   ', '\t\n\u00a0\u3000'])('%p is empty after trimming', async (query) => {
    expectErrors(await search({ query }), 'query');
  });

  test('has 1 to 512 characters after trimming', async () => {
    expectAllowed(await search({ query: 'x' }));
    expectAllowed(await search({ query: `  ${'x'.repeat(512)}  ` }));
    expectErrors(await search({ query: 'x'.repeat(513) }), 'query');
  });
});

describe('limit', () => {
  test.each([0, -1, 1.5, 251, 1e9, '10', null, true, [10]])('%p is not a whole number from 1 to 250', async (limit) => {
    const response = await search({ query: 'cup', limit });
    expectErrors(response, 'limit');
    expect(response.body.errors[0].message).toBe('must be a whole number from 1 to 250');
  });

  test.each(['1e400', '-1e400', '1e21', '9007199254740993'])('%s is rejected', async (limit) => {
    const response = await send(`{"query":"cup","limit":${limit}}`);
    expectProblem(response, 400, 'invalid_request');
    expect(new Set(response.body.errors.map(({ path }: { path: string }) => path))).toEqual(new Set(['limit']));
  });

  test('may be 1 to 250', async () => {
    for (const limit of [1, 10, 250]) expectAllowed(await search({ query: 'cup', limit }));
  });
});

describe('filter and highlight', () => {
  test.each<[string, unknown]>([
    ['filter', null],
    ['filter', 'status = draft'],
    ['filter', ['status = draft']],
    ['filter.status', 'all'],
    ['filter.status', ['draft']],
    ['filter.collection', ''],
    ['filter.collection', 5],
    ['filter.collection', { $ne: '' }],
    ['filter.collection', 'x'.repeat(201)],
    ['filter.location', ''],
    ['filter.location', null],
    ['filter.featured', 'true'],
    ['filter.inStock', 1],
    ['filter.price', 5],
    ['filter.price', { min: 2, max: 1 }],
    ['filter.price.min', '1'],
    ['filter.price.max', null],
    ['highlight', 'yes'],
    ['highlight', 1],
  ])('%s: %p', async (path, value) => {
    const body = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
    expectErrors(await search({ query: 'cup', ...body }), path);
  });

  test('a JSON number outside the range of a double is rejected as a price', async () => {
    expectErrors(await send('{"query":"cup","filter":{"price":{"max":1e999}}}'), 'filter.price.max');
  });
});

describe('unknown fields', () => {
  test.each([
    [{ q: 'cup' }, '', 'query, limit, filter, highlight'],
    [{ filter: { merchantId: 'two' } }, 'filter', 'status, collection, location, featured, inStock, price'],
    [{ filter: { price: { above: 1 } } }, 'filter.price', 'min, max'],
  ])('%j is rejected with a list of the known ones', async (given, path, known) => {
    const response = await search({ query: 'cup', ...given });
    expectErrors(response, path);
    expect(response.body.errors[0].message).toContain(known);
  });

  test('the detail says that they are in the body', async () => {
    const { body } = await search({ query: 'cup', page: 2 });
    const known = 'the known ones are query, limit, filter, highlight';
    expect(body.detail).toBe(`The body has unknown fields: page; ${known}.`);
  });

  test.each(['__proto__', 'constructor', 'toString'])('%s is unknown', async (name) => {
    expectErrors(await send(`{"query":"cup","${name}":{"limit":1}}`), '');
  });
});

test('all errors are reported at once', async () => {
  const response = await search({ query: '', limit: 0, filter: { status: 'x', featured: 1 }, highlight: 'x', page: 2 });
  expectErrors(response, '', 'query', 'limit', 'filter.status', 'filter.featured', 'highlight');
});

describe('a body that is no JSON object', () => {
  test.each(['null', '5', '"cup"', '[]', '[{"query":"cup"}]', 'true'])('%s is rejected', async (body) => {
    expectErrors(await send(body), '');
  });

  test.each([
    '{',
    '{"query":"cup"',
    "{'query':'cup'}",
    'query=cup',
    '{"query":"cup"}}',
    '\u0000',
    '{"query":"\n"}',
    'NaN',
    ' ',
  ])('%p is not JSON', async (body) => {
    const response = await send(body);
    expectErrors(response, '');
    expect(response.body.errors[0].message).toBe('The body is not valid JSON');
  });

  test('a missing body is rejected', async () => {
    const response = await api.request('/v1/products/search', {
      token,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expectProblem(response, 400, 'invalid_request');
  });

  test('a body that does not match its Content-Encoding is rejected', async () => {
    for (const encoding of ['gzip', 'deflate', 'br'])
      expectProblem(await send('{"query":"cup"}', { 'content-encoding': encoding }), 400, 'invalid_request');
  });

  test('a truncated compressed body is rejected', async () => {
    const cut = gzipSync('{"query":"cup"}').subarray(0, 20);
    const response = await fetch(`${api.url}/v1/products/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: cut,
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'invalid_request']);
  });
});

test('any JSON gets a 400 or is valid, never another failure', async () => {
  const known = fc.record(
    {
      query: fc.oneof(anyText({ maxLength: 520 }), fc.jsonValue()),
      limit: fc.oneof(fc.integer(), fc.double(), fc.jsonValue()),
      filter: fc.oneof(
        fc.record(
          {
            status: fc.jsonValue(),
            collection: fc.jsonValue(),
            price: fc.jsonValue(),
            location: anyText(),
          },
          { requiredKeys: [] },
        ),
        fc.jsonValue(),
      ),
      highlight: fc.oneof(fc.boolean(), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(known, fc.jsonValue()), async (json) => {
      const response = await search(json);
      if (response.status === 503) expectAllowed(response);
      // A query without words finds nothing, without an engine call.
      else if (response.status === 200) expect(response.body).toEqual([]);
      else
        expectProblem(
          response,
          response.status === 413 ? 413 : 400,
          response.status === 413 ? 'payload_too_large' : 'invalid_request',
        );
    }),
    { numRuns: 100 },
  );
});

test('any bytes get a 4xx problem, never a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(anyText({ maxLength: 60 }), async (body) => {
      expectProblem(await send(body), 400, 'invalid_request');
    }),
    { numRuns: 60 },
  );
});
