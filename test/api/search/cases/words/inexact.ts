/**
 * What a query means if no product has all of its words as typed: a product of another size, two words of a title, the
 * telling part of a compound, or one word written as two. The first product of the ranked search, and the set of a
 * results page.
 */
import { numbered, only, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const SHOPS: TextsByLanguage = {
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
    saucepan: 'Saucepan 3 quart with glass lid',
    saute: 'Saute pan with lid',
    flashlight: 'Flashlight',
    ...numbered('ceiling', 2, (index) => `Flush light ${'AB'[index]}`),
    breadmaker: 'Breadmaker with nut dispenser',
    ...numbered('machine', 3, (index) => `Coffee machine ${'ABC'[index]}`),
    ice: 'Ice maker',
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

export const INEXACT: Topic = { name: 'inexact', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test.each([
    ['en', 'red wine 750 ml', 'wine0', 8],
    ['en', 'wine 7', 'wine0', 8],
    ['es', 'gato 8 kg', 'cat0', 4],
  ])('in %s, no product of the wanted size: those of other sizes, not others of this size: %s', async (...wanted) => {
    const [locale, query, first, total] = wanted;
    expect(await shops.found(locale, query)).toEqual({ first, total, isRelaxed: true, correctedQuery: null });
  });

  test.each([
    ['brakedisc', 'brake', 5],
    ['brake disc', 'brake', 5],
    ['golf brakedisc', 'golf0', 4],
    ['seedtrays', 'tray', 1],
    ['wheelnut', 'nuts', 1],
    // The second one is unfinished.
    ['brakedi', 'brake', 5],
    ['golf brakedis', 'golf0', 4],
    ['seedtra', 'tray', 1],
  ])('one word, but two of titles in another form: %s', async (query, first, total) => {
    expect(await shops.found('en', query)).toEqual({ first, total, isRelaxed: false, correctedQuery: null });
  });

  test.each([
    ['sauce pan', 'saucepan'],
    ['sauce pan 3 quart', 'saucepan'],
    ['flash light', 'flashlight'],
  ])('two words that are one in a title, not a misspelt word: %s', async (query, id) => {
    expect(await shops.found('en', query)).toEqual(only(id));
  });

  test('two words that are one in a title, beside a word that it lacks', async () => {
    expect(await shops.found('en', 'bread maker machine')).toMatchObject({ first: 'breadmaker' });
  });

  test('the words of the title are highlighted', async () => {
    expect(await shops.highlighted('en', 'seedtrays', 'tray')).toEqual(['Seed', 'tray']);
    expect(await shops.highlighted('de', 'schlaftabletten', 'sleep')).toEqual(['Schlaf']);
  });

  test('two words that are not adjacent in a title are no joined word: carpet', async () => {
    expect(await shops.found('en', 'carpet')).toMatchObject({ first: undefined, total: 0 });
  });

  test.each([
    ['eisentabletten', 'iron', 1],
    ['schlaftabletten', 'sleep', 1],
    ['gartenstuhl', 'chair', 1],
    ['gartentabletten', 'hose', 1],
  ])('the end of a compound, or its beginning if many products have the end: %s', async (query, first, total) => {
    expect(await shops.found('de', query)).toEqual({ first, total, isRelaxed: true, correctedQuery: null });
  });

  test('a gel is the end of a compound, but not of a mirror', async () => {
    expect(await shops.found('de', 'gel')).toMatchObject({ first: 'gel', total: 2 });
    expect(await shops.found('de', 'duschgele')).toMatchObject({ first: 'shower', total: 1 });
  });

  test('names of pieces in other languages', async () => {
    expect(await shops.found('de', 'aspirin 20 stück')).toMatchObject({ first: 'aspirin20', total: 1 });
    expect(await shops.found('de', 'aspirin 50 st')).toMatchObject({ first: 'aspirin50', total: 1 });
    expect(await shops.found('es', 'pipetas 3 unidades')).toMatchObject({ first: 'pipettes', total: 1 });
  });

  test('a letter also means a number of it', async () => {
    expect(await shops.found('en', 'vitamin d tablets')).toMatchObject({ first: 'd3' });
  });
}
