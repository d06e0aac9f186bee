/**
 * Responses of `POST /v1/search` in InstantSearch's format: highlighted texts, which never contain markup, and facets.
 */
import fc from 'fast-check';
import {
  catalogueSearchClient,
  type FoundProduct,
  facetLabels,
  type SearchResults,
} from '../../../client/src/index.ts';
import { markedText, tagsOf } from '../../../client/src/instantsearch/mark.ts';
import type { RequestParams } from '../../../client/src/instantsearch/protocol.ts';
import { resultsMeta } from '../support/results-meta.ts';

const PLACEHOLDERS = { highlightPreTag: '__ais-highlight__', highlightPostTag: '__/ais-highlight__' };

const found = (title: string, results: object[]): FoundProduct =>
  ({ product: { id: 'p1', title }, search: { index: 0, results } }) as unknown as FoundProduct;

async function respond(
  params: RequestParams,
  { meta = {}, ...page }: { meta?: object } & Partial<Omit<SearchResults, 'meta'>>,
) {
  const given = resultsMeta({ total: 41, lastPage: 3, tookMs: 1.6, ...meta });
  const search = async () => ({ meta: given, data: [], facets: {}, ...page });
  const { results } = await catalogueSearchClient({ search }).search<{ title: string }>([
    { indexName: 'products', params },
  ]);
  return results[0];
}
const highlightsOf = async (params: RequestParams, product: FoundProduct) =>
  (await respond(params, { data: [product] }))?.hits[0]?._highlightResult;

test('numbers', async () => {
  expect(await respond({ query: 'q', page: 1 }, {})).toMatchObject({
    index: 'products',
    query: 'q',
    nbHits: 41,
    page: 1,
    nbPages: 3,
    hitsPerPage: 20,
    processingTimeMS: 2,
    queryID: 's',
    exhaustiveNbHits: true,
    isRelaxed: false,
    correctedQuery: null,
    hits: [],
  });
  expect(await respond({ hitsPerPage: 50 }, { meta: { total: 5000 } })).toMatchObject({ nbHits: 5000, nbPages: 20 });
  expect(await respond({}, { meta: { total: 0 } })).toMatchObject({ nbHits: 0, nbPages: 0 });
});

test('products that the total does not count, such as a pinned one, are counted on an only page', async () => {
  const pinned = { meta: { total: 0, lastPage: 1 }, data: [found('Pinned', []), found('Pinned, too', [])] };
  expect(await respond({ query: 'q' }, pinned)).toMatchObject({ nbHits: 2, nbPages: 1 });
  const added = { meta: { total: 1, perPage: 1, lastPage: 1 }, data: pinned.data };
  expect(await respond({ hitsPerPage: 1 }, added)).toMatchObject({ nbHits: 2, nbPages: 1 });
  const several = { meta: { total: 41 }, data: pinned.data };
  expect(await respond({}, several)).toMatchObject({ nbHits: 41, nbPages: 3 });
});

test.each([-1, 'abc' as unknown as number])(
  'a page size that does not exist is the default: %s',
  async (hitsPerPage) => {
    expect(await respond({ hitsPerPage }, {})).toMatchObject({ hitsPerPage: 20, nbPages: 3 });
  },
);

test('a request for no hits has none, and no pages', async () => {
  const page = { data: [found('Tent', [])] };
  expect(await respond({ hitsPerPage: 0 }, page)).toMatchObject({ nbHits: 41, nbPages: 0, hits: [] });
});

test('a page that does not exist is the first', async () => {
  expect(await respond({ page: -1 }, {})).toMatchObject({ page: 0 });
});

describe('highlighted texts', () => {
  const results = [
    { type: 'title', text: 'Red <b>tent</b>', highlights: [{ start: 7, length: 4 }] },
    { type: 'variant', text: 'Colour: red', highlights: [{ start: 8, length: 3 }] },
    { type: 'variant', text: 'Fly: red', highlights: [{ start: 5, length: 3 }] },
  ];

  test('have placeholders, which InstantSearch replaces after it has escaped the rest', async () => {
    expect(await highlightsOf({ query: 'red tent', ...PLACEHOLDERS }, found('Red <b>tent</b>', results))).toEqual({
      title: {
        value: 'Red <b>__ais-highlight__tent__/ais-highlight__</b>',
        matchLevel: 'partial',
        matchedWords: ['tent'],
      },
      variant: [
        { value: 'Colour: __ais-highlight__red__/ais-highlight__', matchLevel: 'partial', matchedWords: ['red'] },
        { value: 'Fly: __ais-highlight__red__/ais-highlight__', matchLevel: 'partial', matchedWords: ['red'] },
      ],
    });
  });

  test('with other tags the text is escaped', async () => {
    const marked = await highlightsOf({ query: 'tent' }, found('Red <b>tent</b>', results));
    expect(marked?.title).toMatchObject({ value: 'Red &lt;b&gt;<em>tent</em>&lt;/b&gt;', matchLevel: 'full' });
  });

  test('a title that does not match, or differs from the index, has no highlights', async () => {
    for (const title of ['A new title', ''])
      expect((await highlightsOf({ query: 'tent' }, found(title, results)))?.title).toEqual({
        value: title,
        matchLevel: 'none',
        matchedWords: [],
      });
  });

  test('a snippet of a long text that does not match ends with a word', async () => {
    const product = found('T', []);
    Object.assign(product.product, { description: `${'word '.repeat(100)}end` });
    const hit = (await respond({}, { data: [product] }))?.hits[0];
    expect(hit?._snippetResult.description).toMatchObject({
      value: `${'word '.repeat(32).trim()}…`,
    });
    expect(hit?._highlightResult.description).toMatchObject({ value: expect.stringMatching(/end$/) });
  });

  test.each([
    ['a short text is all of it', 'Two words', 'Two words'],
    [
      'a text without spaces ends before a character that it would cut',
      `${'x'.repeat(159)}\u{1F3D5}x`,
      `${'x'.repeat(159)}…`,
    ],
  ])('a snippet of %s', async (_name, description, value) => {
    const product = found('T', []);
    Object.assign(product.product, { description });
    const hit = (await respond({}, { data: [product] }))?.hits[0];
    expect(hit?._snippetResult.description).toMatchObject({ value });
  });

  const text = fc.string({
    maxLength: 30,
    size: 'max',
    unit: fc.constantFrom('a', '<', '>', '&', '"', "'", '__', 'ais-highlight', '/', '<script>', '\u{1F3D5}'),
  });
  const spansIn = (length: number) =>
    fc.uniqueArray(fc.nat(length), { maxLength: 6 }).map((places) => {
      const ordered = places.toSorted((one, other) => one - other);
      return ordered
        .slice(0, ordered.length - (ordered.length % 2))
        .flatMap((start, index) => (index % 2 === 0 ? [{ start, length: (ordered[index + 1] ?? start) - start }] : []));
    });
  const marked = text.chain((value) => fc.tuple(fc.constant(value), spansIn(value.length)));

  test('any text: escaped, its only markup are the tags; without these it is the original text', () => {
    const tags = tagsOf({});
    fc.assert(
      fc.property(marked, ([value, spans]) => {
        const html = markedText(value, spans, 1, tags).value;
        const parts = html.split(/<\/?em>/);
        expect(parts).toHaveLength(2 * spans.length + 1);
        expect(parts.join('')).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
        const read = parts
          .join('')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&#39;', "'")
          .replaceAll('&amp;', '&');
        expect(read).toBe(value);
      }),
    );
  });

  test('any text: only matches have placeholders, even if the text contains some', () => {
    const tags = tagsOf(PLACEHOLDERS);
    fc.assert(
      fc.property(marked, ([value, spans]) => {
        const parts = markedText(value, spans, 1, tags).value.split(/(__\/?ais-highlight__)/);
        const expected = spans.flatMap(() => ['__ais-highlight__', '__/ais-highlight__']);
        expect(parts.filter((_part, index) => index % 2 === 1)).toEqual(expected);
      }),
    );
  });
});

describe('facets', () => {
  const values = (...each: [string, string, number][]) => ({
    values: each.map(([value, label, count]) => ({ value, label, count })),
    isComplete: true,
  });
  const facets = {
    collection: values(['c1', 'Tents', 5], ['c2', 'Lamps', 2]),
    'variants.Colour': values(['red', 'Red', 4], ['creme', 'Crème', 1], ['rod', 'Rød', 3], ['zolty', 'Żółty', 2]),
    price: { min: 5, max: 99.5 },
    inStock: values(['true', 'true', 7]),
  };
  const params = { facets: Object.keys(facets), facetFilters: [['variants.Colour:CREME', 'variants.Colour:rød']] };

  test('collections by id with their names; other values as spelt in the response or in the refinement', async () => {
    expect(await respond(params, { facets })).toMatchObject({
      facets: {
        collection: { c1: 5, c2: 2 },
        'variants.Colour': { Red: 4, CREME: 1, rød: 3, Żółty: 2 },
        inStock: { true: 7 },
        price: {},
      },
      facets_stats: { price: { min: 5, max: 99.5 } },
      facetLabels: { collection: { c1: 'Tents', c2: 'Lamps' } },
      exhaustiveFacetsCount: true,
    });
  });

  test.each([
    ['ガラス', { カラス: 9, ガラス: 3 }],
    ['काला', { कला: 2, काला: 5 }],
    ['WEISS', { WEISS: 4 }],
  ])('two values never have one name: %s is chosen', async (chosen, counts) => {
    const colours = {
      ガラス: values(['カラス', 'カラス', 9], ['ガラス', 'ガラス', 3]),
      काला: values(['कला', 'कला', 2], ['काला', 'काला', 5]),
      WEISS: values(['weiss', 'Weiß', 4]),
    }[chosen];
    const request = { facets: ['variants.C'], facetFilters: [[`variants.C:${chosen}`]] };
    const response = await respond(request, { facets: { 'variants.C': colours ?? values() } });
    expect(response?.facets).toEqual({ 'variants.C': counts });
  });

  test.each([
    ['दाल', 'दिल', 'दिल'],
    ['カ', 'ガ', 'ガ'],
    ['край', 'краи', 'краи'],
    ['Ёлка', 'елка', 'Ёлка'],
    ['كتاب', 'كِتَاب', 'كتاب'],
  ])(
    '%s is chosen, and the products have %s: marks are ignored where the API ignores them',
    async (chosen, label, name) => {
      const request = { facets: ['variants.C'], facetFilters: [[`variants.C:${chosen}`]] };
      const response = await respond(request, { facets: { 'variants.C': values([label, label, 4]) } });
      expect(response?.facets).toEqual({ 'variants.C': { [name]: 4 } });
    },
  );

  test('without prices, and with a truncated list', async () => {
    const cut = { price: { min: null, max: null }, collection: { ...facets.collection, isComplete: false } };
    const response = await respond({ facets: ['price', 'collection'] }, { facets: cut });
    expect(response).toMatchObject({ facets: { price: {} }, facets_stats: {}, exhaustiveFacetsCount: false });
  });

  test('locations by id with their names', async () => {
    const location = values(['l1', 'Porto', 3]);
    expect(await respond({ facets: ['location'] }, { facets: { location } })).toMatchObject({
      facets: { location: { l1: 3 } },
      facetLabels: { location: { l1: 'Porto' } },
    });
  });

  test('a response has the facets of its request, also if another request shares the search', async () => {
    const search = async () => ({ meta: resultsMeta({ total: 1 }), data: [], facets });
    const { results } = await catalogueSearchClient({ search }).search([
      { indexName: 'products', params: { facets: ['collection'] } },
      { indexName: 'products', params: { facets: 'inStock', hitsPerPage: 0, clickAnalytics: false } },
    ]);
    expect(results.map((response) => Object.keys(response.facets ?? {}))).toEqual([['collection'], ['inStock']]);
  });

  test('names instead of ids', () => {
    const results = { facetLabels: { collection: { c1: 'Tents' } } };
    const items = [
      { value: 'c1', label: 'c1', highlighted: 'c1', count: 5 },
      { value: 'c1', label: 'c1', highlighted: '<mark>Te</mark>nts' },
      { value: 'c9', label: 'c9', highlighted: 'c9' },
      // The last item of a breadcrumb.
      { value: null, label: 'c1' },
    ];
    expect(facetLabels('collection')(items, { results })).toEqual([
      { value: 'c1', label: 'Tents', highlighted: 'Tents', count: 5 },
      { value: 'c1', label: 'Tents', highlighted: '<mark>Te</mark>nts' },
      items[2],
      { value: null, label: 'Tents' },
    ]);
    expect(facetLabels('location')(items, { results })).toEqual(items);
    expect(facetLabels('collection')(items)).toEqual(items);
  });

  test('a search among the values', async () => {
    const bodies: object[] = [];
    const search = async (body: object) => {
      bodies.push(body);
      return { meta: resultsMeta({ perPage: 1 }), data: [], facets };
    };
    const client = catalogueSearchClient({ search });
    const searchIn = async (facetName: string, facetQuery: string) =>
      (
        await client.searchForFacetValues([
          { indexName: 'products', params: { ...params, facetName, facetQuery, ...PLACEHOLDERS } },
        ])
      )[0]?.facetHits;
    expect(await searchIn('variants.Colour', 'créme')).toEqual([
      { value: 'Crème', highlighted: '__ais-highlight__Crème__/ais-highlight__', count: 1 },
    ]);
    expect(await searchIn('collection', 'AMP')).toEqual([
      { value: 'c2', highlighted: 'L__ais-highlight__amp__/ais-highlight__s', count: 2 },
    ]);
    expect(await searchIn('variants.Colour', 'rØ')).toEqual([
      { value: 'Rød', highlighted: '__ais-highlight__Rø__/ais-highlight__d', count: 3 },
    ]);
    // The API folds more letters than capitals and accents. Where they are in the label is not known.
    expect(await searchIn('variants.Colour', 'rod')).toEqual([{ value: 'Rød', highlighted: 'Rød', count: 3 }]);
    expect(await searchIn('variants.Colour', 'zolt')).toEqual([{ value: 'Żółty', highlighted: 'Żółty', count: 2 }]);
    expect(await searchIn('collection', 'c1')).toEqual([]);
    expect(await searchIn('collection', '')).toHaveLength(2);
    expect((await searchIn('collection', ' '))?.[0]).toMatchObject({ value: 'c1', highlighted: 'Tents' });
    const ratio = 'specifications.Ratio 1:2';
    await client.searchForFacetValues([
      {
        indexName: 'products',
        params: { facets: [ratio], facetFilters: [[`${ratio}:wide`]], facetName: 'variants.Colour', facetQuery: '' },
      },
    ]);
    expect(bodies.at(-1)).toMatchObject({ filter: { specifications: { 'Ratio 1:2': ['wide'] } } });
    expect(bodies[0]).toEqual({
      perPage: 1,
      facets: ['variants.Colour'],
      filter: { variants: { Colour: ['CREME', 'rød'] } },
    });
  });
});
