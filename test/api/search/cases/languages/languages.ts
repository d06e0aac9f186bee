/** Queries of shoppers in many languages, each in a shop of that language: a table of cases. */
import { idsIn } from '../../../results/support.ts';
import { type Shops, type Topic, titlesOf } from '../support/topics.ts';
import { LATIN_SHOPS } from './latin.ts';
import { SHOPS_OF_OTHER_SCRIPTS } from './other-scripts.ts';

const SHOPS = { ...LATIN_SHOPS, ...SHOPS_OF_OTHER_SCRIPTS };

const PAGES = Object.entries(SHOPS).flatMap(([locale, { pages = [] }]) =>
  pages.map((page) => [locale, ...page] as const),
);

export const LANGUAGES: Topic = { name: 'languages', shops: titlesOf(SHOPS), tests };

function tests(shops: Shops): void {
  describe.each(Object.entries(SHOPS))('in %s the first product found', (locale, { cases }) => {
    test.each(cases)('by %s: %s', async (_what, query, id) => {
      const found = await shops.ids(locale, query);
      expect([found[0], found]).toEqual([id, found]);
    });
  });

  // Sorted, a page has exactly the products that its total counts.
  test.each(PAGES)(
    'in %s the results page of %s has all products of the words, and corrects and leaves out none',
    async (locale, query, ids) => {
      const sort = { by: 'title', order: 'asc' };
      const { meta, data } = await shops.page(locale, { query, sort });
      expect(meta).toMatchObject({ correctedQuery: null, isRelaxed: false, total: ids.length });
      expect(idsIn({ data }).toSorted()).toEqual(ids.toSorted());
    },
  );

  describe('while a word is typed', () => {
    test('a word that ends with s matches longer words, even if many products have the word itself', async () => {
      const found = await shops.ids('de', 'glas', { limit: 20 });
      expect(found.slice(0, 13).every((id) => /^glas(?:-|$)/.test(id))).toBe(true);
      expect(found).toContain('bottle');
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
      ['sr', 'decija haljina', 'a-child', ['Дечија', 'хаљина']],
      ['ru', 'елка', 'tree', ['ёлка']],
      ['hi', 'दाल', 'lentils', ['दाल']],
      ['th', 'หนัง', 'bag', ['หนัง']],
      ['ja', 'ガラス', 'glass', ['ガラス']],
    ])('in %s of %s', async (locale, query, id, expected) => {
      expect(await shops.highlighted(locale, query, id)).toEqual(expected);
    });
  });
}
