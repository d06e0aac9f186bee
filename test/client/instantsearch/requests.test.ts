/** InstantSearch's requests become bodies of `POST /v1/search`, as few as possible. */
import fc from 'fast-check';
import { catalogueSearchClient, type SearchBody, UnsupportedRequestError } from '../../../client/src/index.ts';
import type { RequestParams, SearchRequest } from '../../../client/src/instantsearch/protocol.ts';
import { resultsMeta } from '../support/results-meta.ts';

const META = resultsMeta({ total: 0, perPage: 1, searchId: 'id' });

/** The bodies that the client sends for these requests. */
async function bodiesOf(requests: readonly SearchRequest[], options = {}): Promise<SearchBody[]> {
  const bodies: SearchBody[] = [];
  const search = async (body: SearchBody) => {
    bodies.push(body);
    return { meta: META, data: [], facets: {} };
  };
  await catalogueSearchClient({ search }, options).search(requests);
  return bodies;
}
const bodyOf = async (params: RequestParams, indexName = 'products') => (await bodiesOf([{ indexName, params }]))[0];
const filterOf = async (params: RequestParams) => (await bodyOf(params))?.filter;

type Filter = NonNullable<SearchBody['filter']>;

/** By attribute without a key, except the price: a value of a widget, and the condition of the API. */
const SCALARS: Readonly<Record<Exclude<keyof Filter, 'price' | 'specifications' | 'variants'>, [string, Filter]>> = {
  status: ['draft', { status: ['draft'] }],
  collection: ['tents', { collection: ['tents'] }],
  location: ['porto', { location: ['porto'] }],
  featured: ['true', { featured: true }],
  inStock: ['false', { inStock: false }],
};

/** The fields that the API sorts by. */
const SORT_FIELDS: Readonly<Record<Exclude<NonNullable<SearchBody['sort']>, 'relevance'>['by'], true>> = {
  price: true,
  createdAt: true,
  title: true,
};

test.each(Object.entries(SCALARS))('%s is filtered by', async (attribute, [value, filter]) => {
  expect(await filterOf({ facetFilters: [`${attribute}:${value}`] })).toEqual(filter);
});

test.each(Object.keys(SORT_FIELDS))('%s is sorted by', async (by) => {
  expect(await bodyOf({}, `products/${by}/desc`)).toMatchObject({ sort: { by, order: 'desc' } });
});

test('a page of hits', async () => {
  expect(await bodyOf({ query: 'tent', page: 2, hitsPerPage: 12, facets: ['collection', 'price'] })).toEqual({
    query: 'tent',
    page: 3,
    perPage: 12,
    facets: ['collection', 'price'],
    highlight: true,
    products: 'reduced',
  });
  expect(await bodyOf({})).toEqual({ page: 1, perPage: 20, highlight: true, products: 'reduced' });
});

test.each([
  ['a long word', 'x'.repeat(600), 'x'.repeat(512)],
  ['white space around the query, which the API does not count', `${' '.repeat(600)}tent `, 'tent'],
  ['characters of two UTF-16 units', '\u{1F3D5}'.repeat(600), '\u{1F3D5}'.repeat(512)],
])('a query is truncated to the 512 characters that the API accepts: %s', async (_name, query, sent) => {
  expect((await bodyOf({ query }))?.query).toBe(sent);
});

test('sorts by the name of the index', async () => {
  expect(await bodyOf({}, 'products/price/asc')).toMatchObject({ sort: { by: 'price', order: 'asc' } });
  for (const name of [
    'shop',
    'products_price_asc',
    'shop/price/asc',
    'products/colour/asc',
    'products/price',
    'products/price/up',
    'products/price/asc/x',
  ])
    await expect(bodyOf({}, name)).rejects.toThrow(UnsupportedRequestError);
});

test('another index than `products` is named, with where completions come from', async () => {
  await expect(bodyOf({}, 'suggestions')).rejects.toThrow(
    'Unknown index: suggestions. The only one is products; `catalogue.suggest` has completions',
  );
  await expect(bodyOf({}, 'products/price/up')).rejects.toThrow('Unknown order: products/price/up');
});

test.each<[string, RequestParams, SearchBody['filter']]>([
  ['any of two', { facetFilters: [['location:b', 'location:a']] }, { location: ['a', 'b'] }],
  ['statuses', { facetFilters: [['status:draft'], ['featured:true']] }, { status: ['draft'], featured: true }],
  ['in stock', { facetFilters: [['inStock:true']] }, { inStock: true }],
  ['in stock or not', { facetFilters: [['inStock:true', 'inStock:false']] }, undefined],
  [
    'a specification, and two of variants',
    {
      facetFilters: [
        ['specifications.Fuel: type:a:b'],
        ['variants.Colour:red'],
        ['variants.Size:L', 'variants.Size:M'],
      ],
      facets: ['specifications.Fuel', 'specifications.Fuel: type'],
    },
    { specifications: { 'Fuel: type': ['a:b'] }, variants: { Colour: ['red'], Size: ['L', 'M'] } },
  ],
  ['a key with a dot', { facetFilters: [['variants.a.b:c']] }, { variants: { 'a.b': ['c'] } }],
  ['a value with a minus', { facetFilters: ['variants.Size:\\-5'] }, { variants: { Size: ['-5'] } }],
  ['a range', { numericFilters: ['price>=10', 'price<=20.5'] }, { price: { min: 10, max: 20.5 } }],
  ['a lower bound', { numericFilters: ['price>=0'] }, { price: { min: 0 } }],
  [
    'other forms of numbers',
    { numericFilters: ['price >= -.5', 'price<=1.5e+21'] },
    { price: { min: -0.5, max: 1.5e21 } },
  ],
  ['an exact price', { numericFilters: [['price=5']] }, { price: { min: 5, max: 5 } }],
  ['bounds the wrong way round', { numericFilters: ['price>=20', 'price<=10'] }, { price: { min: 10, max: 20 } }],
  [
    'several bounds',
    { numericFilters: ['price>=10', 'price>=5', 'price<=20', 'price<=30'] },
    { price: { min: 10, max: 20 } },
  ],
  ['the same twice', { facetFilters: ['collection:a', ['collection:a', 'collection:a']] }, { collection: ['a'] }],
])('a filter: %s', async (_name, params, filter) => {
  expect(await filterOf(params)).toEqual(filter);
});

test.each<[string, RequestParams]>([
  ['an exclusion', { facetFilters: ['collection:-tents'] }],
  ['both of two', { facetFilters: ['collection:a', 'collection:b'] }],
  ['one of two attributes', { facetFilters: [['collection:a', 'location:b']] }],
  ['a list in a list of alternatives', { facetFilters: [['collection:a', ['collection:b', 'inStock:true']]] }],
  ['an unknown attribute', { facetFilters: ['brand:x'] }],
  ['a condition without value', { facetFilters: ['collection'] }],
  ['neither true nor false', { facetFilters: ['inStock:yes'] }],
  ['another number', { numericFilters: ['quantity>=1'] }],
  ['an open bound', { numericFilters: ['price>10'] }],
  ['a bound that is no number', { numericFilters: ['price>=1.2.3'] }],
  ['one of two ranges', { numericFilters: [['price>=10', 'price<=5']] }],
  ['filters as text', { filters: 'collection:a' } as RequestParams],
  ['a place', { aroundLatLng: '1,2' } as RequestParams],
  ['the place of the shopper', { aroundLatLngViaIP: true } as RequestParams],
  ['a search in some fields', { restrictSearchableAttributes: ['title'] } as RequestParams],
])('an unsupported parameter is an error: %s', async (_name, params) => {
  await expect(bodyOf(params)).rejects.toThrow(UnsupportedRequestError);
});

test.each<[string, unknown]>([
  ['optionalFilters', ['featured:true']],
  ['optionalWords', 'red'],
  ['similarQuery', 'tent'],
  ['distinct', true],
  ['offset', 20],
  ['length', 5],
  ['ruleContexts', ['summer']],
  ['relevancyStrictness', 50],
  ['enablePersonalization', true],
  ['typoTolerance', false],
  ['synonyms', false],
  ['enableRules', false],
  ['sortBy', 'cheapest'],
  ['aParameterOfTomorrow', 'x'],
])('an unsupported parameter is named: %s', async (name, value) => {
  await expect(bodyOf({ [name]: value } as RequestParams)).rejects.toThrow(`The parameter ${name} is not supported`);
});

test.each([
  ['filters', 'price > 5', true],
  ['tagFilters', ['new'], true],
  ['aroundLatLng', '1,2', false],
])('the error says how to filter if the parameter is a filter: %s', async (name, value, isFilter) => {
  const error = await bodyOf({ [name]: value } as RequestParams).catch((reason) => reason);
  expect(error.message.includes('widgets or the option `filter`')).toBe(isFilter);
});

test('an unsupported parameter without effect is ignored', async () => {
  const params = { filters: '', tagFilters: [], aroundLatLngViaIP: false, restrictSearchableAttributes: undefined };
  expect(await bodyOf({ ...params, typoTolerance: true, distinct: false } as RequestParams)).toMatchObject({ page: 1 });
});

test('parameters for a part of the response or for analytics are ignored', async () => {
  const params = {
    attributesToRetrieve: ['title'],
    attributesToHighlight: [],
    attributesToSnippet: ['description:20'],
    maxValuesPerFacet: 50,
    analytics: false,
    clickAnalytics: true,
    userToken: 'u',
    getRankingInfo: true,
    queryLanguages: ['en'],
  };
  expect(await bodyOf(params as RequestParams)).toMatchObject({ page: 1 });
});

test.each([-1, 0.5, Number.NaN])('a page that does not exist is the first: %d', async (page) => {
  expect(await bodyOf({ page })).toMatchObject({ page: 1 });
});

test.each([-1, 'abc' as unknown as number])(
  'a page size that does not exist is the default: %s',
  async (hitsPerPage) => {
    expect(await bodyOf({ hitsPerPage })).toMatchObject({ page: 1, perPage: 20 });
  },
);

test('pages beyond the thousandth result are empty, and only request the total and facets', async () => {
  expect(await bodyOf({ page: 50, hitsPerPage: 20, facets: ['price'] })).toEqual({ perPage: 1, facets: ['price'] });
  expect(await bodyOf({ page: 49, hitsPerPage: 20 })).toMatchObject({ page: 50 });
});

describe('the option `filter`', () => {
  const filter = { collection: 'tents', specifications: { Brand: 'Acme' } };
  const bodyFor = async (params: RequestParams) =>
    (await bodiesOf([{ indexName: 'products', params }], { filter, products: 'full' }))[0];

  test('applies to every search, with the filters of widgets', async () => {
    const body = await bodyFor({ facetFilters: ['inStock:true'] });
    expect(body).toMatchObject({ filter: { ...filter, inStock: true }, products: 'full' });
  });

  test('leaves other specifications free', async () => {
    expect(await bodyFor({ facetFilters: ['specifications.Material:cotton'] })).toMatchObject({
      filter: { collection: 'tents', specifications: { Brand: 'Acme', Material: ['cotton'] } },
    });
  });

  test.each<[string, RequestParams]>([
    ['a refinement of its field', { facetFilters: ['collection:lamps'] }],
    ['a refinement of its specification', { facetFilters: ['specifications.brand:Other'] }],
    ['a facet of its field, whose other values are outside the filter', { facets: ['collection'] }],
    ['a facet of its specification', { facets: ['specifications.Brand'] }],
  ])('refuses %s', async (_name, params) => {
    await expect(bodyFor(params)).rejects.toThrow(
      /(collection|rand) is fixed by the option `filter`: remove its widget/,
    );
  });
});

describe('several requests', () => {
  const chosen = { facetFilters: [['collection:a'], ['specifications.Fuel:gas']], numericFilters: ['price>=5'] };
  const main: RequestParams = { query: 'q', facets: ['collection', 'price', 'specifications.Fuel'], ...chosen };
  const forFacet = (facets: string | string[], params: RequestParams): SearchRequest => ({
    indexName: 'products',
    params: { query: 'q', hitsPerPage: 0, page: 0, clickAnalytics: false, facets, ...params },
  });

  test('one search serves the page and all facets with refinements', async () => {
    const bodies = await bodiesOf([
      { indexName: 'products', params: main },
      forFacet('collection', { ...chosen, facetFilters: [['specifications.Fuel:gas']] }),
      forFacet(['specifications.Fuel'], { ...chosen, facetFilters: [['collection:a']] }),
      forFacet('price', { facetFilters: chosen.facetFilters }),
    ]);
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toMatchObject({
      filter: { collection: ['a'], specifications: { Fuel: ['gas'] }, price: { min: 5 } },
      facets: ['collection', 'price', 'specifications.Fuel'],
    });
  });

  test('other queries, sorts, pages and filters need separate searches', async () => {
    const request = (params: RequestParams, indexName = 'products') => ({ indexName, params: { ...main, ...params } });
    const others = [
      request({ query: 'r' }),
      request({ page: 1 }),
      request({}, 'products/price/asc'),
      request({ numericFilters: [] }),
    ];
    expect(await bodiesOf([request({}), ...others, request({})])).toHaveLength(5);
    // A filter on another facet changes the counts of this one.
    expect(await bodiesOf([request({}), forFacet('collection', { facetFilters: chosen.facetFilters })])).toHaveLength(
      2,
    );
    // A request without hits needs the total, too.
    expect(await bodiesOf([request({}), request({ hitsPerPage: 0, numericFilters: [] })])).toHaveLength(2);
    expect(await bodiesOf([request({}), request({ hitsPerPage: 0 })])).toHaveLength(1);
  });

  test('the same conditions in another order need no separate search', async () => {
    const conditions = ['collection:a', 'inStock:true', 'variants.Size:L'];
    const requests = [conditions, conditions.toReversed()].map((facetFilters) => ({
      indexName: 'products',
      params: { facetFilters },
    }));
    expect(await bodiesOf(requests)).toHaveLength(1);
  });

  test('more than twenty facets need two searches', async () => {
    const facets = (from: number) => Array.from({ length: 15 }, (_each, index) => `variants.${from + index}`);
    const bodies = await bodiesOf([
      { indexName: 'products', params: { facets: facets(0) } },
      { indexName: 'products', params: { facets: facets(10) } },
    ]);
    expect(bodies.map((body) => body.facets?.length)).toEqual([15, 15]);
  });
});

test('the filter preserves any keys and values', async () => {
  const text = fc
    .string({ minLength: 1, unit: fc.constantFrom(...'aB:.-\\ ü"\'\u{1F3D5}') })
    .filter((value) => value !== '__proto__');
  const escaped = (value: string) => value.replace(/^-/, '\\-');
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(text, fc.uniqueArray(text, { minLength: 1, maxLength: 3 }), {
        minKeys: 1,
        maxKeys: 3,
        noNullPrototype: true,
      }),
      async (variants) => {
        const plain = Object.entries(variants).filter(([, values]) => !values.some((value) => value.startsWith('\\-')));
        const facets = plain.map(([key]) => `variants.${key}`);
        // A name that starts with another name and a colon is ambiguous.
        fc.pre(plain.length > 0 && !facets.some((one) => facets.some((other) => other.startsWith(`${one}:`))));
        const facetFilters = plain.map(([key, values]) => values.map((value) => `variants.${key}:${escaped(value)}`));
        const expected = Object.fromEntries(plain.map(([key, values]) => [key, values.toSorted()]));
        expect(await filterOf({ facets, facetFilters })).toEqual({ variants: expected });
      },
    ),
  );
});
