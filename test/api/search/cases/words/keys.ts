/**
 * The keys of specifications and variants, which all products of a shop may have: they are found as typed, but no word
 * is a misspelt key.
 */
import { NOTHING, numbered, only, type Shops, type Texts, type Topic } from '../support/topics.ts';

const withSpecifications = (title: string, specifications: Readonly<Record<string, string>>): Texts => ({
  title,
  specifications,
});

const SHOPS: Topic['shops'] = {
  en: {
    ...numbered('thread', 3, (index) => withSpecifications(`Cotton thread ${index}`, { Brand: 'Gutermann' })),
    red: withSpecifications('Silk thread', { Brand: 'Madeira', Colour: 'Red' }),
    blue: withSpecifications('Wool thread', { Brand: 'Madeira', Colour: 'Blue' }),
    thimble: withSpecifications('Thimble for the fingers of a tailor', { Brand: 'Prym', Capacity: 'One finger' }),
    cap: withSpecifications('Caps with a brim', { Brand: 'Prym' }),
    bracelet: withSpecifications('Bracelet for needles', { Brand: 'Prym', Capacity: '50 needles' }),
    small: withSpecifications('Monitor', { Brand: 'Philips', 'Screen size': '15 in.' }),
    large: withSpecifications('Curved monitor', { Brand: 'Philips', 'Screen size': '27 in.' }),
  },
  de: {
    ...numbered('disc', 3, (index) => withSpecifications(`Bremsscheibe ${index}`, { Marke: 'ATE' })),
    wiper: withSpecifications('Wischer', { Marke: 'Bosch' }),
    plug: withSpecifications('Zündkerze', { Marke: 'Bosch' }),
  },
  fr: {
    ...numbered('mask', 2, (index) => withSpecifications(`Masque chirurgical ${index}`, { Marque: 'Kolmi' })),
    ...numbered('shampoo', 3, (index) => withSpecifications(`Shampooing cheveux ${index}`, { Marque: 'Klorane' })),
  },
  es: {
    ...numbered('shirt', 3, (index) => ({
      title: `Camiseta ${index}`,
      variants: [
        { key: 'Talla', value: 'Mediana' },
        { key: 'Color', value: index === 0 ? 'Antracita' : 'Blanco' },
      ],
    })),
  },
};

export const KEYS: Topic = { name: 'keys', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['en', 'braid'],
    ['en', 'braids'],
    ['en', 'brandy'],
    ['de', 'maske'],
    ['es', 'tabla'],
  ])('no word is a misspelt key: in %s, %s', async (locale, query) => {
    expect(await shops.found(locale, query)).toEqual(NOTHING);
  });

  test('a word that some product has doesn’t find a key that is similar', async () => {
    expect(await shops.ids('fr', 'masque')).toEqual(['mask0', 'mask1']);
    expect(await shops.found('fr', 'masque cheveux')).toEqual({
      first: 'mask0',
      total: 2,
      isRelaxed: true,
      correctedQuery: null,
    });
  });

  test.each([
    ['de', 'marke bosch', 2],
    ['de', 'marke', 5],
    // While the key is typed.
    ['de', 'mark', 5],
    ['de', '"marke bosch"', 2],
    ['es', 'talla mediana', 3],
    ['es', 'tallas', 3],
    ['en', 'brands', 10],
    ['en', 'capac', 2],
    ['en', 'brand gutermann', 3],
  ])('keys are found as typed: in %s, %s', async (locale, query, total) => {
    expect(await shops.found(locale, query)).toMatchObject({ total, isRelaxed: false, correctedQuery: null });
  });

  test.each([
    ['bra', 'bracelet'],
    ['cap', 'cap'],
  ])('the beginning of a key is none of a word that products have: %s', async (query, id) => {
    expect(await shops.found('en', query)).toMatchObject({ first: id, total: 1, isRelaxed: false });
  });

  test.each([
    ['screen size 15', 'small'],
    ['colour red', 'red'],
    ['color red', 'red'],
  ])('a key and its value: %s', async (query, id) => {
    expect(await shops.found('en', query)).toEqual(only(id));
  });

  test.each([
    ['en', 'brand gutermnan', 3, 'brand gutermann'],
    ['es', 'color antrasita', 1, 'color antracita'],
  ])('a misspelt value beside a key: in %s, %s', async (locale, query, total, correctedQuery) => {
    expect(await shops.found(locale, query)).toMatchObject({ total, isRelaxed: false, correctedQuery });
  });

  test('key and value are highlighted', async () => {
    expect(await shops.highlighted('de', 'marke bosch', 'plug')).toEqual(['Marke', 'Bosch']);
    expect(await shops.highlighted('en', 'screen size 15', 'small')).toEqual(['Screen', 'size', '15']);
  });
}
