/** Queries that are the name of a collection. */
import type { Shops, TextsByLanguage, Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  en: {
    brut: { title: 'Moët & Chandon Brut Impérial 75cl', inCollections: ['Champagne', 'Sparkling'] },
    rose: { title: 'Laurent-Perrier Cuvée Rosé 75cl', inCollections: ['Champagne'] },
    flutes: { title: 'Champagne flutes', inCollections: ['Glassware'] },
    bucket: { title: 'Champagne bucket', inCollections: ['Bar tools', 'Champagne and wine accessories'] },
    rioja: { title: 'Marqués de Riscal Reserva', description: 'From Rioja', inCollections: ['Red Wines'] },
    chianti: { title: 'Chianti Classico', description: 'From Tuscany', inCollections: ['Red Wines'] },
    'wine-glass': { title: 'Red wine glass', inCollections: ['Glassware'] },
    carafe: { title: 'Carafe Nordlys', inCollections: ['Jugs & Carafes'] },
    jug: { title: 'Jug Sommer', inCollections: ['Jugs & Carafes'] },
    lids: { title: 'Lids for jugs and carafes', inCollections: ['Bar tools'] },
  },
};

export const COLLECTION_NAMES: Topic = { name: 'collection-names', shops: SHOPS, tests };

function tests(shops: Shops): void {
  const first = async (query: string, count: number) => (await shops.ids('en', query)).slice(0, count).toSorted();

  test.each(['champagne', 'Champagne', 'champagnes'])(
    'the products of the collection come first: %s',
    async (query) => {
      expect(await first(query, 2)).toEqual(['brut', 'rose']);
      const { data, meta } = await shops.page('en', { query });
      expect(
        data
          .slice(0, 2)
          .map(({ product }) => product.id)
          .toSorted(),
      ).toEqual(['brut', 'rose']);
      expect(meta.total).toBe(4);
    },
  );

  test.each(['red wine', 'red wines'])('so for a name of several words: %s', async (query) => {
    expect(await first(query, 2)).toEqual(['chianti', 'rioja']);
  });

  test.each(['jugs & carafes', 'jugs and carafes'])('stop words are no part of a name: %s', async (query) => {
    expect(await first(query, 2)).toEqual(['carafe', 'jug']);
  });

  test.each([
    ['champagne flutes', 'flutes'],
    ['champagne bucket', 'bucket'],
    ['red wine glass', 'wine-glass'],
  ])('a query with further words is not the name: %s', async (query, id) => {
    expect(await first(query, 1)).toEqual([id]);
  });
}
