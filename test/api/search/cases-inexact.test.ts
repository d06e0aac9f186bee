/**
 * What a query means if no product has all of its words as typed: a product of another size, two words of a title, the
 * telling part of a compound. The first product of the ranked search, and the set of a results page.
 */
import { type Shops, startShops, type TitlesByLanguage } from './languages/start-shops.ts';

const numbered = (id: string, count: number, titleOf: (index: number) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${id}${index}`, titleOf(index)]));

const SHOPS: TitlesByLanguage = {
  en: {
    ...numbered('wine', 8, (index) => `Red wine ${index + 30} ml`),
    shampoo: 'Shampoo 750 ml',
    lamp: 'Lamp bulb 7 W',
    ...numbered('golf', 4, (index) => `Brake disc for Golf, type ${'ABCD'[index]}`),
    brake: 'Front brake discs, pair',
    pads: 'Brake pads',
    tray: 'Seed tray 38 cm',
    nuts: 'Wheel nuts, chrome',
    barrier: 'Pet barrier for the car',
    d3: 'Vitamin D3 tablets',
    calcium: 'Calcium D tablets',
    vitamins: 'Multivitamin tablets',
  },
  de: {
    ...numbered('pain', 9, (index) => `Schmerztabletten Sorte ${index}`),
    ...numbered('vitamin', 9, (index) => `Vitamintabletten Sorte ${index}`),
    iron: 'Kräutersaft mit Eisen',
    sleep: 'Tee für den Schlaf',
    chair: 'Stuhl aus Eiche',
    hose: 'Schlauch für den Garten',
    gel: 'Gel mit Aloe',
    shower: 'Duschgel Minze',
    mirror: 'Spiegel fürs Bad',
    aspirin20: 'Aspirin 20 St',
    aspirin50: 'Aspirin 50 Stück',
    other20: 'Tropfen 20 Stück',
  },
  es: {
    ...numbered('cat', 4, (index) => `Pienso para gato ${index + 1} kg`),
    dog: 'Pienso para perro 12 kg',
    sand: 'Arena 8 kg',
    pipettes: 'Pipetas 3 uds',
  },
};

let shops: Shops;
beforeAll(async () => {
  shops = await startShops(SHOPS);
});
afterAll(() => shops.stop());

test.each([
  ['en', 'red wine 750 ml', 'en-wine0', 8],
  ['en', 'wine 7', 'en-wine0', 8],
  ['es', 'gato 8 kg', 'es-cat0', 4],
])('in %s, no product of the wanted size: those of other sizes, not others of this size: %s', async (...wanted) => {
  const [locale, query, first, total] = wanted;
  expect(await shops.found(locale, query)).toEqual({ first, total, isRelaxed: true, correctedQuery: null });
});

test.each([
  ['brakedisc', 'en-brake', 5],
  ['brake disc', 'en-brake', 5],
  ['golf brakedisc', 'en-golf0', 4],
  ['seedtrays', 'en-tray', 1],
  ['wheelnut', 'en-nuts', 1],
])('one word, but two of titles in another form: %s', async (query, first, total) => {
  expect(await shops.found('en', query)).toEqual({ first, total, isRelaxed: false, correctedQuery: null });
});

test('the words of the title are highlighted', async () => {
  expect(await shops.highlighted('en', 'seedtrays', 'tray')).toEqual(['Seed', 'tray']);
  expect(await shops.highlighted('de', 'schlaftabletten', 'sleep')).toEqual(['Schlaf']);
});

test('two words that are not adjacent in a title are no joined word: carpet', async () => {
  expect(await shops.found('en', 'carpet')).toMatchObject({ first: undefined, total: 0 });
});

test.each([
  ['eisentabletten', 'de-iron', 1],
  ['schlaftabletten', 'de-sleep', 1],
  ['gartenstuhl', 'de-chair', 1],
  ['gartentabletten', 'de-hose', 1],
])('the end of a compound, or its beginning if many products have the end: %s', async (query, first, total) => {
  expect(await shops.found('de', query)).toEqual({ first, total, isRelaxed: true, correctedQuery: null });
});

test('a gel is the end of a compound, but not of a mirror', async () => {
  expect(await shops.found('de', 'gel')).toMatchObject({ first: 'de-gel', total: 2 });
  expect(await shops.found('de', 'duschgele')).toMatchObject({ first: 'de-shower', total: 1 });
});

test('names of pieces in other languages', async () => {
  expect(await shops.found('de', 'aspirin 20 stück')).toMatchObject({ first: 'de-aspirin20', total: 1 });
  expect(await shops.found('de', 'aspirin 50 st')).toMatchObject({ first: 'de-aspirin50', total: 1 });
  expect(await shops.found('es', 'pipetas 3 unidades')).toMatchObject({ first: 'es-pipettes', total: 1 });
});

test('a letter also means a number of it', async () => {
  expect(await shops.found('en', 'vitamin d tablets')).toMatchObject({ first: 'en-d3' });
});
