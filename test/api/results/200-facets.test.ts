/** For any filter, the total, the products and all counts of `POST /v1/search` match the documents in MongoDB. */
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { Binary, Decimal128, type Document, Long } from 'mongodb';
import { generateCatalogue, importLines } from '../../../dev/catalogue/generate.ts';
import { isAvailable } from '../../../src/catalogue/availability.ts';
import { importRecords } from '../../../src/catalogue/import/import.ts';
import type { Visibility } from '../../../src/catalogue/merchant-scope.ts';
import { foldText } from '../../../src/search/text/fold.ts';
import { collection, insert, location, membership, product } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { metricOf } from '../responses.ts';
import { idsIn, type Results, resultsOf } from './support.ts';

const PRODUCTS = 300;
const SPECIFICATIONS = ['material', 'Größe', 'Farbe', 'long'];
const VARIANTS = ['Colour', 'colour', 'size'];
/** A pair of 459 bytes is no facet value, one of 458 is. */
const LONGEST = 'x'.repeat(454);

let service: TestService;
let api: Api;
let merchantId: string;
const tokens: Record<Visibility, string> = { all: '', published: '' };
let everything: readonly Entry[];

/** A stored product with its collections, and its pairs that may be facet values. */
interface Entry {
  readonly product: Document;
  readonly collections: readonly Document[];
  readonly specifications: Pairs;
  readonly variants: Pairs;
}

/** Folded. */
type Pairs = readonly (readonly [key: string, value: string])[];

/** Products with edge cases, beside the generated ones. */
function edgeCases(owner: string, locationId: string): Document[] {
  const edgeCase = (id: string, given: Document) => product(id, owner, { locationId, ...given });
  return [
    edgeCase('odd-spelling', {
      specifications: { MATERIAL: 'Steel', größe: ' XL ' },
      variants: [{ key: 'COLOUR', value: 'RED' }],
    }),
    edgeCase('odd-accents', {
      specifications: { Grosse: 'xl', Material: 'stéel' },
      variants: [{ key: 'colour', value: 'réd' }],
    }),
    edgeCase('odd-twice', {
      variants: [
        { key: 'Colour', value: 'red' },
        { key: 'colour', value: 'Blue' },
        { key: 'size', value: 'M' },
      ],
    }),
    edgeCase('odd-priceless', { price: undefined }),
    edgeCase('odd-price-text', { price: 'twenty' }),
    edgeCase('odd-free', { price: 0 }),
    edgeCase('odd-single', { price: Math.fround(11.35), specifications: { material: 'single precision' } }),
    edgeCase('odd-taxed', { price: 14.69 * 1.19, specifications: { material: 'taxed' } }),
    edgeCase('odd-numbers', {
      specifications: { material: 7, long: Decimal128.fromString('1.50'), Farbe: Long.MAX_VALUE, Grosse: true },
      variants: [{ key: 'size', value: Decimal128.fromString('38.5') }],
    }),
    edgeCase('odd-draft', { status: 'draft', specifications: { material: 'secret alloy' } }),
    edgeCase('odd-archived', { status: 'archived', variants: [{ key: 'Colour', value: 'secret colour' }] }),
    edgeCase('odd-long', {
      specifications: { long: LONGEST, Farbe: '' },
      variants: [{ key: 'size', value: `${'y'.repeat(460)}` }],
    }),
    edgeCase('odd-elsewhere', { locationId: 'nowhere' }),
    edgeCase('odd-no-location', { locationId: 7 }),
    edgeCase('odd-unopened', { locationId: 'odd-unopened', status: 'draft' }),
  ];
}

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const { catalogue } = service;
  const records = generateCatalogue({ merchants: 2, products: PRODUCTS });
  await importRecords({
    catalogue,
    input: Readable.from(importLines(records), { objectMode: false }),
    onBadLine: (line, reason) => {
      throw new Error(`line ${line}: ${reason}`);
    },
    onUnknownField: () => undefined,
    onProgress: () => undefined,
  });
  const [largest] = await catalogue.products
    .aggregate<{ _id: string }>([{ $group: { _id: '$merchantId', n: { $sum: 1 } } }, { $sort: { n: -1 } }])
    .toArray();
  merchantId = largest?._id ?? '';
  const special = edgeCases(merchantId, 'Odd Location');
  await insert(catalogue, {
    locations: [location('Odd Location', merchantId), location('odd-unopened', merchantId, { name: 'Secret shop' })],
    products: special,
    collections: [
      collection('Odd Öpen', merchantId),
      collection('odd-hidden', merchantId, { status: 'draft', name: 'Secret plans' }),
      collection('odd-empty', merchantId),
    ],
    memberships: special.flatMap(({ _id }, index) => [
      membership(index % 2 === 0 ? 'Odd Öpen' : 'odd-hidden', _id, merchantId),
      ...(index % 3 === 0 ? [membership('odd-hidden', _id, merchantId)].slice(index % 2 === 0 ? 0 : 1) : []),
    ]),
  });
  // From before the validators.
  const unchecked = { bypassDocumentValidation: true };
  const oddIds = [1.5, { odd: 1 }, new Binary(Buffer.from('odd'), 3)] as never[];
  const { database } = service;
  await database.collection('collections').insertMany(
    oddIds.map((id) => collection(id, merchantId)),
    unchecked,
  );
  await database.collection('locations').insertMany(
    oddIds.map((id) => location(id, merchantId)),
    unchecked,
  );
  for (const visibility of ['all', 'published'] as const)
    tokens[visibility] = await service.token(merchantId, visibility);
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
  everything = await entries();
});
afterAll(() => service.stop());

async function entries(): Promise<Entry[]> {
  const { products, collections, memberships } = service.catalogue;
  const [found, all, links] = await Promise.all([
    products.find({ merchantId }).toArray(),
    collections.find({ merchantId }).toArray(),
    memberships.find({ merchantId }).toArray(),
  ]);
  const byId = new Map(all.map((each) => [each._id, each]));
  return found.map((each: Document) => ({
    product: each,
    specifications: pairsOf(Object.entries(each.specifications ?? {})),
    variants: pairsOf((each.variants ?? []).map(({ key, value }: Document) => [key, value])),
    collections: links.flatMap((link) => (link.productId === each._id ? (byId.get(link.collectionId) ?? []) : [])),
  }));
}

type Filter = Readonly<Record<string, unknown>>;
const many = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const fold = (text: string) => foldText(text).replace(/\s+/g, ' ').trim();
const visible =
  (visibility: Visibility) =>
  ({ status }: Document) =>
    visibility === 'all' || status === 'published';

/** The pairs that may be facet values. */
function pairsOf(pairs: readonly (readonly [key: string, value: unknown])[]): Pairs {
  const folded = pairs.map(([key, value]) => [fold(key), fold(String(value))] as const);
  const facets = folded.filter(([key, value]) => key !== '' && value !== '' && isShort(key, value));
  return [...new Map(facets.map((pair) => [pair.join('\0'), pair])).values()];
}

const isShort = (key: string, value: string) =>
  Buffer.byteLength(`${fold(key)}${fold(value)}`.normalize('NFKD')) <= 458;

/** A product's values of a facet. */
function valuesOf(name: string, entry: Entry, visibility: Visibility): readonly unknown[] {
  const { product: each, collections } = entry;
  const [kind, ...key] = name.split('.');
  if (kind === 'specifications' || kind === 'variants') {
    const wanted = fold(key.join('.'));
    return entry[kind].flatMap(([own, value]) => (own === wanted ? [value] : []));
  }
  if (name === 'collection') return collections.filter(visible(visibility)).map(({ _id }) => _id);
  if (name === 'location') return typeof each.locationId === 'string' ? [each.locationId] : [];
  if (name === 'inStock') return [isAvailable(each as never, () => undefined)];
  return [each[name === 'price' ? 'price' : name]];
}

const hasPrice = (price: unknown): boolean => typeof price === 'number';
/** Search compares prices by 15 digits, and so are the ends of a range. */
const compared = (price: number): number => Number(price.toPrecision(15));

function meets(filter: Filter, entry: Entry, visibility: Visibility): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === 'price') {
      const { min = -Infinity, max = Infinity } = wanted as { min?: number; max?: number };
      const { price } = entry.product;
      return Object.keys(wanted as object).length === 0 || (hasPrice(price) && price >= min && price <= max);
    }
    if (name === 'specifications' || name === 'variants')
      return Object.entries(wanted as object).every(([key, values]) => {
        const own = valuesOf(`${name}.${key}`, entry, visibility);
        return many(values).some((value) => own.includes(fold(String(value))));
      });
    const own = valuesOf(name, entry, visibility);
    return many(wanted).some((value) => own.includes(value));
  });
}

function without(filter: Filter, name: string): Filter {
  const [kind = '', ...key] = name.split('.');
  if (key.length === 0) return Object.fromEntries(Object.entries(filter).filter(([own]) => own !== name));
  const pairs = Object.entries((filter[kind] ?? {}) as object).filter(([own]) => fold(own) !== fold(key.join('.')));
  return { ...filter, [kind]: Object.fromEntries(pairs) };
}

/** The collections or locations of the filter that some product has which the token may see. */
function chosenIn(name: string, filter: Filter, visibility: Visibility): readonly string[] {
  if (name !== 'collection' && name !== 'location') return [];
  const seen = everything.filter((entry) => visible(visibility)(entry.product));
  const ids = new Set(seen.flatMap((entry) => valuesOf(name, entry, visibility)));
  return many(filter[name] ?? []).filter((id) => ids.has(id)) as string[];
}

/** A facet computed from MongoDB's documents: counts by value, or the price range. */
function expectedFacet(name: string, filter: Filter, visibility: Visibility) {
  const found = everything.filter(
    (entry) => visible(visibility)(entry.product) && meets(without(filter, name), entry, visibility),
  );
  if (name === 'price') {
    const prices = found
      .map((entry) => entry.product.price)
      .filter(hasPrice)
      .map(compared);
    return prices.length === 0 ? { min: null, max: null } : { min: Math.min(...prices), max: Math.max(...prices) };
  }
  const counts = new Map<string, number>(chosenIn(name, filter, visibility).map((id) => [id, 0]));
  for (const entry of found)
    for (const value of valuesOf(name, entry, visibility))
      counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  return Object.fromEntries(counts);
}

const FACETS = [
  'status',
  'collection',
  'location',
  'featured',
  'inStock',
  'price',
  ...SPECIFICATIONS.map((key) => `specifications.${key}`),
  ...VARIANTS.map((key) => `variants.${key}`),
];

const oneOrMany = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }));

/** Filters by values of some products, and by values of none. */
function filters(): fc.Arbitrary<Filter> {
  const valuesIn = (name: string) => [
    ...new Set(everything.flatMap((entry) => valuesOf(name, entry, 'all').map(String))),
  ];
  const spelt = (text: string) => fc.constantFrom(text, text.toUpperCase(), ` ${text} `);
  const pairs = (kind: string, keys: readonly string[]) => {
    const values = [...keys.flatMap((key) => valuesIn(`${kind}.${key}`)), 'none'];
    // A value of one key can be too long for another.
    const chosen = (key: string) =>
      fc.tuple(
        fc.constant(key),
        oneOrMany(fc.constantFrom(...values.filter((value) => isShort(key, value))).chain(spelt)),
      );
    return fc
      .uniqueArray(fc.constantFrom(...keys).chain(chosen), { selector: ([key]) => key, minLength: 1, maxLength: 2 })
      .map((entries) => Object.fromEntries(entries));
  };
  const price = fc.constantFrom(...everything.map((entry) => entry.product.price).filter(hasPrice));
  return fc
    .record(
      {
        status: oneOrMany(fc.constantFrom('draft', 'published', 'archived')),
        collection: oneOrMany(fc.constantFrom(...valuesIn('collection'), 'none')),
        location: oneOrMany(fc.constantFrom(...valuesIn('location'), 'none')),
        featured: fc.boolean(),
        inStock: fc.boolean(),
        price: fc.oneof(
          price.map((min) => ({ min })),
          price.map((max) => ({ max })),
          fc.tuple(price, price).map(([one, other]) => ({ min: Math.min(one, other), max: Math.max(one, other) })),
        ),
        specifications: pairs('specifications', SPECIFICATIONS),
        variants: pairs('variants', VARIANTS),
      },
      { requiredKeys: [] },
    )
    .map((filter) => Object.fromEntries(Object.entries(filter).slice(0, 3)));
}

const countsIn = (facet: Results['facets'][string]) =>
  facet.values === undefined
    ? facet
    : Object.fromEntries(facet.values.map(({ value, count }: { value: string; count: number }) => [value, count]));

/** A location that MongoDB lacks has no name, and is no facet value. */
const named = (name: string, counts: object) =>
  name === 'location' ? Object.fromEntries(Object.entries(counts).filter(([id]) => id !== 'nowhere')) : counts;

test.each(['all', 'published'] as const)('as a token that sees %s', async (visibility) => {
  await fc.assert(
    fc.asyncProperty(filters(), async (filter) => {
      const request = { filter, facets: FACETS, perPage: 100, sort: { by: 'createdAt', order: 'asc' } };
      const { meta, data, facets } = await resultsOf(api, tokens[visibility], request);
      const expected = everything
        .filter((entry) => visible(visibility)(entry.product) && meets(filter, entry, visibility))
        .map((entry) => entry.product._id);
      expect([filter, meta.total]).toEqual([filter, expected.length]);
      for (const id of idsIn({ data })) expect(expected).toContain(id);
      expect(data).toHaveLength(Math.min(100, expected.length));
      for (const name of FACETS) {
        const counted = countsIn(facets[name]);
        expect([filter, name, counted]).toEqual([filter, name, named(name, expectedFacet(name, filter, visibility))]);
      }
    }),
    { numRuns: 60, examples: [[{}]] },
  );
  expect(await metricOf(api, 'catalogue_search_stale_hits_total')).toBe(0);
});

test('every value of a facet can be sent in the filter as it is', async () => {
  const { facets } = await resultsOf(api, tokens.all, { facets: FACETS });
  for (const name of FACETS.filter((facet) => facet !== 'price')) {
    const [kind = '', ...key] = name.split('.');
    for (const { value, count } of facets[name].values) {
      const filter = { [kind]: key.length === 0 ? value : { [key.join('.')]: value } };
      const { meta } = await resultsOf(api, tokens.all, { filter, perPage: 1 });
      expect([filter, meta.total]).toEqual([filter, count]);
    }
  }
});

test.each(['single precision', 'taxed'])(
  'a price of 16 or more digits (%s), as shown and as a facet',
  async (material) => {
    const own = { specifications: { material } };
    const { data, facets } = await resultsOf(api, tokens.all, { filter: own, facets: ['price'] });
    const [shown] = data.map(({ product }) => product.price);
    expect(String(shown).replace('.', '').length).toBeGreaterThan(15);
    for (const range of [{ min: shown, max: shown }, facets.price]) {
      const { meta, data } = await resultsOf(api, tokens.all, { filter: { ...own, price: range } });
      expect([range, meta.total, data.length]).toEqual([range, 1, 1]);
    }
    expect(await metricOf(api, 'catalogue_search_stale_hits_total')).toBe(0);
  },
);

test('a published token gets no count and no label of hidden values', async () => {
  const send = (visibility: Visibility) => resultsOf(api, tokens[visibility], { facets: FACETS });
  const seen = JSON.stringify((await send('published')).facets);
  for (const secret of ['secret alloy', 'secret colour', 'odd-hidden', 'Secret plans', 'draft', 'archived'])
    expect(seen).not.toContain(secret);
  const { facets } = await send('all');
  expect(countsIn(facets.collection)['odd-hidden']).toBeGreaterThan(0);
  expect(countsIn(facets['specifications.material'])['secret alloy']).toBe(1);
});

test('a collection or location of the filter has its label though nothing is found, unless it is hidden', async () => {
  const chosen = {
    collection: ['Odd Öpen', 'odd-hidden', 'odd-empty', 'none'],
    location: ['Odd Location', 'odd-unopened', 'nowhere', 'none'],
  };
  const facetsFor = async (visibility: Visibility) => {
    const request = { query: 'xyzzyqwv', filter: chosen, facets: ['collection', 'location'] };
    const { meta, facets } = await resultsOf(api, tokens[visibility], request);
    expect(meta.total).toBe(0);
    return facets;
  };
  const complete = (values: object[]) => ({ values: values.map((each) => ({ ...each, count: 0 })), isComplete: true });
  const open = { value: 'Odd Öpen', label: 'Collection Odd Öpen' };
  const here = { value: 'Odd Location', label: 'Location Odd Location' };
  expect(await facetsFor('published')).toEqual({ collection: complete([open]), location: complete([here]) });
  expect(await facetsFor('all')).toEqual({
    collection: complete([open, { value: 'odd-hidden', label: 'Secret plans' }]),
    location: complete([here, { value: 'odd-unopened', label: 'Secret shop' }]),
  });
});

test('collections and locations whose `_id` is no text are no values, and are not suggested', async () => {
  const { facets } = await resultsOf(api, tokens.all, { facets: ['collection', 'location'] });
  const values = [...facets.collection.values, ...facets.location.values].map(({ value }) => value);
  expect(values).toContain('Odd Öpen');
  for (const value of values) expect(value).toEqual(expect.any(String));
  const { status, body } = await api.request('/v1/search/suggestions?query=coll', { token: tokens.all });
  expect(status).toBe(200);
  expect(body.data.collections.length).toBeGreaterThan(0);
  for (const { id } of body.data.collections) expect(id).toMatch(/^\D/);
});

test('labels are names of collections and locations, and one of the spellings of any other value', async () => {
  const { facets } = await resultsOf(api, tokens.all, {
    facets: ['collection', 'location', 'variants.colour', 'specifications.Größe'],
  });
  const labelOf = (name: string, wanted: string) =>
    facets[name].values.find(({ value }: { value: string }) => value === wanted)?.label;
  expect(labelOf('collection', 'Odd Öpen')).toBe('Collection Odd Öpen');
  expect(labelOf('location', 'Odd Location')).toBe('Location Odd Location');
  expect(['red', 'RED', 'réd', 'Red']).toContain(labelOf('variants.colour', 'red'));
  expect(['XL', 'xl']).toContain(labelOf('specifications.Größe', 'xl'));
});

test('values are sorted by frequency, at most a hundred with those of the filter, and the facet has whether these are all', async () => {
  const many = Array.from({ length: 130 }, (_, index) =>
    product(`many-${index}`, 'many', {
      specifications: { serial: `no ${index}`, kind: index < 100 ? 'usual' : 'rare' },
    }),
  );
  await insert(service.catalogue, {
    merchants: [{ _id: 'many', name: 'Many', handle: 'many', status: 'active' }],
    collections: many.map(({ _id }) => collection(`of-${_id}`, 'many')),
    memberships: many.map(({ _id }) => membership(`of-${_id}`, _id, 'many')),
    // Last, so that a product in the index has its collection there.
    products: many,
  });
  const token = await service.token('many');
  const found = await eventually(
    () => resultsOf(api, token, { facets: ['specifications.serial', 'specifications.kind'] }),
    ({ meta }) => meta.total === many.length,
  );
  const { 'specifications.serial': serial, 'specifications.kind': kind } = found.facets;
  expect([serial.values.length, serial.isComplete]).toEqual([100, false]);
  expect([kind.values, kind.isComplete]).toEqual([
    [
      { value: 'usual', label: 'usual', count: 100 },
      { value: 'rare', label: 'rare', count: 30 },
    ],
    true,
  ]);
  const { collection: first } = (await resultsOf(api, token, { facets: ['collection'] })).facets;
  expect([first.values.length, first.isComplete]).toEqual([100, false]);
  // In the order of the ids, as all have one product, this is the last.
  const last = { value: 'of-many-99', label: 'Collection of-many-99', count: 1 };
  expect(first.values).not.toContainEqual(last);
  const filter = { collection: last.value };
  const { collection: chosen } = (await resultsOf(api, token, { filter, facets: ['collection'] })).facets;
  expect(chosen).toEqual({ values: [...first.values.slice(0, 99), last], isComplete: false });
});
