/** What a page of results highlights doesn't depend on its order. */
import { resultsOf } from '../results/support.ts';
import { type Shops, startShops } from './languages/start-shops.ts';

let shops: Shops;

beforeAll(async () => {
  shops = await startShops({
    ru: { oil: 'Castrol Magnatec 10W-40 масло моторное', tyre: 'Шина зимняя Pirelli 205/55' },
    en: { front: 'Front Brake Discs', rear: 'Rear Brake Disc', grinder: 'Coffee Grinder', cable: 'Brake Cable' },
  });
});
afterAll(() => shops.stop());

/** The highlighted parts of each product's title, the titles in order. */
async function highlightedIn(locale: string, query: string, sort: unknown) {
  const json = { query, sort, highlight: true };
  const { data } = await resultsOf(shops.api, shops.tokens.get(locale) ?? '', json);
  const parts = data.flatMap(({ search }) =>
    search.results.map(({ text, highlights }) => [
      text,
      (highlights ?? []).map(({ start, length }) => text.slice(start, start + length)),
    ]),
  );
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
