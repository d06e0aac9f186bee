/** Amounts as stock systems write them: the sign of a diameter, areas, units beside numbers. */
import { only, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
  nl: {
    'pipe-32': 'BUIS PVC Ø32MM',
    'pipe-40': 'Buis PVC Ø 40 mm',
    'cable-1': 'KABEL YMVK 3X1,5MM2 100MTR',
    'cable-2': 'Kabel YMVK 3x2,5 mm² 50 m',
    'rug-20': 'Kunstgras 20m²',
    'rug-4': 'Kunstgras 4 m2',
    'valve-1': 'Kogelkraan 1.1/4"',
    'valve-2': 'Kogelkraan 2 duim',
    'screws-100': 'Schroeven 100ST',
    'screws-200': 'Schroeven 200 stuks',
  },
  de: {
    'monitor-27': 'Monitor 27´´',
    'monitor-24': 'Monitor 24 Zoll',
    'glasses-6': 'Gläser 6er-Set',
    'glasses-4': 'Gläser 4 Stück',
    'cable-1000': "Kabel 1'000 m",
    'cable-1': 'Kabel 1 m',
    'shoes-38': 'SCHUHE DAMEN GR.38',
    'shoes-39': 'SCHUHE DAMEN GR.39',
  },
};

export const SHORT_UNITS: Topic = { name: 'short-units', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['buis 32', 'pipe-32'],
    ['buis 32mm', 'pipe-32'],
    ['buis ø32', 'pipe-32'],
    ['buis ø40', 'pipe-40'],
    ['kabel 3x1,5', 'cable-1'],
    ['kabel 3 x 1,5 mm²', 'cable-1'],
    ['kabel 3x2,5mm2', 'cable-2'],
    ['kabel 100 meter', 'cable-1'],
    ['kunstgras 20 m2', 'rug-20'],
    ['kunstgras 4m²', 'rug-4'],
    ['kogelkraan 1 1/4', 'valve-1'],
    ['kogelkraan 1,25 inch', 'valve-1'],
    ['kogelkraan 1.1/4"', 'valve-1'],
    ['kogelkraan 2"', 'valve-2'],
    ['schroeven 100 stuks', 'screws-100'],
    ['schroeven 200st', 'screws-200'],
  ])('%s', async (query, id) => {
    expect(await shops.found('nl', query)).toEqual(only(id));
  });

  test.each([
    ['monitor 27 zoll', 'monitor-27'],
    ['monitor 24´´', 'monitor-24'],
    ['gläser 6 stück', 'glasses-6'],
    ['gläser 4er', 'glasses-4'],
    ['kabel 1000 m', 'cable-1000'],
    ['schuhe größe 38', 'shoes-38'],
  ])('%s', async (query, id) => {
    expect(await shops.found('de', query)).toEqual(only(id));
  });

  test.each([
    ['buis 32 mm', 'pipe-32', ['BUIS', 'Ø32MM']],
    ['kabel 2,5mm2', 'cable-2', ['Kabel', '2,5 mm²']],
    ['kogelkraan 1 1/4', 'valve-1', ['Kogelkraan', '1.1/4']],
  ])('the highlights of %s', async (query, id, expected) => {
    expect(await shops.highlighted('nl', query, id)).toEqual(expected);
  });
}
