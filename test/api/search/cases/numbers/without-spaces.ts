/**
 * Names with their numbers, and words with amounts, that are typed without a space: the first product of the ranked
 * search, and the set of a results page.
 */
import { NOTHING, only, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

/** The titles of a shop in each language. */
const SHOPS: TextsByLanguage = {
  en: {
    case15: 'iPhone 15 Case',
    case14: 'iPhone 14 Case',
    case13: 'Clear Case for iPhone 13',
    cases: 'Case of iPhone, set of 15',
    silicone: 'Silicone sleeve with a strap for iPhone 15 and other phones',
    hero12: 'GoPro Hero 12 Black',
    hero11: 'GoPro Hero 11 Black',
    mate60: 'Huawei Mate 60',
    mate50: 'Huawei Mate 50',
    jeans: "Levi's 501 Original Jeans",
    air270: 'Nike Air Max 270 Trainers',
    air90: 'Nike Air Max 90 Trainers',
    coffee500: 'Coffee Beans 500g dark',
    coffee250: 'Coffee Beans 250g dark',
    tea: 'Green tea 100g',
    rtx80: 'GeForce RTX 3080 graphics card',
    rtx70: 'GeForce RTX 3070 graphics card',
    xm5: 'Sony WH-1000XM5 headphones',
    xm4: 'Sony WH 1000XM4 headphones',
    bolt40: 'Bolt M8x40',
    bolt30: 'Bolt M8x30',
    gigabit: 'Switch 10/100/1000',
    ethernet: 'Hub 10/100',
    camera18: 'Compact camera with 18 MP and zoom',
    camera12: 'Compact camera 12 MP',
    camera: 'Camera',
    ink301: 'HP 301 XL ink cartridge',
    ink300: 'HP 300 XL ink cartridge',
    bumper5s: 'Bumper for iPhone 5s, black and silver',
    bumper5c: 'Bumper iPhone 5c',
    bumper: 'Bumper',
    abc: 'Abc 1235 spare part',
    watch: 'Watch MODEL-1234',
    oil: 'Engine oil 5W-30',
    other: 'Stand for a model',
    'nut-m8': 'Hexagon nut DIN 934 M8',
    'nut-m10': 'Hexagon nut DIN 934 M10',
    'screw-30': 'Socket screw DIN 912 M6x30',
    'screw-40': 'Socket screw DIN 912 M6x40',
    'pixel-pro': 'Pixel 8 Pro XL phone',
    pixel: 'Pixel 8 phone',
    router: 'Router FRITZ!Box 7590',
    galaxy: 'Galaxy S24 phone',
    ultra: 'Galaxy S23 phone',
    'tablet-2in1': 'Laptop 2 in 1 with touchscreen',
    'tablet-3in1': 'Laptop 3 in 1 with touchscreen',
    'tablet-2': 'Laptop 2 with 1 fan',
  },
  de: {
    promax: 'iPhone15ProMax 256 GB titan',
    black: 'Apple iPhone 15 128 GB schwarz',
    blue: 'Apple iPhone 15 256 GB blau',
    older: 'Apple iPhone 14 128 GB blau',
    fifteen: '15 Aufkleber für iPhone',
    hero: 'HERO12BLK Kamera',
    heroes: '12 Karten mit Hero',
    long: 'Nordvika Wanderjacke wasserdicht Damen Kapuze Taschen leicht winddicht packbar atmungsaktiv Rundhals Langarm',
    coffee: { title: 'Kaffee aus Peru 500 g', description: 'Die Tasse mit dem Affen: ein Affe liegt bei.' },
  },
  ru: { kofe500: 'Кофе молотый 500 г', kofe250: 'Кофе молотый 250 г' },
};

export const WITHOUT_SPACES: Topic = { name: 'without-spaces', shops: SHOPS, tests };

function tests(shops: Shops): void {
  describe('a name and its number, or a number and its unit, are adjacent words', () => {
    test.each([
      ['case iphone15', 'case15'],
      ['iphone14 case', 'case14'],
      ['strap iphone15', 'silicone'],
      ['hero12', 'hero12'],
      ['gopro hero12', 'hero12'],
      ['mate60', 'mate60'],
      ['huawei mate60', 'mate60'],
      ['nike airmax270', 'air270'],
      ['nike airmax27', 'air270'],
      ['geforce rtx3080', 'rtx80'],
      ['bumper iphone5s', 'bumper5s'],
      ['camera 18mp', 'camera18'],
      ['18mp camera', 'camera18'],
      ['hp ink 301xl', 'ink301'],
      ['laptop 2in1', 'tablet-2in1'],
    ])('%s', async (query, id) => {
      expect(await shops.found('en', query)).toEqual(only(id));
    });

    test('a number that no product has is left out, and nothing is corrected', async () => {
      const { first, ...set } = await shops.found('en', 'case iphone16');
      expect(first).toMatch(/case/);
      expect(set).toEqual({ total: 4, isRelaxed: true, correctedQuery: null });
    });
  });

  describe('an unknown identifier is a word and a number or an amount', () => {
    test.each([
      ['en', 'levis501', 'jeans'],
      ['en', 'airmax270', 'air270'],
      ['en', 'coffee500g', 'coffee500'],
      ['ru', 'кофе500г', 'kofe500'],
    ])('in %s: %s', async (locale, query, id) => {
      expect(await shops.found(locale, query)).toEqual(only(id));
    });
  });

  describe('a code that is found in no other way is the words of a title', () => {
    test.each([
      ['din934m10', 'nut-m10'],
      ['din912m6x40', 'screw-40'],
      ['pixel8proxl', 'pixel-pro'],
      ['galaxys24', 'galaxy'],
      // While it is typed, too.
      ['din934m8', 'nut-m8'],
      ['pixel8pro', 'pixel-pro'],
      ['pixel8pr', 'pixel-pro'],
      ['pixel8prox', 'pixel-pro'],
      ['hp301x', 'ink301'],
      ['din934m1', 'nut-m10'],
      ['fritzbox75', 'router'],
    ])('%s', async (query, id) => {
      expect(await shops.found('en', query)).toEqual(only(id));
      expect(await shops.highlighted('en', query, id)).not.toEqual([]);
    });

    test('unless no title has all of them, next to each other', async () => {
      for (const query of ['din934m12', 'din935m10', 'pixel9pro', 'din912m6x41'])
        expect(await shops.found('en', query)).toEqual(NOTHING);
    });
  });

  describe('the highlights are those of the query as it was searched', () => {
    // `affe` is within the word that was typed.
    const COFFEE = [{ type: 'title', text: 'Kaffee aus Peru 500 g' }];

    test('of a long query', async () => {
      const query =
        'Nordvika Wanderjacke wasserdicht Damen Kapuze Taschen leicht winddicht packbar atmungsaktiv Rundhals Langarm';
      expect(await shops.highlighted('de', query, 'long')).toEqual(query.split(' '));
      const { data } = await shops.page('de', { query, highlight: true, sort: { by: 'price', order: 'asc' } });
      expect(data[0]?.search.results[0]?.highlights).toHaveLength(12);
    });

    test('of a word and its amount', async () => {
      const [first] = await shops.search('de', 'kaffee500g');
      expect(first?.search.results).toMatchObject(COFFEE);
      expect(await shops.highlighted('de', 'kaffee500g', 'coffee')).toEqual(['Kaffee', '500', 'g']);
    });

    test.each([undefined, { by: 'price', order: 'asc' }])('on a results page, sorted by %j', async (sort) => {
      const { data } = await shops.page('de', { query: 'kaffee500g', sort });
      expect(data.map(({ search }) => search.results)).toMatchObject([COFFEE]);
    });
  });

  describe('a name and its number come before longer identifiers that begin so', () => {
    test.each([
      ['iphone15', 'black', 2],
      ['iphone15pro', 'promax', 1],
      ['hero12', 'hero', 1],
    ])('%s', async (query, id, total) => {
      expect(await shops.found('de', query)).toEqual({ ...only(id), total });
    });
  });

  describe('other identifiers are found as before', () => {
    test.each([
      ['rtx3080', 'rtx80'],
      ['WH-1000XM5', 'xm5'],
      ['wh1000xm4', 'xm4'],
      ['M8x40', 'bolt40'],
      ['bolt m8x30', 'bolt30'],
      ['10/100/1000', 'gigabit'],
      ['model1234', 'watch'],
      // While it is typed, too.
      ['5w', 'oil'],
      ['5w3', 'oil'],
      ['5w30', 'oil'],
    ])('%s', async (query, id) => {
      expect(await shops.found('en', query)).toEqual(only(id));
    });

    test.each(['ABC-1234', 'rtx3090', 'wh1000xm6'])('%s is nothing', async (query) => {
      expect(await shops.found('en', query)).toEqual(NOTHING);
    });
  });
}
