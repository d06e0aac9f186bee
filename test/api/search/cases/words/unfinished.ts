/** While a word is typed, letter by letter: the first product, the set of the results page and the highlights agree. */
import { idsIn } from '../../../results/support.ts';
import { NOTHING, numbered, only, type Shops, type Topic } from '../support/topics.ts';

const SHOPS = {
  de: {
    'air-filter': 'Bosch Luftfilter',
    wiper: 'Bosch Aerotwin Scheibenwischer',
    'oil-filter': 'Mann Ölfilter',
    oil: 'Öl für Ketten',
    plug: 'NGK Zündkerze',
    coolant: 'Kühlmittel, 5 Liter',
    meter: 'Blutdruckmessgerät',
    hose: 'Schlauch 24 cm',
    foil: 'Folie 25cm×8m',
    cups: '24 Becher',
    shirt: 'T-Shirt schwarz',
    speaker: 'JBL Lautsprecher, Bluetooth',
  },
  en: {
    shower: 'Rain shower head',
    headphones: 'Wireless headphones',
    mat: 'Yoga mat',
    tv: 'Matsui TV',
    toothbrush: 'Electric toothbrush',
    brush: 'Slicker brush with long bristles',
    powder: 'Tooth powder, mint',
    ...numbered('vitamin', 9, (index) => `Vitamin D capsules ${index}`),
    hub: 'External hub',
    drive: 'External portable USB 3.0 hard drive, black, with a cable and a pouch, for laptops, consoles and TVs',
    charger: 'Decora charger',
    ...numbered('pillow', 12, (index) => `Decorative pillow ${index}`),
    ...numbered('frame', 12, (index) => ({
      title: `Photo frame ${index}`,
      description: 'For the decoration of walls',
    })),
  },
  tr: {
    cable: 'Lightning Şarj Kablosu',
    adapter: { title: 'Şarj Adaptörü', description: 'Süper hızlı şarj' },
    powerbank: 'Kablosuz Powerbank',
  },
  pl: {
    carp: 'Wędka karpiowa Prologic',
    bream: { title: 'Wędka Mikado', description: 'Na leszcza i karpia' },
    spinning: 'Wędka spinningowa Shimano 2,40 m',
    feeder: 'Wędka Mikado 2,4 kg',
    bat: 'Bat teleskopowy 5 m',
  },
  ko: {
    deodorant: '니베아 데오드란트 롤온 50ml',
    lotion: '니베아 바디로션',
    mask: '라네즈 슬리핑 마스크',
    pads: '라네 화장솜',
    ring: '쥬얼리 반지',
    cheese: '모짜렐라 치즈',
    soap: { title: '수제 비누 선물세트', description: '선물로 좋은 비누' },
  },
};

export const UNFINISHED: Topic = { name: 'unfinished', shops: SHOPS, tests };

function tests(shops: Shops): void {
  /** What both kinds of search show of a product. */
  async function shown(locale: keyof typeof SHOPS, query: string, id: string) {
    const [{ first }, { meta, data }, highlights] = await Promise.all([
      shops.found(locale, query),
      shops.page(locale, { query, sort: { by: 'title', order: 'asc' } }),
      shops.highlighted(locale, query, id),
    ]);
    const isInSet = idsIn({ data }).includes(id);
    return { query, first, isInSet, correctedQuery: meta.correctedQuery, lastHighlight: highlights.at(-1) };
  }

  test.each(['tshi', 'tshir', 'tshirt'])('%s finds the T-Shirt', async (query) => {
    expect(await shops.found('de', query)).toEqual(only('shirt'));
  });

  test.each<[keyof typeof SHOPS, string, number, string, string]>([
    // The stem is `arotwin`.
    ['de', 'bosch aerotwin', 8, 'wiper', 'Aerotwin'],
    ['de', 'oelfilter', 4, 'oil-filter', 'Ölfilter'],
    ['de', 'mann oelfilter', 8, 'oil-filter', 'Ölfilter'],
    ['de', 'zuendkerze', 2, 'plug', 'Zündkerze'],
    ['de', 'kuehlmittel', 2, 'coolant', 'Kühlmittel'],
    // The stem begins as that of `Blutdruck`.
    ['de', 'bluetooth', 4, 'speaker', 'Bluetooth'],
    // `kablos` begins `kablosuz`, and lacks one letter of a form of `kablo`.
    ['tr', 'şarj kablosu', 6, 'cable', 'Kablosu'],
    ['tr', 'kablos', 6, 'powerbank', 'Kablosuz'],
    // `karpiow` could be a form of `karp`, but no product has it.
    ['pl', 'wędka karpiowa', 12, 'carp', 'karpiowa'],
    ['en', 'headphones', 5, 'headphones', 'headphones'],
    // Many products have the word `d`.
    ['en', 'external drive', 10, 'drive', 'drive'],
    // Two words that a product writes as one.
    ['en', 'tooth brush', 7, 'toothbrush', 'toothbrush'],
    // The engine's dictionary cuts the beginnings of a Korean word otherwise than the word.
    ['ko', '데오드란트', 2, 'deodorant', '데오드란트'],
    ['ko', '슬리핑', 2, 'mask', '슬리핑'],
    ['ko', '주얼리', 2, 'ring', '쥬얼리'],
    ['ko', '모짜렐라', 2, 'cheese', '모짜렐라'],
  ])('in %s of %s from letter %d on, the first product is %s', async (locale, query, from, id, word) => {
    for (let length = from; length <= query.length; length += 1) {
      const typed = query.slice(0, length);
      expect(await shown(locale, typed, id)).toEqual({
        query: typed,
        first: id,
        isInSet: true,
        correctedQuery: null,
        lastHighlight: word,
      });
    }
  });

  test('a German word without the dots of its umlaut has the set that it has with them', async () => {
    for (const [plain, written] of [
      ['oel', 'öl'],
      ['oelf', 'ölf'],
      ['kueh', 'küh'],
    ] as const) {
      const { meta } = await shops.page('de', { query: written });
      expect(await shops.found('de', plain)).toMatchObject({
        total: meta.total,
        isRelaxed: false,
        correctedQuery: null,
      });
    }
  });

  test.each([
    ['24c', 'hose', '24 cm'],
    ['schlauch 24c', 'hose', '24 cm'],
    // The whole amount looks like a model number.
    ['25c', 'foil', '25cm'],
  ])('a number with the first letter of its unit finds products with both: %s', async (query, id, word) => {
    expect(await shops.found('de', query)).toEqual(only(id));
    expect((await shops.suggested('de', query))[0]).toBe(id);
    expect(await shops.highlighted('de', query, id)).toContain(word);
  });

  test('a stem that is only the beginning of a word has the set of that word', async () => {
    expect(await shops.found('pl', 'wędka karpiow')).toEqual(only('carp'));
    expect(await shops.found('en', 'mats')).toEqual(only('mat'));
  });

  test('products with a whole Korean word come before those with a longer one, and both are its set', async () => {
    expect(await shops.found('ko', '라네')).toMatchObject({ first: 'pads', total: 2, isRelaxed: false });
  });

  test('an ending that is being typed, of a word whose stem is shorter, finds the forms of that stem', async () => {
    // The stem is `decor`, and one product has a `Decora`.
    for (const query of ['decorat', 'decorati', 'decorativ'])
      expect(await shops.found('en', query)).toMatchObject({ first: expect.stringMatching(/^pillow/), total: 24 });
    const [first, second] = await shops.ids('en', 'decora');
    expect([first, second]).toEqual(['charger', expect.stringMatching(/^pillow/)]);
    expect(await shops.found('en', 'decora')).toEqual({
      first: 'charger',
      total: 25,
      isRelaxed: false,
      correctedQuery: null,
    });
    expect(await shops.highlighted('en', 'decora', 'pillow0')).toEqual(['Decorative']);
    // A whole word is no beginning.
    expect(await shops.found('en', 'mats')).toEqual(only('mat'));
  });

  test.each([
    // An input method shows the first consonant of the next syllable as the last one of the syllable before it.
    ['뎅', 'deodorant', 1, '데오드란트'],
    ['데옫', 'deodorant', 1, '데오드란트'],
    ['바딜', 'lotion', 1, '바디로션'],
    ['니베아 바딜', 'lotion', 1, '바디로션'],
    // Two consonants: ㄴ stays, and ㅈ begins the next syllable of `라네즈`.
    ['라넺', 'mask', 1, '라네즈'],
  ])('Korean %s, as an input method shows it, finds %s', async (query, id, total, word) => {
    expect(await shown('ko', query, id)).toMatchObject({ first: id, isInSet: true, lastHighlight: word });
    expect(await shops.found('ko', query)).toEqual({ first: id, total, isRelaxed: false, correctedQuery: null });
    expect((await shops.suggested('ko', query))[0]).toBe(id);
  });

  test('a Korean word that begins no word finds nothing', async () => {
    expect(await shops.found('ko', '곰')).toEqual(NOTHING);
    expect(await shops.found('ko', '롱')).toEqual(NOTHING);
  });

  test('the unit of a decimal is no beginning of a word', async () => {
    expect(await shops.found('pl', 'wędka 2,4 m')).toEqual(only('spinning'));
    expect(await shops.highlighted('pl', 'wędka 2,4 m', 'spinning')).toEqual(['Wędka', '2,40 m']);
    // After a whole number, it may be one.
    expect(await shops.highlighted('pl', 'wędka 2 m', 'feeder')).toEqual(['Wędka', 'Mikado', '2']);
  });
}
