/** Queries of shoppers in many languages, each in a shop of that language: a table of cases. */
import { foundIdsOf } from '../responses.ts';
import { idsIn, resultsOf } from '../results/support.ts';
import { LATIN_SHOPS } from './languages/latin.ts';
import { SHOPS_OF_OTHER_SCRIPTS } from './languages/other-scripts.ts';
import { type Shops, startShops, titlesOf } from './languages/start-shops.ts';

const SHOPS = { ...LATIN_SHOPS, ...SHOPS_OF_OTHER_SCRIPTS };

let shops: Shops;
beforeAll(async () => {
  shops = await startShops(titlesOf(SHOPS));
});
afterAll(() => shops.stop());

const send = (locale: string, query: string, limit = 10) =>
  shops.api.request('/v1/products/search', {
    token: shops.tokens.get(locale) ?? '',
    json: { query, limit, highlight: true },
  });

describe.each(Object.entries(SHOPS))('in %s the first product found', (locale, { cases }) => {
  test.each(cases)('by %s: %s', async (_what, query, id) => {
    const found = foundIdsOf(await send(locale, query));
    expect([found[0], found]).toEqual([`${locale}-${id}`, found]);
  });
});

const PAGES = Object.entries(SHOPS).flatMap(([locale, { pages = [] }]) =>
  pages.map((page) => [locale, ...page] as const),
);

// Sorted, a page has exactly the products that its total counts.
test.each(PAGES)(
  'in %s the results page of %s has all products of the words, and corrects and leaves out none',
  async (locale, query, ids) => {
    const sort = { by: 'title', order: 'asc' };
    const { meta, data } = await resultsOf(shops.api, shops.tokens.get(locale) ?? '', { query, sort });
    const expected = ids.map((id) => `${locale}-${id}`).toSorted();
    expect(meta).toMatchObject({ correctedQuery: null, isRelaxed: false, total: ids.length });
    expect(idsIn({ data }).toSorted()).toEqual(expected);
  },
);

describe('while a word is typed', () => {
  test('a word that ends with s matches longer words, even if many products have the word itself', async () => {
    const found = foundIdsOf(await send('de', 'glas', 20));
    expect(found.slice(0, 13).every((id) => /^de-glas(?:-|$)/.test(id))).toBe(true);
    expect(found).toContain('de-bottle');
  });
});

describe('highlights', () => {
  test.each([
    ['en', '27 inch monitor', 'monitor', ['Monitor', '27"']],
    ['en', 'on cloud', 'on-cloud', ['Cloud']],
    ['de', 'lederjacken', 'jacket', ['Lederjacke']],
    ['id', 'baju berwarna', 'shirt', ['Baju', 'warna']],
    ['id', 'bersih lantai', 'cleaner', ['pembersih', 'lantai']],
    ['ga', 'capall adhmaid', 'horse', ['gcapall', 'adhmaid']],
    ['ga', 'mbord cistine', 'table', ['Bord', 'cistine']],
    ['sr', 'мајица', 'shirt', ['majica']],
    ['ru', 'елка', 'tree', ['ёлка']],
    ['hi', 'दाल', 'lentils', ['दाल']],
    ['th', 'หนัง', 'bag', ['หนัง']],
    ['ja', 'ガラス', 'glass', ['ガラス']],
  ])('in %s of %s', async (locale, query, id, expected) => {
    expect(await shops.highlighted(locale, query, id)).toEqual(expected);
  });
});
