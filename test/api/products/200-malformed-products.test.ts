/** Whatever a stored product has, the list is a 200 with the documented types, and each malformed value is counted. */
import fc from 'fast-check';
import { Binary, Code, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'mongodb';
import type { OwnedStored } from '../../../src/catalogue/stored-documents.ts';
import { productSerialiser } from '../../../src/products/serialise.ts';
import { anyText } from '../../support/arbitraries/texts.ts';
import { insert, location, merchant, product, shop, withoutValidators } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { idsOf } from '../responses.ts';

interface Case {
  readonly field: string;
  readonly stored: unknown;
  readonly shown: unknown;
}

const MALFORMED: readonly Case[] = [
  { field: 'price', stored: '19.95', shown: 19.95 },
  { field: 'price', stored: 'gratis', shown: 0 },
  { field: 'price', stored: Number.NaN, shown: 0 },
  { field: 'price', stored: Number.POSITIVE_INFINITY, shown: 0 },
  { field: 'price', stored: Decimal128.fromString('NaN'), shown: 0 },
  { field: 'price', stored: Decimal128.fromString('-Infinity'), shown: 0 },
  { field: 'price', stored: null, shown: 0 },
  { field: 'price', stored: { amount: 5 }, shown: 0 },
  { field: 'quantity', stored: '12', shown: 12 },
  { field: 'quantity', stored: [3], shown: 0 },
  { field: 'status', stored: 'sold out', shown: 'draft' },
  { field: 'status', stored: 'Published', shown: 'draft' },
  { field: 'status', stored: ['published'], shown: 'draft' },
  { field: 'title', stored: 42, shown: '42' },
  { field: 'title', stored: null, shown: '' },
  { field: 'title', stored: { en: 'Cup' }, shown: '' },
  { field: 'handle', stored: true, shown: 'true' },
  { field: 'subtitle', stored: ['a', 'b'], shown: '' },
  { field: 'featured', stored: 'yes', shown: false },
  { field: 'featured', stored: 1, shown: false },
  { field: 'images', stored: 'a.jpg', shown: [] },
  { field: 'images', stored: [null, 'a.jpg', 7], shown: [] },
  { field: 'variants', stored: { Colour: 'red' }, shown: [] },
  { field: 'specifications', stored: ['steel'], shown: {} },
  {
    field: 'specifications',
    stored: { weight: 12, fragile: true, size: { width: 1 } },
    shown: { weight: '12', fragile: 'true' },
  },
  { field: 'createdAt', stored: '2026-01-31T10:30:00+01:00', shown: '2026-01-31T09:30:00.000+00:00' },
  { field: 'createdAt', stored: 'yesterday', shown: '1970-01-01T00:00:00.000+00:00' },
  { field: 'updatedAt', stored: 1_769_851_800_123, shown: '2026-01-31T09:30:00.123+00:00' },
  { field: 'updatedAt', stored: null, shown: '1970-01-01T00:00:00.000+00:00' },
];

const WELL_FORMED: readonly Case[] = [
  { field: 'price', stored: Decimal128.fromString('0.1'), shown: 0.1 },
  { field: 'price', stored: Decimal128.fromString('12345678901234567890.12'), shown: 12345678901234567000 },
  { field: 'price', stored: new Double(2.5), shown: 2.5 },
  { field: 'price', stored: new Int32(3), shown: 3 },
  { field: 'price', stored: -1, shown: -1 },
  { field: 'quantity', stored: Long.fromString('9007199254740993'), shown: 9007199254740992 },
  { field: 'subtitle', stored: null, shown: '' },
  { field: 'barcode', stored: undefined, shown: '' },
  { field: 'images', stored: null, shown: [] },
  { field: 'featured', stored: undefined, shown: false },
];

const ANY_KEYS = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c","a.b":"d","$e":"f","":"g"}') as object;

const PATHS = [
  ['../../secret.txt', 'https://images.example.com/%252E%252E/%252E%252E/secret.txt'],
  ['//other.example.org/a.jpg', 'https://images.example.com/other.example.org/a.jpg'],
  ['https://other.example.org/a.jpg', 'https://images.example.com/https%3A//other.example.org/a.jpg'],
  ['a\\b.jpg', 'https://images.example.com/a%5Cb.jpg'],
  ['a?b#c', 'https://images.example.com/a%3Fb%23c'],
] as const;

let service: TestService;
let api: Api;

/** One product per case, in order. */
const productsOf = (cases: readonly Case[], merchantId: string) =>
  cases.map(({ field, stored }, index) =>
    product(`${merchantId}-${String(index).padStart(3, '0')}`, merchantId, { [field]: stored }),
  );

beforeAll(async () => {
  service = await createService();
  await withoutValidators(service.catalogue);
  const nested = [
    { specifications: ANY_KEYS },
    {
      images: [{ path: 'a.jpg', mimeType: 'image/jpeg', role: 'image' }, null, { path: 5 }, {}],
      variants: [{ key: 'Size', value: 5 }, 'red', { value: 'blue' }],
    },
    { images: PATHS.map(([path]) => ({ path })) },
  ];
  for (const id of ['odd', 'ordinary', 'nested']) await insert(service.catalogue, shop(id));
  await insert(service.catalogue, {
    products: [
      ...productsOf(MALFORMED, 'odd'),
      ...productsOf(WELL_FORMED, 'ordinary'),
      ...nested.map((given, index) => product(`nested-${index}`, 'nested', given)),
    ],
  });
  api = await service.startApi();
});
afterAll(() => service.stop());

/** The products of a merchant in the order of their ids. */
async function shownOf(merchantId: string) {
  const token = await service.token(merchantId);
  const { status, body } = await api.request('/v1/products?sortBy=id&sortOrder=asc', { token });
  expect(status).toBe(200);
  return body.data;
}

/** The count of malformed values of products, or of documents of another kind, by field. */
async function countedByField(kind = 'product'): Promise<Map<string, number>> {
  const { text } = await api.request('/metrics');
  const series = new RegExp(`^catalogue_malformed_values_total\\{kind="${kind}",field="([^"]+)"\\} (\\d+)$`, 'gm');
  const lines = text.matchAll(series);
  return new Map([...lines].map(([, field = '', count]) => [field, Number(count)]));
}

test('a well-formed value of any BSON type is serialised as it is, and not counted', async () => {
  const before = await countedByField();
  const shown = await shownOf('ordinary');
  expect(WELL_FORMED.map(({ field }, index) => [field, shown[index][field]])).toEqual(
    WELL_FORMED.map((given) => [given.field, given.shown]),
  );
  expect(await countedByField()).toEqual(before);
});

test('a malformed value is serialised as well as possible, and counted by field', async () => {
  const before = await countedByField();
  const shown = await shownOf('odd');
  expect(MALFORMED.map(({ field }, index) => [field, shown[index][field]])).toEqual(
    MALFORMED.map((given) => [given.field, given.shown]),
  );
  const after = await countedByField();
  for (const field of new Set(MALFORMED.map((given) => given.field))) {
    const cases = MALFORMED.filter((given) => given.field === field).length;
    expect([field, (after.get(field) ?? 0) - (before.get(field) ?? 0)]).toEqual([
      field,
      // One of the two malformed specifications has three malformed values.
      field === 'specifications' ? 4 : cases,
    ]);
  }
});

test('a location that a product lacks is shown as empty, and counted as the `locationId` of the product', async () => {
  const ids = [undefined, 5, 'nowhere', 'ordinary-location', 'astray-location'];
  await insert(service.catalogue, {
    ...shop('astray'),
    products: ids.map((locationId, index) => product(`astray-${index}`, 'astray', { locationId })),
  });
  const [before, locationsBefore] = [await countedByField(), await countedByField('location')];
  const shown = await shownOf('astray');
  // biome-ignore lint/suspicious/noExplicitAny: the body of a response.
  expect(shown.map(({ location: { id, name } }: any) => [id, name])).toEqual([
    ['', ''],
    ['', ''],
    ['nowhere', ''],
    ['ordinary-location', ''],
    ['astray-location', 'Location astray-location'],
  ]);
  const after = await countedByField();
  expect((after.get('locationId') ?? 0) - (before.get('locationId') ?? 0)).toBe(4);
  expect(await countedByField('location')).toEqual(locationsBefore);
});

test('a merchant that is gone is counted as the `merchantId` of the product', () => {
  const counted: string[] = [];
  const serialise = productSerialiser(
    {
      merchant: null,
      locations: new Map([['gone-location', location('gone-location', 'gone') as OwnedStored]]),
      collections: new Map(),
    },
    {
      imageBaseUrls: { upload: '', download: '' },
      onMalformed: (kind, field) => counted.push(`${kind}.${field}`),
    },
  );
  expect(serialise(product('left', 'gone') as OwnedStored).merchant).toEqual({ id: 'gone', name: '', handle: '' });
  expect(counted).toEqual(['product.merchantId']);
});

test('a specification may have any key, even __proto__', async () => {
  const [{ specifications }] = await shownOf('nested');
  expect(Object.entries(specifications).toSorted()).toEqual(Object.entries(ANY_KEYS).toSorted());
});

test('a malformed element is omitted or repaired, and the others stay', async () => {
  const [, { images, variants }] = await shownOf('nested');
  expect(images.map(({ path, mimeType, role }: Record<string, string>) => [path, mimeType, role])).toEqual([
    ['a.jpg', 'image/jpeg', 'image'],
    ['5', '', 'image'],
    ['', '', 'image'],
  ]);
  expect(variants).toEqual([
    { key: 'Size', value: '5' },
    { key: '', value: 'blue' },
  ]);
});

test('no image path leaves the base address', async () => {
  const [, , { images }] = await shownOf('nested');
  const addresses = images.map((image: { path: string; url: { download: string } }) => [
    image.path,
    image.url.download,
  ]);
  expect(addresses).toEqual(PATHS);
  for (const [, address] of addresses) expect(new URL(address).href).toBe(address);
});

/** Any BSON value, a few levels deep. */
const { anything } = fc.letrec((tie) => ({
  anything: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom<unknown>(
      null,
      true,
      '',
      'published',
      Number.NaN,
      Number.NEGATIVE_INFINITY,
      -0,
      new Date(8.64e15),
      new Date(-62_135_596_800_001),
      Decimal128.fromString('1E+6000'),
      Long.MAX_VALUE,
      new ObjectId(),
      new Binary(Buffer.from('abc')),
      new MinKey(),
      new MaxKey(),
      new Timestamp({ t: 1, i: 1 }),
      new Code('function () { return 1; }'),
      /pattern/i,
    ),
    anyText(),
    fc.double(),
    fc.integer(),
    fc.array(tie('anything'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('key', 'value', 'path', 'sku', '__proto__', '$ref', 'a.b'), tie('anything')),
  ),
}));

const FIELDS = Object.keys(product('p', 'one')).filter((field) => !['_id', 'merchantId'].includes(field));
const malformedFields = fc.record(Object.fromEntries(FIELDS.map((field) => [field, anything])), { requiredKeys: [] });

/** The type of every field, nested ones included; a list by the types of its elements. */
const TYPES = {
  id: 'string',
  handle: 'string',
  quantity: 'number',
  price: 'number',
  currency: 'string',
  featured: 'boolean',
  title: 'string',
  subtitle: 'string',
  description: 'string',
  barcode: 'string',
};

const TIMESTAMP = /^(\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;

function expectDocumentedTypes(item: Record<string, unknown>): void {
  for (const [field, type] of Object.entries(TYPES)) expect([field, typeof item[field]]).toEqual([field, type]);
  expect(['draft', 'published', 'archived']).toContain(item.status);
  expect(item.createdAt).toMatch(TIMESTAMP);
  expect(item.updatedAt).toMatch(TIMESTAMP);
  const texts = (value: unknown, names: readonly string[]) =>
    expect(value).toEqual(expect.objectContaining(Object.fromEntries(names.map((name) => [name, expect.any(String)]))));
  for (const variant of item.variants as unknown[]) texts(variant, ['key', 'value']);
  for (const image of item.images as { url: unknown }[]) {
    texts(image, ['path', 'mimeType', 'role']);
    texts(image.url, ['upload', 'download']);
  }
  for (const value of Object.values(item.specifications as object)) expect(typeof value).toBe('string');
  expect(item.inventory).toEqual({
    sku: expect.any(String),
    tracked: expect.any(Boolean),
    reserved: expect.any(Number),
    allowBackorder: expect.any(Boolean),
  });
  texts(item.location, ['id', 'name', 'handle', 'timezone']);
  expect(item.collections).toEqual([]);
}

test('products of any content make a page of documented types, in every sort', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(malformedFields, { minLength: 20, maxLength: 20 }), async (generated) => {
      run += 1;
      const id = `odd${run}`;
      await insert(service.catalogue, { merchants: [merchant(id)] });
      // MongoDB rejects some (two arrays in one index): only those that it accepted must be shown.
      const put = await Promise.allSettled(
        generated.map((given, index) =>
          service.database.collection('products').insertOne({ ...product(`${id}-${index}`, id), ...given } as object),
        ),
      );
      const stored = put.filter(({ status }) => status === 'fulfilled').length;
      expect(stored).toBeGreaterThan(0);
      const token = await service.token(id);
      for (const sortBy of ['createdAt', 'price', 'title', 'featured', 'status']) {
        const response = await eventually(
          () => api.request(`/v1/products?sortBy=${sortBy}`, { token }),
          ({ status }) => status !== 503,
        );
        expect(response.status).toBe(200);
        expect(new Set(idsOf(response)).size).toBe(stored);
        for (const item of response.body.data) expectDocumentedTypes(item);
      }
    }),
    { numRuns: 4 },
  );
});
