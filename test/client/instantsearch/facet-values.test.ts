/** A search among the values of a facet, as the search box of a refinementList sends it. */
import { catalogueSearchClient, type Facets } from '../../../client/src/index.ts';
import { resultsMeta } from '../support/results-meta.ts';

const facetOf = (...each: (readonly [value: string, label: string])[]) => ({
  values: each.map(([value, label]) => ({ value, label, count: 1 })),
  isComplete: true,
});

/** Searches in the facet `facetName` of a response with these facets. */
async function searchFacet(facets: object, facetName: string, facetQuery: string, params = {}) {
  const search = async () => ({ meta: resultsMeta({ perPage: 1 }), data: [], facets: facets as Facets });
  const requests = [{ indexName: 'products', params: { ...params, facetName, facetQuery } }];
  return (await catalogueSearchClient({ search }).searchForFacetValues(requests))[0];
}

test.each([
  ['ten values by default', {}, 10],
  ['as many as requested', { maxFacetHits: 2 }, 2],
])('it finds %s', async (_name, params, count) => {
  const collection = facetOf(...Array.from({ length: 12 }, (_each, index) => [`c${index}`, `C ${index}`] as const));
  expect((await searchFacet({ collection }, 'collection', 'c', params))?.facetHits).toHaveLength(count);
});

test('it says whether there may be other values', async () => {
  const collection = facetOf(['c1', 'Tents']);
  const searched = (facets: object) => searchFacet(facets, 'collection', '');
  expect(await searched({ collection })).toMatchObject({ exhaustiveFacetsCount: true });
  expect(await searched({ collection: { ...collection, isComplete: false } })).toMatchObject({
    exhaustiveFacetsCount: false,
  });
  expect(await searched({})).toMatchObject({ facetHits: [], exhaustiveFacetsCount: false });
});

test('it marks nothing where folding changes the length', async () => {
  const colours = { 'variants.Colour': facetOf(['weiss rot', 'Weiß rot']) };
  expect((await searchFacet(colours, 'variants.Colour', 'rot'))?.facetHits).toEqual([
    { value: 'Weiß rot', highlighted: 'Weiß rot', count: 1 },
  ]);
});
