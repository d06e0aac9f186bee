/**
 * `GET /v1/collections` responds to invalid parameters with a 400 that names each of them, and no search makes it fail.
 */
import fc from 'fast-check';
import { anyText } from '../../support/arbitraries/texts.ts';
import { collection, insert, merchant } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectErrors, expectProblem } from '../responses.ts';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { merchants: [merchant('one')], collections: [collection('c1', 'one')] });
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

const send = (query: string) => api.request(`/v1/collections?${query}`, { token });

test.each([
  ['page=0', 'page'],
  ['page=x', 'page'],
  ['page=1&page=2', 'page'],
  ['perPage=0', 'perPage'],
  ['perPage=501', 'perPage'],
  ['perPage=1&perPage=1', 'perPage'],
  ['search=a&search=b', 'search'],
  [`search=${'x'.repeat(201)}`, 'search'],
  ['search=a%00b', 'search'],
])('%s is rejected, and the error names %s', async (query, name) => {
  expectErrors(await send(query), name);
});

test('all errors are reported at once', async () => {
  expectErrors(await send(`page=-1&perPage=1.5&search=${'x'.repeat(201)}`), 'page', 'perPage', 'search');
});

test('any search gets a page or a 400, never a 5xx', async () => {
  const text = fc.oneof(
    anyText({ maxLength: 210 }),
    fc.string({ unit: fc.constantFrom(...'\\QEpPLu{}()[]*+?^$|.,:=!<>-0x'), maxLength: 30, size: 'max' }),
  );
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      const response = await send(`search=${encodeURIComponent(given.toWellFormed())}`);
      if (response.status === 200) expect(Object.keys(response.body)).toEqual(['meta', 'data']);
      else {
        // A text may be too long and have a NUL.
        expectProblem(response, 400, 'invalid_request');
        expect(new Set(response.body.errors.map(({ path }: { path: string }) => path))).toEqual(new Set(['search']));
      }
    }),
    { numRuns: 100 },
  );
});

test('the token is checked first', async () => {
  expectProblem(await api.request('/v1/collections?page=0'), 401, 'unauthorized');
});
