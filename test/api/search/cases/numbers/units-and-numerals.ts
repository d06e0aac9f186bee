/** Units whose number no product has, the same amount in other units, Roman numerals and ordinals. */
import type { Shops, TextsByLanguage, Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  en: {
    rum: { title: 'Diplomático Reserva Rum', specifications: { Size: '70cl' } },
    'dark-rum': { title: 'Gosling Dark Rum', specifications: { Size: '70cl' } },
    beer: { title: 'Ginger Beer 4 x 200ml', description: 'Made to be mixed with rum' },
    tonic: 'Tonic water 500ml',
    liqueur: 'Cream liqueur 1 Litre',
    thread: 'Silk thread, 100 yd',
    'other-thread': 'Cotton thread',
    vermouth: { title: 'Rosso Vermouth', description: 'An Italian aperitif' },
    'red-wine': { title: 'Chianti Classico wine', specifications: { Country: 'Italy' } },
    'white-wine': { title: 'Gavi wine', specifications: { Country: 'Italy' } },
    rioja: { title: 'Rioja wine', specifications: { Country: 'Spain' } },
  },
  de: {
    'disc-7': 'ATE Bremsscheiben vorne für VW Golf VII',
    'disc-6': 'ATE Bremsscheiben vorne für VW Golf VI',
    'filter-7': 'Mann Ölfilter für VW Golf VII 2.0',
    'filter-6': 'Mann Ölfilter für VW Golf VI 1.6',
    'filter-polo': 'Mann Ölfilter für VW Polo',
  },
  fr: {
    tablets: 'Paracétamol 1000 mg, 8 comprimés',
    'weak-tablets': 'Paracétamol 500 mg, 8 comprimés',
    half: 'Champagne brut 0,375 l',
    bottle: 'Champagne brut 0,75 l',
    cask: 'Champagne brut, 0 défaut, 375 l',
  },
  es: {
    third: 'Matemáticas 3º ESO',
    fourth: 'Matemáticas 4º ESO opción B',
    reading: 'Lengua 2ª parte',
  },
};

export const UNITS_AND_NUMERALS: Topic = { name: 'units-and-numerals', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test('a unit counts only with its number', async () => {
    expect((await shops.ids('en', 'rum 725 ml')).slice(0, 2).toSorted()).toEqual(['dark-rum', 'rum']);
    expect(await shops.found('en', 'thread 500 yd')).toMatchObject({ total: 2, isRelaxed: true });
  });

  test.each(['rum 700 ml', 'rum 0.7 l', '70 cl rum', 'rum 700ml', '0.7l rum'])(
    'the same amount in other units: %s',
    async (query) => {
      const { data, meta } = await shops.page('en', { query });
      expect(data.map(({ product }) => product.id).toSorted()).toEqual(['dark-rum', 'rum']);
      expect(meta.isRelaxed).toBe(false);
    },
  );

  test.each([
    ['paracétamol 1 g', 'tablets'],
    ['paracétamol 0,5 g', 'weak-tablets'],
    ['champagne 37,5 cl', 'half'],
    ['champagne 375 ml', 'half'],
  ])('the same amount in other units, with decimals: %s', async (query, id) => {
    expect(await shops.found('fr', query)).toMatchObject({ first: id, total: 1, isRelaxed: false });
  });

  test.each([
    ['bremsscheiben golf 7', 'disc-7'],
    ['bremsscheiben golf 6', 'disc-6'],
    ['ölfilter golf 7', 'filter-7'],
  ])('a number is a Roman numeral: %s', async (query, id) => {
    expect(await shops.found('de', query)).toMatchObject({ first: id, total: 1, isRelaxed: false });
  });

  test.each([
    ['matemáticas 4 eso', 'fourth'],
    ['4 eso', 'fourth'],
    ['4º eso', 'fourth'],
    ['3 eso', 'third'],
    ['lengua 2', 'reading'],
  ])('an ordinal is its number: %s', async (query, id) => {
    expect(await shops.found('es', query)).toMatchObject({ first: id, total: 1, isRelaxed: false });
  });

  test('a nationality means its country', async () => {
    const { data, meta } = await shops.page('en', { query: 'italian wine' });
    expect(data.slice(0, 2).map(({ product }) => product.id)).toEqual(
      expect.arrayContaining(['red-wine', 'white-wine']),
    );
    expect(meta).toMatchObject({ total: 2, isRelaxed: false });
  });
}
