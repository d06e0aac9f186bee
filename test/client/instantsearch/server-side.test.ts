/** Server-side rendering of `react-instantsearch`: the server searches, and the browser starts with its results. */
import { catalogueSearchClient, type FoundProduct, type SearchBody } from '../../../client/src/index.ts';
import { resultsMeta } from '../support/results-meta.ts';

// React has no types here.
const { markupOf, stateOf } = await import(String(new URL('../support/server-page.js', import.meta.url)));

const META = resultsMeta();
const FOUND = { product: { id: 'p1', title: 'Red <b>tent</b>' }, search: { index: 0, results: [] } };
const MATERIAL = { values: [{ value: 'cotton', label: 'Cotton', count: 1 }], isComplete: true };

test('getServerState: one search, whose results are in the markup of server and browser', async () => {
  const bodies: SearchBody[] = [];
  const search = async (body: SearchBody) => {
    bodies.push(body);
    const data = [FOUND as unknown as FoundProduct];
    return { meta: META, data, facets: { 'specifications.Material': MATERIAL } };
  };
  const state = await stateOf(catalogueSearchClient({ search }));
  expect(bodies).toMatchObject([{ page: 1, facets: ['specifications.Material'] }]);

  const markup = markupOf(catalogueSearchClient({ search }), state);
  expect(markup).toContain('<h3>Red &lt;b&gt;tent&lt;/b&gt;</h3>');
  expect(markup).toMatch(/labelText">Cotton<.*count">1</);
  expect(bodies).toHaveLength(1);
});
