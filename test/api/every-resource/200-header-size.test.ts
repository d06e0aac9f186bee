/** The headers of a response stay below 16 KiB, which clients accept, for every URL that the API accepts. */
import fc from 'fast-check';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { linksOf } from '../responses.ts';

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_URL_BYTES = 8 * 1024;
/** As long as their parameters may be, so that they need most of a URL. */
const ID = '\u{1F3D5}'.repeat(200);
const longId = (beginning: string): string => `${beginning}${ID}`.slice(0, 200);
/** Collections with more products than a response shows. Not all of their ids fit into a header. */
const TRUNCATED = [ID, ...['c1', 'c2'].map(longId)];
const OTHERS = ['c3', 'c4'].map(longId);
const HANDLE = '\u{1F3D5}'.repeat(450);

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const ids = ['p1', 'p2', 'p3', 'p4'];
  await insert(service.catalogue, {
    ...shop('one'),
    products: ids.map((id) => product(id, 'one', { handle: HANDLE })),
    collections: [...TRUNCATED, ...OTHERS].map((id) => collection(id, 'one')),
    memberships: TRUNCATED.flatMap((collectionId) => ids.map((id) => membership(collectionId, id, 'one'))),
  });
  token = await service.token('one');
  api = await service.startApi({ COLLECTION_PRODUCTS_LIMIT: '1' });
});
afterAll(() => service.stop());

/** Sends a request, and checks the size of the response's headers. */
async function send(path: string) {
  const response = await api.request(path, { token });
  const bytes = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  expect([path.slice(0, 100), bytes < MAX_HEADER_BYTES]).toEqual([path.slice(0, 100), true]);
  return response;
}

test.each(['/v1/products', '/v1/collections'])('%s does not repeat long unknown parameters in Link', async (path) => {
  const response = await send(`${path}?perPage=1&x=${'!'.repeat(7000)}`);
  expect(response.status).toBe(200);
  const links = Object.values(linksOf(response));
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) expect(link).toMatch(/^[^?]*\?(perPage=1|page=\d+|&)+$/);
});

test('a page whose parameters do not fit four times into Link has its next page there', async () => {
  const given = new URLSearchParams({ page: '2', perPage: '1', collection: ID, handle: HANDLE });
  const response = await send(`/v1/products?${given}`);
  expect([response.status, response.body.meta.total]).toEqual([200, 4]);
  const { next = '' } = linksOf(response);
  expect((await send(next)).body.meta.currentPage).toBe(3);
});

test('Catalogue-Truncated lists the ids that fit, and Catalogue-Truncated-Count counts all', async () => {
  const { headers } = await send('/v1/collections');
  const listed = (headers.get('catalogue-truncated') ?? '').split(', ').map(decodeURIComponent);
  expect([headers.get('catalogue-truncated-count'), listed.length]).toEqual(['3', 2]);
  expect(TRUNCATED).toEqual(expect.arrayContaining(listed));
});

const text = fc
  .tuple(fc.constantFrom('!', "'", 'a', '\u00e9', '\u5b57', '\u{1F3D5}', '%', ' '), fc.nat(520))
  .map(([character, length]) => character.repeat(length));
const parameters = fc.record(
  {
    page: fc.constantFrom('1', '2', '9'),
    perPage: fc.constantFrom('1', '2'),
    collection: fc.oneof(text, fc.constant(ID)),
    handle: fc.oneof(text, fc.constant(HANDLE)),
    search: text,
    unknown: text,
  },
  { requiredKeys: ['page', 'perPage'] },
);

test('the headers of any list stay below 16 KiB', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/v1/products', '/v1/collections'),
      parameters,
      fc.boolean(),
      async (path, given, isEncoded) => {
        const pairs = Object.entries(given).map(
          ([name, value = '']) =>
            `${name}=${isEncoded ? encodeURIComponent(value) : value.replace(/[%\s]|[^\x20-\x7e]/gu, encodeURIComponent)}`,
        );
        const url = `${path}?${pairs.join('&')}`;
        if (url.length <= MAX_URL_BYTES) await send(url);
      },
    ),
    { numRuns: 150 },
  );
});
