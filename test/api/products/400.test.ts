/** `GET /v1/products` responds to invalid parameters with a 400 that names each of them, and no input makes it fail. */
import fc from 'fast-check';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectErrors, expectProblem } from '../responses.ts';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one')] });
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

const send = (query: string) => api.request(`/v1/products?${query}`, { token });

const NOT_WHOLE = [
  '0',
  '-1',
  '1.5',
  '1e2',
  '0x10',
  '+1',
  '%201',
  '1%20',
  '',
  'one',
  'NaN',
  'Infinity',
  '١',
  '1,2',
  '[]',
];

test.each(NOT_WHOLE)('page and perPage must be whole numbers: %p is invalid', async (value) => {
  expectErrors(await send(`page=${value}`), 'page');
  expectErrors(await send(`perPage=${value}`), 'perPage');
});

test.each([
  ['page', '9007199254740992'],
  ['page', '99999999999999999999'],
  ['perPage', '501'],
  ['perPage', '1000000'],
])('%s=%s is out of range', async (name, value) => {
  const response = await send(`${name}=${value}`);
  expectErrors(response, name);
  expect(response.body.errors[0].message).toMatch(/whole number from 1/);
});

test.each(['_id', 'merchantId', '$where', 'PRICE', '', 'price,title', '__proto__', 'constructor'])(
  'sortBy=%s is rejected with a list of the sort fields',
  async (value) => {
    const response = await send(`sortBy=${encodeURIComponent(value)}`);
    expectErrors(response, 'sortBy');
    expect(response.body.errors[0].message).toBe(
      'must be one of createdAt, updatedAt, price, quantity, status, featured, handle, currency, id, title, subtitle, barcode',
    );
  },
);

test.each([
  ['sortOrder', 'ascending', 'must be one of asc, desc'],
  ['sortOrder', 'ASC', 'must be one of asc, desc'],
  ['status', 'all', 'must be one of draft, published, archived'],
  ['status', '', 'must be one of draft, published, archived'],
  ['collection', '', 'must not be empty'],
  ['collection', 'x'.repeat(201), 'must have at most 200 characters'],
])('%s=%s is rejected: %s', async (name, value, message) => {
  const response = await send(`${name}=${value}`);
  expectErrors(response, name);
  expect(response.body.errors[0].message).toBe(message);
});

test.each(['page', 'perPage', 'sortBy', 'sortOrder', 'collection', 'status'])(
  '%s given twice is rejected, even with the same value',
  async (name) => {
    const value = { page: '1', perPage: '1', sortBy: 'id', sortOrder: 'asc', status: 'draft' }[name] ?? 'c';
    const response = await send(`${name}=${value}&${name}=${value}`);
    expectErrors(response, name);
    expect(response.body.errors[0].message).toBe('must be given once');
  },
);

test('all errors are reported at once, in `detail` too', async () => {
  const response = await send('page=0&perPage=1&perPage=2&sortBy=colour&sortOrder=up&status=new&collection=');
  expectErrors(response, 'page', 'perPage', 'sortBy', 'sortOrder', 'status', 'collection');
  for (const name of ['page', 'perPage', 'sortBy', 'sortOrder', 'status', 'collection'])
    expect(response.body.detail).toContain(name);
});

test('the token is checked before the parameters', async () => {
  expectProblem(await api.request('/v1/products?page=0'), 401, 'unauthorized');
});

const NAMES = [
  'page',
  'perPage',
  'sortBy',
  'sortOrder',
  'collection',
  'status',
  'x',
  'page[]',
  'filter[$ne]',
  '__proto__',
];
const part = fc.oneof(
  fc.constantFrom('1', '2', '0', 'price', 'asc', 'draft', '%', '%00', '%ff', '%ZZ', '[$gt]=1', '{"$gt":""}', ';', '+'),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc
    .string({ unit: fc.constantFrom(...'abc019=&?%+[]{}$.,;:!\'()*~^|`<>\\"'), maxLength: 12 })
    .map((text) => text.replaceAll('#', '')),
);

test('any query string gets a page or a 4xx problem, never a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...NAMES), part), { maxLength: 5 }), async (pairs) => {
      const response = await send(pairs.map(([name, value]) => `${name}=${value}`).join('&'));
      if (response.status === 200) expect(Object.keys(response.body)).toEqual(['meta', 'data']);
      else expectProblem(response, 400, 'invalid_request');
    }),
    { numRuns: 150 },
  );
});

const SAFE_ID = /^[A-Za-z0-9._-]{1,128}$/;
/** Allowed header characters: printable ASCII, and Latin-1 from old clients. */
const LATIN_1 = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)).filter((it) =>
  /[ -~\u00a0-\u00ff]/.test(it),
);
const headerText = fc.string({ unit: fc.constantFrom(...LATIN_1), maxLength: 200, size: 'max' });
const NAMED = [
  'x-request-id',
  'if-none-match',
  'accept',
  'accept-encoding',
  'accept-language',
  'range',
  'x-forwarded-for',
];

test('any header gets a page, never a 5xx, and only a safe request id is used', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...NAMED), headerText), async (headers) => {
      const response = await api.request('/v1/products', {
        token,
        headers: { 'accept-encoding': 'identity', ...headers },
      });
      expect([200, 304]).toContain(response.status);
      // HTTP strips only spaces and tabs from a value.
      const given = headers['x-request-id']?.replace(/^[ \t]+|[ \t]+$/g, '');
      const echoed = response.headers.get('x-request-id') ?? '';
      expect(echoed).toMatch(SAFE_ID);
      expect(echoed === given).toBe(given !== undefined && SAFE_ID.test(given));
    }),
    { numRuns: 100 },
  );
});
