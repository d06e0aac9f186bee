/** Queries that shoppers type, and what they expect: a table of cases on one shop. */
import { idsIn } from '../../../results/support.ts';
import { markedIn, type Shops, type Topic } from '../support/topics.ts';

/** Products by id; other fields are empty, so that nothing is found by chance. */
const TITLES: Readonly<Record<string, string>> = {
  jacket: 'Leather jacket',
  'rain-jacket': 'Rain jacket for children',
  headset: 'Wireless headset',
  headphones: 'Over-ear headphones',
  battery: 'Battery charger',
  batteries: 'Rechargeable batteries',
  knife: 'Bread knife',
  laptop: 'Laptop',
  'laptop-stand': 'Laptop stand, aluminium',
  'laptop-sleeve': 'Sleeve for a laptop',
  drill: 'Cordless drill 20V',
  'drill-corded': 'Corded drill 230V',
  'e-bike': 'E-bike battery pack',
  monitor: 'Monitor 27" curved',
  'phone-case': 'iPhone 11 case',
  'phone-cable': 'iPhone cable',
  brulee: 'Crème brûlée torch',
  apfel: 'Äpfel aus der Region',
  strasse: 'Spielteppich Straße',
  capitals: 'GROẞE WEITE',
  lodz: 'Łódź na mapie',
  rod: 'Røde sko',
  'knife-set': 'Messer, 10 Stück',
  hooded: 'フード付きジャケット',
  'plain-coat': 'ジャケット 襟付き',
  gloves: 'Gloves of leather',
  'gloves-men': 'Men’s gloves',
  'gloves-s': 'Gloves S',
  'oxford-shirt': 'Oxford shirt',
  't-shirt': 'Cotton T-shirt',
  'shirt-women': 'Womens shirt',
  'sari-red': 'लाल साड़ी',
  'sari-blue': 'नीली साड़ी',
  'board-eighth': 'Oak board of long grain for a desk, thickness 1/8 in.',
  'board-eighteen': 'Oak board 18 in.',
  'filter-large': 'Pleated filter 12 in. x 24 in. x 1 in.',
  'filter-small': 'Pleated filter for 12 pumps',
  cabinet: 'Wall unit 17x36x12 in. in white',
  tv: 'TV',
  cds: 'Blank CDs',
  kaffee: 'Kaffeemühle mit Handkurbel',
  chaussures: 'Chaussures d’été pour femme',
  pinata: 'Piñata de cumpleaños',
  zolty: 'Żółty parasol ogrodowy',
  arabic: 'قميص قطن أزرق',
  chinese: '苹果手机保护壳',
  japanese: '東京の抹茶セット',
  katakana: 'ワイヤレスイヤホン',
  korean: '무선 이어폰',
  cyrillic: 'Беспроводные наушники',
  greek: 'Ασύρματα ακουστικά',
  coffee: 'Ground coffee',
  teapot: 'Enamel teapot',
};
/** Each has a part of which the title's word looks like an inflected form. */
const SKUS: Readonly<Record<string, string>> = { coffee: 'ROS-COF-00012', teapot: 'NOR-TEA-00124' };

const SHOP = Object.fromEntries(
  Object.entries(TITLES).map(([id, title]) => [id, { title, inventory: { sku: SKUS[id] ?? '' } }]),
);

export const WORDS: Topic = { name: 'words', shops: { en: SHOP }, tests };

function tests(shops: Shops): void {
  const search = (query: string) => shops.ids('en', query);

  /** The highlighted parts of a product's title in the response to a query. */
  async function marked(query: string, id: string): Promise<string[]> {
    const items = await shops.search('en', query, { highlight: true });
    const item = items.find((candidate) => candidate.product.id === id);
    return markedIn(item?.search.results.find(({ type }) => type === 'title'));
  }

  describe('the first product found', () => {
    test.each([
      ['a whole title', 'leather jacket', 'jacket'],
      ['words in another order', 'jacket leather', 'jacket'],
      ['typing errors in both words', 'jackt lether', 'jacket'],
      ['exchanged letters', 'haedset wireless', 'headset'],
      ['a letter too few, and a SKU that looks like the stem', 'cofee', 'coffee'],
      ['exchanged letters, and a SKU that looks like the stem', 'teapto', 'teapot'],
      ['a last s too few, which looks like a plural', 'cordles drill', 'drill'],
      ['the same, in the last word', 'drill cordles', 'drill'],
      ['an unfinished last word', 'leather jac', 'jacket'],
      ['one word written as two', 'head set', 'headset'],
      ['two words written as one', 'laptopstand', 'laptop-stand'],
      ['a number written to the word', 'iphone11', 'phone-case'],
      ['a plural for a singular', 'laptops', 'laptop'],
      ['a singular for a plural', 'rechargeable battery', 'batteries'],
      ['a short plural', 'knives bread', 'knife'],
      ['the plural of an abbreviation', 'tvs', 'tv'],
      ['an abbreviation whose plural is in the title', 'cd', 'cds'],
      ['a possessive', "men's gloves", 'gloves-men'],
      ['a possessive as the last word', "gloves men's", 'gloves-men'],
      ['small words', 'a stand for the laptop', 'laptop-stand'],
      ['words that no product has', 'purple leather jacket size quux', 'jacket'],
      ['an unknown word first', 'xyzzy headset', 'headset'],
      ['the shorter of two titles', 'laptop', 'laptop'],
      ['a fraction, which is no larger number', '1/8 oak', 'board-eighth'],
      ['dimensions written as one word', '12x24x1 filter', 'filter-large'],
      ['dimensions of which the text makes one word', '17 x 36 unit', 'cabinet'],
      ['a hyphen left out', 'ebike', 'e-bike'],
      ['an inch sign', '27" monitor', 'monitor'],
      ['a minus before a number', 'drill -20V', 'drill'],
      ['a lone minus', 'leather - jacket', 'jacket'],
      ['a minus before a number at the beginning', '-20V drill', 'drill'],
      ['nothing but a minus and a number', '-20V', 'drill'],
      ['nothing but a number and an inch sign', '27"', 'monitor'],
      ['several minuses before a word', '--leather', 'jacket'],
      ['a quote that is not closed', '"leather jacket', 'jacket'],
      ['a phrase that no product has', '"jacket leather"', 'jacket'],
      ['no accents', 'creme brulee', 'brulee'],
      ['other accents', 'crémé brulée', 'brulee'],
      ['German without its dots', 'apfel', 'apfel'],
      ['German with ss', 'strasse', 'strasse'],
      ['a capital ẞ as ss', 'grosse weite', 'capitals'],
      ['Polish without its stroke', 'lodz', 'lodz'],
      ['Danish without its stroke', 'rode sko', 'rod'],
      ['hyphens between words and a number', '27-inch-monitor', 'monitor'],
      ['hyphens between a name and a number', 'iphone-11-case', 'phone-case'],
      ['a hyphen after a number', '10-stück', 'knife-set'],
      ['the beginning of a German compound', 'kaffee', 'kaffee'],
      ['French', 'chaussure été', 'chaussures'],
      ['Spanish without its tilde', 'pinata cumpleanos', 'pinata'],
      ['Polish without its marks', 'zolty parasol', 'zolty'],
      ['Arabic', 'قميص قطن', 'arabic'],
      ['Chinese', '手机', 'chinese'],
      ['Chinese in full', '苹果手机保护壳', 'chinese'],
      ['Japanese', '抹茶', 'japanese'],
      ['Japanese katakana', 'イヤホン', 'katakana'],
      ['Korean', '이어폰', 'korean'],
      ['Cyrillic, unfinished', 'беспров', 'cyrillic'],
      ['Greek without its accents', 'ασυρματα', 'greek'],
    ])('with %s: %s', async (_what, query, id) => {
      expect((await search(query))[0]).toBe(id);
    });

    test('is found while it is typed, from the first letter on', async () => {
      for (let length = 1; length <= 'headset'.length; length += 1)
        expect([length, await search('headset'.slice(0, length))]).toEqual([
          length,
          expect.arrayContaining(['headset']),
        ]);
    });

    test('for more than ten words depends on the rare ones, wherever they are', async () => {
      const many = 'iphone laptop drill case battery cable stand sleeve pack children rain monitor brulee torch';
      expect((await search(many)).slice(0, 5)).toContain('brulee');
    });
  });

  describe('quotes and minus', () => {
    test('words in quotes are adjacent', async () => {
      expect(await search('"laptop stand"')).toEqual(['laptop-stand']);
      expect(await search('“laptop stand”')).toEqual(['laptop-stand']);
    });

    test('a word after a minus is excluded, and its plural, too', async () => {
      expect((await search('laptop -stand')).toSorted()).toEqual(['laptop', 'laptop-sleeve']);
      expect((await search('laptop -stands')).toSorted()).toEqual(['laptop', 'laptop-sleeve']);
      expect(await search('iphone -"11 case"')).toEqual(['phone-cable']);
    });

    test.each([
      ['a word', '-jacket', ['jacket', 'rain-jacket']],
      ['the plural of a word', '-jackets', ['jacket', 'rain-jacket']],
      ['a phrase', '-"laptop stand"', ['laptop-stand']],
      ['a phrase and a word', '-"laptop stand" -jacket', ['laptop-stand', 'jacket', 'rain-jacket']],
      ['a word that no product has', '-xyzzy', []],
      ['a word of a script without spaces', '-フード付き', ['hooded']],
      ['a minus by itself beside a word', '- -jacket', ['jacket', 'rain-jacket']],
      [
        'more words than the engine takes',
        `-${'aa bb cc dd ee ff gg hh ii jj kk ll jacket'.split(' ').join(' -')}`,
        ['jacket', 'rain-jacket'],
      ],
    ])('a query of exclusions only finds all products except those with %s: %s', async (_what, query, without) => {
      const items = await shops.search('en', query, { limit: 250, highlight: true });
      const expected = Object.keys(TITLES).filter((id) => !without.includes(id));
      expect(idsIn({ data: items }).toSorted()).toEqual(expected.toSorted());
      const [first] = items;
      expect(first?.search.results).toMatchObject([{ type: 'title', text: TITLES[first?.product.id], highlights: [] }]);
    });

    test('a word that the engine splits is excluded as one', async () => {
      expect(await search('ジャケット -フード付き')).toEqual(['plain-coat']);
      expect((await search('gloves -men’s')).toSorted()).toEqual(['gloves', 'gloves-s']);
    });

    test.each([
      ['one letter and a dash', 'shirt -t-shirt', ['oxford-shirt', 'shirt-women']],
      ['one letter and a dash, in quotes', 'shirt -"t-shirt"', ['oxford-shirt', 'shirt-women']],
      ['a letter with a vowel sign', 'साड़ी -लाल', ['sari-blue']],
      ['a possessive form', "shirt -women's", ['oxford-shirt', 't-shirt']],
    ])('a word is excluded that is or begins with %s: %s', async (_what, query, found) => {
      expect((await search(query)).toSorted()).toEqual(found);
    });

    test('a minus within a word is part of it', async () => {
      expect((await search('e-bike'))[0]).toBe('e-bike');
    });
  });

  describe('highlights', () => {
    test.each([
      ['jackt lether', 'jacket', ['Leather', 'jacket']],
      ['head set', 'headset', ['headset']],
      ['laptopstand', 'laptop-stand', ['Laptop stand']],
      ['cofee', 'coffee', ['coffee']],
      ['teapto', 'teapot', ['teapot']],
      ['battery', 'batteries', ['batteries']],
      ['creme brulee', 'brulee', ['Crème', 'brûlée']],
      ['手机', 'chinese', ['手机']],
      ['抹茶', 'japanese', ['抹茶']],
      ['قميص', 'arabic', ['قميص']],
      ['"laptop stand"', 'laptop-stand', ['Laptop stand']],
    ])('of %s in %s', async (query, id, expected) => {
      expect((await marked(query, id)).join(' ')).toBe(expected.join(' '));
    });
  });
}
