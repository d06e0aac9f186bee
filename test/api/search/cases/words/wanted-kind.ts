/** A query for a kind of product with an attribute that no product of this kind has: the kind comes first. */
import { numbered, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  en: {
    ...numbered('curtain', 6, (index) => ({ title: `Blackout curtain ${index} grey`, inCollections: ['Curtains'] })),
    'red-knife': { title: 'Paring knife red', inCollections: ['Knives'] },
    'red-spoon': { title: 'Serving spoon red', inCollections: ['Cutlery'] },
    ...numbered('knife', 6, (index) => ({ title: `Bread knife ${index}`, inCollections: ['Knives'] })),
    // A brand has a collection, too.
    'bosch-drill': { title: 'Bosch cordless drill', inCollections: ['Bosch', 'Drills'] },
    'makita-saw': { title: 'Makita jig saw', inCollections: ['Makita', 'Saws'] },
  },
};

export const WANTED_KIND: Topic = { name: 'wanted-kind', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each(['red curtains', 'curtains red', 'red curtain'])('%s', async (query) => {
    expect((await shops.ids('en', query)).slice(0, 6)).toEqual(
      Array.from({ length: 6 }, () => expect.stringMatching(/^curtain/)),
    );
    const { meta } = await shops.page('en', { query });
    expect(meta).toMatchObject({ total: 6, isRelaxed: true });
  });

  test('a product with both comes before others of the kind: red knives', async () => {
    expect(await shops.found('en', 'red knives')).toMatchObject({ first: 'red-knife', total: 1, isRelaxed: false });
    expect((await shops.ids('en', 'red knives'))[1]).toMatch(/^knife/);
  });

  test('a brand and a kind that are both names of collections count as before', async () => {
    expect((await shops.ids('en', 'bosch saw')).toSorted()).toEqual(['bosch-drill', 'makita-saw']);
  });
}
