/**
 * Numbers and model numbers that no product has: the set of a results page is that of the other words, and says so. No
 * number is a misspelt other one.
 */
import { numbered, only, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  en: {
    ...numbered('bottle', 3, (index) => `Baby bottle ${['125ml', '260ml', '330ml'][index]}`),
    mattress: 'Cot mattress 140x70',
    fire: 'LEGO Fire Engine 60374',
    falcon: 'LEGO Falcon 75257',
    ...numbered('power', 2, (index) => `Power bank ${['10000mAh', '5000mAh'][index]}`),
  },
  pl: {
    ...numbered('grinder', 3, (index) => `Szlifierka kątowa ${['2200W', '1400W', '720W'][index]}`),
    bosch: 'Szlifierka Bosch GWS 7-125',
    ...numbered('battery', 2, (index) => `Akumulator ${['Makita BL1850B', 'Bosch GBA18V'][index]}`),
    ...numbered('bit', 2, (index) => `Wiertło ${['8x160', '6x100'][index]} mm`),
  },
};

export const EXACT_NUMBERS: Topic = { name: 'exact-numbers', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['en', 'bottle 250ml', 3],
    ['en', 'botle 250ml', 3],
    ['en', 'bottles 250ml', 3],
    ['en', '"bottle 250ml"', 3],
    ['en', 'mattress 140x60', 1],
    // While it is typed.
    ['en', 'mattress 9', 1],
    ['en', 'mattress-9', 1],
    ['en', 'lego 75258', 2],
    ['en', 'power bank 20000mah', 2],
    ['pl', 'szlifierka 2100w', 4],
    ['pl', 'gws 7-115', 1],
    ['pl', 'akumulator bl1860b', 2],
    ['pl', 'wiertło 8x150', 1],
  ])('in %s, %s', async (locale, query, total) => {
    expect((await shops.page(locale, { query })).meta).toMatchObject({ total, isRelaxed: true });
  });

  test.each([
    ['en', 'bottle 260ml', 'bottle1'],
    ['en', 'lego 75257', 'falcon'],
    // While it is typed.
    ['en', 'lego 7525', 'falcon'],
    ['en', 'power bank 1000', 'power0'],
    ['pl', 'szlifierka 2200w', 'grinder0'],
    ['pl', 'gws 7-125', 'bosch'],
    ['pl', 'wiertło 8*160', 'bit0'],
    ['pl', 'wiertło 6 * 100 mm', 'bit1'],
  ])('a number that a product has: in %s, %s', async (locale, query, id) => {
    expect(await shops.found(locale, query)).toEqual(only(id));
  });

  test('beside a misspelt word', async () => {
    expect(await shops.found('en', 'botle 260ml')).toEqual({ ...only('bottle1'), correctedQuery: 'bottle 260ml' });
    expect(await shops.found('en', 'matress 140')).toEqual({ ...only('mattress'), correctedQuery: 'mattress 140' });
  });
}
