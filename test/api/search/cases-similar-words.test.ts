/** Products that the engine finds by a word similar to one of the query: which follow those with its own words. */
import { foundIdsOf } from '../responses.ts';
import { resultsOf } from '../results/support.ts';
import { type Shops, startShops } from './languages/start-shops.ts';

let shops: Shops;

beforeAll(async () => {
  shops = await startShops({
    en: { headset: 'Wireless headset', apart: 'Wired head set', tulip: 'Red tulip', typo: 'White tullip' },
    it: {
      white: 'Grappa bianca',
      moscato: 'Grappa di Moscato',
      lambrusco: 'Lambrusco Grasparossa di Castelvetro',
      barolo: 'Barolo',
    },
    pt: {
      stone: 'Harry Potter e a Pedra Filosofal',
      chamber: 'Harry Potter e a Câmara Secreta',
      habit: 'O Poder do Hábito',
      dune: 'Duna',
    },
  });
});
afterAll(() => shops.stop());

/** The ids of the ranked search and of the results page, without the language. */
async function foundBy(language: string, query: string): Promise<readonly (readonly string[])[]> {
  const token = shops.tokens.get(language) ?? '';
  const ranked = foundIdsOf(await shops.api.request('/v1/products/search', { token, json: { query } }));
  const { data } = await resultsOf(shops.api, token, { query });
  return [ranked, data.map(({ product }) => product.id as string)].map((ids) =>
    ids.map((id) => id.slice(`${language}-`.length)).toSorted(),
  );
}

test.each([
  ['it', 'grappa', ['moscato', 'white']],
  ['it', 'grappa -moscato', ['white']],
])('in %s, a known word is no misspelt beginning of a longer one: %s', async (language, query, ids) => {
  expect(await foundBy(language, query)).toEqual([ids, ids]);
});

test.each([
  ['en', 'tulip', ['tulip', 'typo']],
  ['en', 'headset', ['apart', 'headset']],
])('in %s, a word that may be the same, spelt otherwise, is found: %s', async (language, query, ids) => {
  expect((await foundBy(language, query))[0]).toEqual(ids);
});

test.each([
  ['pt', 'harry poter', ['chamber', 'stone']],
  ['pt', 'poter', ['chamber', 'stone']],
])('in %s, a product with a word that is only like the misspelling is not found: %s', async (language, query, ids) => {
  expect(await foundBy(language, query)).toEqual([ids, ids]);
});
