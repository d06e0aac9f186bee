/** The pure functions of ranking: tokens, misspellings, and the order of candidates. */
import fc from 'fast-check';
import { NO_FREQUENCIES } from '../../../../src/search/engine/stem-frequencies.ts';
import { writeCollectionNames } from '../../../../src/search/index/collection-names.ts';
import {
  type FieldTokens,
  weighTerms,
  writeTermWeights,
  writeTitleStems,
} from '../../../../src/search/index/term-weights.ts';
import { resolveQuery } from '../../../../src/search/meaning/resolve.ts';
import { vocabularyOf } from '../../../../src/search/meaning/vocabulary.ts';
import { parseQuery } from '../../../../src/search/query/parse.ts';
import { discountPurpose } from '../../../../src/search/ranking/purpose.ts';
import { weighByRarity } from '../../../../src/search/ranking/rarity.ts';
import { orderByScore } from '../../../../src/search/ranking/score.ts';
import { NO_RULES } from '../../../../src/search/rules/search-rules.ts';
import { foldText } from '../../../../src/search/text/fold.ts';
import { modelNumbersOf, partNumbersOf, stripSeparators } from '../../../../src/search/text/identifiers.ts';
import {
  exchangedLetters,
  isMisspelling,
  nearestToShortWord,
  nearestWord,
} from '../../../../src/search/text/misspelling.ts';
import { tokenize } from '../../../../src/search/text/tokenize.ts';
import { anyText } from '../../../support/arbitraries/texts.ts';
import { ENGLISH } from '../../../support/english.ts';
import { NO_WORDS } from '../no-words.ts';
import { plainQuery } from '../plain-query.ts';

type Texts = Partial<Record<keyof FieldTokens, readonly string[]>>;

const wordsIn = (texts: Texts): FieldTokens => ({
  ...NO_WORDS,
  ...Object.fromEntries(Object.entries(texts).map(([field, given]) => [field, given.flatMap(tokenize)])),
});

describe('words', () => {
  test('are in lower case and without accents; unspaced scripts are segmented', () => {
    expect(tokenize('Crème BRÛLÉE, Straße & 東京タワ 4K')).toEqual([
      'creme',
      'brulee',
      'strasse',
      '東京',
      'タ',
      'ワ',
      '4k',
    ]);
  });

  test.each([
    ['laptops', 'laptop'],
    ['batteries', 'batteri'],
    ['battery', 'batteri'],
    ['watches', 'watch'],
    ['boxes', 'box'],
    ['glass', 'glass'],
    ['ps4', 'ps4'],
  ])('the stem of %s is %s', (word, expected) => {
    expect(ENGLISH.stem(word)).toBe(expected);
  });

  test('model numbers have digits and letters, and are not amounts', () => {
    expect(modelNumbersOf('Brother TN-2110 toner, 500GB 1920x1080 2.4GHz 18V M8x50 dv7-1211ea 2021')).toEqual([
      'TN-2110',
      'dv7-1211ea',
    ]);
  });

  test('part numbers of specifications have separators, and are no ranges, dates, lists, sizes or words', () => {
    const found = ['071 115 562 C, MFC-3360C; VW 504 00', '06L-115-561', '1 987 432 097'];
    expect(found.flatMap(partNumbersOf)).toEqual([
      '071 115 562 C',
      'MFC-3360C',
      'VW 504 00',
      '06L-115-561',
      '1 987 432 097',
    ]);
    const others = [
      'C8765EE',
      '100 - 240',
      '1000-2400',
      '100-240V',
      '2024-05-01',
      '10/100/1000',
      '1920 x 1080',
      '8 GB',
    ];
    expect([...others, 'Intel Core 2 Duo 7200', '1 200 x 600 mm', '64 to 1999'].flatMap(partNumbersOf)).toEqual([]);
  });

  test('stripping separators gives the same for a text and its folded form', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(stripSeparators(text)).toBe(stripSeparators(foldText(text)));
        expect(tokenize(text).every((word) => word !== '')).toBe(true);
      }),
    );
  });
});

describe('the order of candidates', () => {
  const candidate = (productId: string, given: Texts, inStock = true, featured = false) => ({
    productId,
    inStock,
    featured,
    language: 'en',
    termWeights: writeTermWeights(weighTerms(wordsIn(given), ENGLISH, new Map())),
    titleStems: writeTitleStems(wordsIn(given).title.map(ENGLISH.stem)),
    collectionNames: writeCollectionNames((given.collections ?? []).map((name) => tokenize(name).map(ENGLISH.stem))),
  });
  const order = (query: string, candidates: ReturnType<typeof candidate>[], frequencies = NO_FREQUENCIES) => {
    const resolved = resolveQuery(parseQuery(query, ENGLISH, NO_RULES), vocabularyOf(candidates), ENGLISH);
    const words = weighByRarity(resolved.tokens, frequencies, { hasExactWord: true, has: () => false });
    return orderByScore(candidates, () => plainQuery({ resolved, words })).map(({ productId }) => productId);
  };

  test('the words after `for` count less, if a word before it is known', () => {
    const shares = (query: string, language = 'en') => {
      const resolved = resolveQuery(parseQuery(query, ENGLISH, NO_RULES), vocabularyOf([]), ENGLISH);
      const of = (stem: string) => (stem === 'xyzzi' ? 0 : 5);
      const words = weighByRarity(resolved.tokens, { of, products: 99 }, { hasExactWord: true, has: () => false });
      return discountPurpose(words, language).map(({ rarity }, index) =>
        Number((rarity / (words[index]?.rarity ?? 0)).toFixed(6)),
      );
    };
    expect(shares('antenna for uhf radio')).toEqual([1, 1, 0.8, 0.8]);
    for (const query of ['for uhf radio', 'xyzzy for uhf radio', 'uhf radio antenna for'])
      expect([query, ...shares(query)]).toEqual([query, ...query.split(' ').map(() => 1)]);
    expect(shares('antenna for uhf radio', 'de')).toEqual([1, 1, 1, 1]);
  });

  test('for `cover for rabbit hutch`, a cover comes before a rabbit hutch', () => {
    const candidates = [
      candidate('hutch', { title: ['Rabbit hutch'] }),
      candidate('cover', { title: ['Waterproof cover with straps, large'], description: ['For any hutch.'] }),
    ];
    const frequencies = { of: () => 5, products: 99 };
    expect(order('cover for rabbit hutch', candidates, frequencies)).toEqual(['cover', 'hutch']);
    expect(order('rabbit hutch', candidates, frequencies)).toEqual(['hutch', 'cover']);
    expect(order('xyzzy for rabbit hutch', candidates)).toEqual(['hutch', 'cover']);
  });

  test('what is only for the wanted product comes behind it', () => {
    const candidates = [
      candidate('cover', { title: ['Cover for dog bed'] }),
      candidate('bed', { title: ['Dog bed with four legs, grey, washable'] }),
    ];
    expect(order('dog bed', candidates)).toEqual(['bed', 'cover']);
    expect(order('dog bed cover', candidates)).toEqual(['cover', 'bed']);
    expect(order('cover for dog bed', candidates)).toEqual(['cover', 'bed']);
  });

  test('an unfinished word in Hangul or katakana is not known, though products have it as the prefix of another', () => {
    const isKnown = (query: string, ranked: readonly string[]) => {
      const resolved = resolveQuery(parseQuery(query, ENGLISH, NO_RULES), vocabularyOf([]), ENGLISH);
      const has = (stem: string) => ranked.includes(stem);
      const words = weighByRarity(resolved.tokens, { of: () => 5, products: 9 }, { hasExactWord: true, has });
      return words.map((word) => word.isKnown);
    };
    expect(isKnown('데오드란', ['데오드란트'])).toEqual([false]);
    expect(isKnown('サーモ', [])).toEqual([false]);
    expect(isKnown('데오드란트', ['데오드란트'])).toEqual([true]);
    expect(isKnown('lamp', [])).toEqual([true]);
  });

  test('a word whose ending is being typed counts as its stem, too, though another product has it as typed', () => {
    const candidates = [
      candidate('other', { title: ['Photo frame'], description: ['With a stand and glass'] }),
      candidate('pillow', { title: ['Decorative pillow'] }),
      candidate('charger', { title: ['USB charger'], description: ['Decora'] }),
      candidate('mouse', { title: ['Gaming mouse'] }),
      candidate('gamindo', { title: ['Board by Gamindo'] }),
    ];
    for (const query of ['decora', 'decorat', 'decorati', 'decorativ', 'decorative'])
      expect([query, ...order(query, candidates).slice(0, 2)].includes('pillow')).toBe(true);
    expect(order('gamin', candidates).slice(0, 2)).toEqual(['gamindo', 'mouse']);
  });

  test('is by the number of matching words, their field, and the length of the text', () => {
    const candidates = [
      candidate('description', { title: ['Bag'], description: ['for a laptop stand'] }),
      candidate('long', { title: ['Laptop stand with five legs, two fans, four hubs and a light'] }),
      candidate('one', { title: ['Laptop'] }),
      candidate('both', { title: ['Laptop stand'] }),
    ];
    expect(order('laptop stand', candidates)).toEqual(['both', 'long', 'description', 'one']);
  });

  test('puts the products of a collection before those whose description mentions its name', () => {
    const candidates = [
      candidate('box', { title: ['Gift box'], description: ['Empty, no wine.'] }),
      candidate('corkscrew', { title: ['Corkscrew'], description: ['For bottles of wine.'] }),
      candidate('chianti', {
        title: ['Chianti'],
        collections: ['Tuscany', 'Gifts for friends', 'Red wines', 'Offers'],
      }),
      candidate('barolo', { title: ['Barolo 2018'], collections: ['Red wines'] }),
      candidate('cooler', { title: ['Cooler for wine bottles'], collections: ['Accessories'] }),
    ];
    expect(order('wine', candidates)).toEqual(['cooler', 'barolo', 'chianti', 'box', 'corkscrew']);
  });

  test('matches plurals, misspelt words, prefixes and joined words', () => {
    const candidates = [candidate('other', { title: ['Cup'] }), candidate('wanted', { title: ['Wireless headsets'] })];
    for (const query of ['headset', 'haedset', 'wirel', 'head set'])
      expect([query, order(query, candidates)[0]]).toEqual([query, 'wanted']);
  });

  test('matches two words with the beginning of one, if the last may be unfinished', () => {
    const candidates = [
      candidate('brush', { title: ['Slicker brush'] }),
      candidate('wanted', { title: ['Electric toothbrush'] }),
    ];
    for (const query of ['tooth b', 'tooth brus', 'tooth-br'])
      expect([query, order(query, candidates)[0]]).toEqual([query, 'wanted']);
  });

  test('a beginning of one or two letters is rarely a word, although some product has it', () => {
    const candidates = [
      candidate('phone', { title: ['Phone'] }),
      candidate('wanted', {
        title: ['Case with a belt, five pockets and a strap of soft black leather, for this phone'],
      }),
    ];
    const counts: Readonly<Record<string, number>> = { phone: 1, c: 50, ca: 50, cas: 50 };
    const frequencies = { of: (word: string) => counts[word] ?? 0, products: 99 };
    const first = (query: string) => order(query, candidates, frequencies)[0];
    expect(['phone c', 'phone ca', 'phone cas'].map(first)).toEqual(['wanted', 'wanted', 'phone']);
  });

  test('does not take a word with a missing letter for a plural', () => {
    const candidates = [candidate('other', { title: ['Phone'] }), candidate('wanted', { title: ['Wireless phone'] })];
    expect(order('wireles phon', candidates)).toEqual(['wanted', 'other']);
  });

  test('weighs a rare word more than a frequent one', () => {
    const candidates = [
      candidate('inch', { title: ['Inch wrench'] }),
      candidate('damper', { title: ['Round damper'] }),
    ];
    const counts: Readonly<Record<string, number>> = { inch: 400, damper: 3 };
    const frequencies = { of: (word: string) => counts[word] ?? 0, products: 1000 };
    expect(order('inch damper', candidates, frequencies)).toEqual(['damper', 'inch']);
  });

  test('weighs adjacent words more than the same words apart', () => {
    const candidates = [
      candidate('apart', { title: ['Red lamp and desk'] }),
      candidate('together', { title: ['Desk lamp and red'] }),
    ];
    expect(order('desk lamp', candidates)).toEqual(['together', 'apart']);
    // While the second one is typed.
    for (const query of ['desk l', 'desk lam']) expect(order(query, candidates)).toEqual(['together', 'apart']);
  });

  test('is by stock, then by featured, if the scores are equal', () => {
    const title = { title: ['Cup'] };
    const candidates = [
      candidate('none', title, false),
      candidate('some', title),
      candidate('featured', title, true, true),
    ];
    expect(order('cup', candidates)).toEqual(['featured', 'some', 'none']);
  });

  test('of products without matching words is unchanged', () => {
    expect(order('xyzzy', [candidate('a', {}), candidate('b', { title: ['Cup'] })])).toEqual(['a', 'b']);
  });
});

describe('misspelt words', () => {
  test('are not stemmed with every error that they may have, if no word is so long', () => {
    let stemmed = 0;
    const stem = (token: string) => {
      stemmed += 1;
      return ENGLISH.stem(token);
    };
    const vocabulary = { has: () => false, hasPrefix: () => false, stemsWithPrefix: () => ['office'] };
    resolveQuery(parseQuery('office'.repeat(85), ENGLISH, NO_RULES), vocabulary, { ...ENGLISH, stem });
    expect(stemmed).toBeLessThan(10);
  });

  test.each([
    ['jackt', 'jacket', true],
    ['haedset', 'headset', true],
    ['cup', 'cap', false],
    ['mouse', 'house', false],
    ['keybaords', 'keyboards', true],
    ['leather', 'lettuce', false],
  ])('%s for %s: %s', (word, intended, expected) => {
    expect(isMisspelling(word, intended)).toBe(expected);
  });

  test('a word of four letters may lack a letter, or have two exchanged', () => {
    const words = ['blue', 'black', 'board', 'lamp'];
    expect(nearestToShortWord('blak', words)).toBe('black');
    expect(nearestToShortWord('lmap', words)).toBe('lamp');
    expect(nearestToShortWord('blux', words)).toBeNull();
    expect(nearestToShortWord('bl4k', ['bl4ck'])).toBeNull();
    expect(exchangedLetters('lapm')).toEqual(['lpam', 'lamp']);
  });

  test('nearestWord selects the nearest word', () => {
    expect(nearestWord('headsett', ['headsets', 'headset', 'head'])).toBe('headset');
    expect(nearestWord('hobit', ['habit', 'hobbit'])).toBe('hobbit');
    expect(nearestWord('tn2110', ['tn2111'])).toBeNull();
  });
});
