/** What a page of results highlights doesn't depend on its order. */
import { markedIn, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  ru: { oil: 'Castrol Magnatec 10W-40 масло моторное', tyre: 'Шина зимняя Pirelli 205/55' },
  en: { front: 'Front Brake Discs', rear: 'Rear Brake Disc', grinder: 'Coffee Grinder', cable: 'Brake Cable' },
};

export const SORTED: Topic = { name: 'sorted', shops: SHOPS, tests };

function tests(shops: Shops): void {
  /** The highlighted parts of each product's title, the titles in order. */
  async function highlightedIn(locale: string, query: string, sort: unknown) {
    const { data } = await shops.page(locale, { query, sort, highlight: true });
    const parts = data.flatMap(({ search }) => search.results.map((match) => [match.text, markedIn(match)]));
    return Object.fromEntries(parts.toSorted());
  }

  test.each([
    ['ru', 'кастрол', { 'Castrol Magnatec 10W-40 масло моторное': ['Castrol'] }],
    ['en', 'brakedisc', { 'Front Brake Discs': ['Brake', 'Discs'], 'Rear Brake Disc': ['Brake Disc'] }],
    ['en', 'grindder', { 'Coffee Grinder': ['Grinder'] }],
  ])('in %s: %s', async (locale, query, highlighted) => {
    const byRelevance = await highlightedIn(locale, query, 'relevance');
    expect(byRelevance).toEqual(highlighted);
    for (const by of ['title', 'price'])
      expect(await highlightedIn(locale, query, { by, order: 'asc' })).toEqual(byRelevance);
  });
}
