/** Matches and highlights in texts of any script: spans are in order and inside the text, the best match is first. */
import fc from 'fast-check';
import type { Visibility } from '../../../../src/catalogue/merchant-scope.ts';
import { NO_FREQUENCIES } from '../../../../src/search/engine/stem-frequencies.ts';
import { TEXT_FIELD_NAMES, visibleFields } from '../../../../src/search/index/document.ts';
import type { ProductTexts } from '../../../../src/search/index/product-texts.ts';
import { weighTerms, writeTermWeights } from '../../../../src/search/index/term-weights.ts';
import { resolveQuery } from '../../../../src/search/meaning/resolve.ts';
import { vocabularyOf } from '../../../../src/search/meaning/vocabulary.ts';
import { identifierSpan } from '../../../../src/search/presentation/highlighting/identifier-span.ts';
import { passageOf } from '../../../../src/search/presentation/highlighting/passages.ts';
import { mergeSpans } from '../../../../src/search/presentation/highlighting/spans.ts';
import { wantedOf } from '../../../../src/search/presentation/highlighting/wanted.ts';
import { createWordMatcher } from '../../../../src/search/presentation/highlighting/word-matcher.ts';
import { createFindMatches } from '../../../../src/search/presentation/matches.ts';
import { parseQuery } from '../../../../src/search/query/parse.ts';
import { weighByRarity } from '../../../../src/search/ranking/rarity.ts';
import { orderByScore } from '../../../../src/search/ranking/score.ts';
import { collectRules, NO_RULES, readEach } from '../../../../src/search/rules/search-rules.ts';
import { analyzerOf } from '../../../../src/search/text/analyzer.ts';
import { tokenize } from '../../../../src/search/text/tokenize.ts';
import { ENGLISH } from '../../../support/english.ts';
import { NO_WORDS } from '../no-words.ts';
import { plainQuery } from '../plain-query.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 80, size: 'max' }).map((given) => given.toWellFormed());

/** Resolves a query without products, so that any of its words may be misspelt. */
function resolvedWithoutProducts(text: string, analyzer = ENGLISH) {
  const query = parseQuery(text, analyzer, NO_RULES);
  return { query, resolved: resolveQuery(query, vocabularyOf([]), analyzer) };
}

/** The matches of a product with their highlighted parts. */
function matchesOf(language: string, query: string, texts: ProductTexts): readonly (readonly string[])[] {
  const find = createFindMatches({
    ...resolvedWithoutProducts(query, analyzerOf(language)),
    fields: TEXT_FIELD_NAMES,
    withHighlights: true,
  });
  return find({ productId: 'p', texts }).map(({ type, text: shown, highlights = [] }) => [
    type,
    ...highlights.map((span) => sliceOf(shown, span)),
  ]);
}

function matcherOf(text: string) {
  const { query, resolved } = resolvedWithoutProducts(text);
  const find = createWordMatcher(wantedOf(query, resolved), resolved);
  return (whole: string, isExact: boolean) => mergeSpans(find(whole, isExact));
}

interface Span {
  readonly start: number;
  readonly length: number;
}

const sliceOf = (whole: string, { start, length }: Span) => whole.slice(start, start + length);

/** Expects spans that are in order, separate, not empty, inside the text and of whole characters. */
function expectInOrderInside(whole: string, spans: readonly Span[]): void {
  let end = 0;
  for (const { start, length } of spans) {
    expect(start).toBeGreaterThanOrEqual(end);
    expect(length).toBeGreaterThan(0);
    end = start + length;
    if (whole.isWellFormed()) expect(sliceOf(whole, { start, length }).isWellFormed()).toBe(true);
  }
  expect(end).toBeLessThanOrEqual(whole.length);
}

describe('passageOf', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'é', '東', '😀', 'e\u0301', '.', '👨‍👩‍👧'),
    minLength: 1,
    maxLength: 12,
  });
  const longText = fc
    .tuple(fc.array(word, { maxLength: 150, size: 'max' }), fc.constantFrom(' ', '\n', ' ', '', '\u3000'))
    .map(([words, between]) => words.join(between));

  /** A text with ordered, separate spans of whole characters, none longer than a word. */
  const longTextWithSpans = longText.chain((whole) => {
    const characters = [...whole];
    return fc.tuple(
      fc.constant(whole),
      fc.uniqueArray(fc.nat(Math.max(0, characters.length - 1)), { maxLength: 6 }).map((starts) => {
        const spans: Span[] = [];
        for (const from of starts.toSorted((one, other) => one - other)) {
          const start = characters.slice(0, from).join('').length;
          const length = characters.slice(from, from + 3).join('').length;
          const previous = spans.at(-1);
          if (length > 0 && start >= (previous === undefined ? 0 : previous.start + previous.length))
            spans.push({ start, length });
        }
        return spans;
      }),
    );
  });

  const LONGEST = 242;

  test('is short, and is a part of the text with ellipses where it is cut', () => {
    fc.assert(
      fc.property(longTextWithSpans, ([whole, spans]) => {
        const passage = passageOf(whole, spans);
        expect(passage.text.length).toBeLessThanOrEqual(LONGEST);
        if (whole.length <= 240) expect(passage.text).toBe(whole);
        const inner = passage.text.replace(/^…/, '').replace(/…$/, '');
        expect(whole.includes(passage.text) || whole.includes(inner)).toBe(true);
        expect(passage.text.isWellFormed()).toBe(true);
      }),
    );
  });

  test('has its spans inside, in order, over the same characters as in the text', () => {
    fc.assert(
      fc.property(longTextWithSpans, ([whole, spans]) => {
        const passage = passageOf(whole, spans);
        expectInOrderInside(passage.text, passage.spans);
        const wanted = spans.map((span) => sliceOf(whole, span));
        const shown = passage.spans.map((span) => sliceOf(passage.text, span));
        expect(wanted.join('\u0001')).toContain(shown.join('\u0001'));
        expect(shown.length > 0).toBe(spans.length > 0);
      }),
    );
  });

  test('is where most matches are', () => {
    const whole = `needle ${'hay '.repeat(200)}needle needle needle ${'hay '.repeat(200)}`;
    const spans = [...whole.matchAll(/needle/g)].map(({ index }) => ({ start: index, length: 6 }));
    expect(passageOf(whole, spans).spans.length).toBe(3);
  });

  test('is cut between words', () => {
    const whole = `${'hay stack '.repeat(60)}needle ${'barn door '.repeat(60)}`;
    const { text: shown } = passageOf(whole, [{ start: whole.indexOf('needle'), length: 6 }]);
    expect(shown).toMatch(/^…(hay|stack) .* needle .* (barn|door)…$/);
  });

  test('shows at least the start of a match that is longer than a passage', () => {
    const whole = `${'hay '.repeat(100)}${'n'.repeat(400)} ${'hay '.repeat(100)}`;
    const passage = passageOf(whole, [{ start: 400, length: 400 }]);
    expect(passage.text).toMatch(/n{100}/);
    expect(passage.text.length).toBeLessThanOrEqual(LONGEST);
  });
});

describe('the highlights of a query', () => {
  const highlightsIn = (text: string, query: string, isExact = false): string[] =>
    matcherOf(query)(text, isExact).map((span) => sliceOf(text, span));

  test.each([
    ['one word written as two', 'head set', 'A headset 😀', ['headset']],
    ['three written as one', 'u s b', 'A USB cable', ['USB']],
    ['two words written as one', 'headset', 'Head set', ['Head set']],
    ['no accents, and combining marks', 'creme brule', 'Cre\u0300me brûlées', ['Cre\u0300me', 'brûlées']],
    ['a prefix', 'lap', 'laptop and lap', ['laptop', 'lap']],
    ['a whole word before the prefix', 'lap top', 'laptops and lap tops', ['laptops', 'lap', 'tops']],
    ['a typo after an emoji', 'jackt', '👨‍👩‍👧 Jacket', ['Jacket']],
    ['a short word that lacks a letter', 'blak jeans', 'Black jeans, blank', ['Black', 'jeans', 'blank']],
    ['a short word with exchanged letters', 'lapm', 'Lamp, lap, lump', ['Lamp']],
    ['a plural', 'cups', 'Cup of cups', ['Cup', 'cups']],
    ['a singular', 'battery', 'Toner TN-2110, batteries', ['batteries']],
    ['a model number without its separators', 'tn2110', 'Toner TN-2110 x', ['TN-2110']],
    ['the start of a model number', 'tn21', 'Toner TN-2110 x', ['TN-2110']],
    ['letters and digits apart', 'rtx3080', 'GeForce RTX 3080 card', ['RTX 3080']],
    ['an inch sign', '27 inch monitor', 'Monitor 27" curved', ['Monitor', '27"']],
    ['volts', '18v', 'Drill 18 volts', ['18 volts']],
    ['a number of another unit', '18 kg', 'Drill 18V', ['18']],
    ['no stop word beside other words', 'stand for the laptop', 'A stand for the desk', ['stand']],
    ['a stop word alone', 'the', 'The desk', ['The']],
    ['Hindi with its vowels', 'दाल', 'दिल और दाल', ['दाल']],
    ['kana with their marks', 'ガラス', 'カラス、ガラス', ['ラス', 'ガラス']],
    ['Hebrew with a sign in the word', 'זקט', 'מעיל או ז׳קט', ['ז׳קט']],
    ['Ukrainian with an apostrophe', 'обєктиву', 'Кришка для об’єктива', ['об’єктива']],
    ['Ukrainian with an apostrophe that is a letter', "п'яти", 'Набір з пʼяти ложок', ['пʼяти']],
    ['a Hebrew unit', '250מל', 'שמן 250 מ"ל, 1 ליטר', ['250 מ"ל']],
    ['ё as е', 'елка', 'Искусственная ёлка', ['ёлка']],
    ['joined words of which the second is a prefix', 'into', 'in total', []],
    ['a phrase', '"laptop stand"', 'A stand, a laptop, a laptop stand', ['laptop stand']],
    ['a phrase and a word', '"laptop stand" red', 'Red laptop stand, red laptop', ['Red', 'laptop stand', 'red']],
    ['Chinese', '苹果手机', '新手机保护壳 for 苹果', ['手机', '苹果']],
    ['Chinese, one character', '茶', '抹茶セット', ['茶']],
    ['Japanese of another width', 'ｶﾒﾗ', 'デジタルカメラ', ['カメラ']],
    ['a number in a word', 'three person mug', '3 Person Mug', ['3', 'Person', 'Mug']],
    ['a number in digits', '3 person mug', 'Three Person Mug', ['Three', 'Person', 'Mug']],
    ['another spelling of the first letter', 'curb ramp', 'Kerb Ramp', ['Kerb', 'Ramp']],
    ['the same in the query', 'kerb ramp', 'Curb Ramp', ['Curb', 'Ramp']],
    ['Latin letters between Chinese ones', 'usb', '快充USB充电器', ['USB']],
    ['Latin letters beside Chinese ones', 'iphone手机壳', '新款iPhone手机壳', ['iPhone', '手机壳']],
    ['Latin letters between Thai ones', 'usb', 'สายUSBชาร์จ', ['USB']],
    ['a model number between Chinese words', 'wh1000xm5', '索尼WH-1000XM5耳机', ['WH-1000XM5']],
    ['no word across Chinese ones', 'headset', 'head手机set', []],
    ['an amount in Chinese', '55寸电视', '55英寸电视', ['55英寸', '电视']],
    ['an amount between Chinese words', '咖啡豆 500g', '咖啡豆500g装', ['咖啡豆', '500g']],
    ['an amount in Japanese', '水 2l', '天然水2L×6本', ['水', '2L']],
    ['an amount before a number', '水 500ml', '天然水500ml24本', ['水', '500ml']],
    ['a decimal in Chinese', 'usb 3.0', '高速USB 3.0接口', ['USB', '3.0']],
    ['no unit within a word', '5升', '5升级版', ['5', '升']],
    ['a combining mark that Thai has, too', 'español', 'El Espan\u0303ol', ['Espan\u0303ol']],
    ['half of no character', '𩸽', '𩹉の干物', []],
    ['a rare character', '𩸽', '干物、𩸽の開き', ['𩸽']],
    ['no single character of a longer word', '𩸽の干物', '𩸽と干物', ['干物']],
    ['Korean with an ending', '이어폰 무선', '무선 이어폰을', ['무선', '이어폰']],
    ['Thai words that share an ending', 'ข้าวสาร', 'ข้าวสารสีขาว ไฟฟ้า', ['ข้าวสาร']],
    ['the beginning of a Thai word', 'กระเ', 'ซื้อกระเป๋าใหม่', ['กระเ']],
    ['Thai', 'กระเป๋า', 'ซื้อกระเป๋าใหม่', ['กระเป๋า']],
    ['Arabic with marks', 'قميص', 'قَمِيص قطن', ['قَمِيص']],
    ['a Cyrillic prefix', 'беспров', 'Беспроводные наушники', ['Беспроводные']],
  ])('%s', (_what, query, text, highlighted) => {
    expect(highlightsIn(text, query)).toEqual(highlighted);
  });

  test('end with the longest of the words that begin at the same place', () => {
    expect(highlightsIn('Head set stand, head rest', 'head headset "head set stand"')).toEqual([
      'Head set stand',
      'head',
    ]);
    expect(highlightsIn('Toner TN-2110 x', 'tn2110x toner tn21')).toEqual(['Toner', 'TN-2110 x']);
  });

  test('of a repeated word are those of the word', () => {
    for (const query of ['tn21 toner tn21', 'toner tn21'])
      expect(highlightsIn('Toner TN-2110 x', query)).toEqual(['Toner', 'TN-2110']);
    const { query, resolved } = resolvedWithoutProducts(`tent ${'ab '.repeat(169)}`);
    const { words, joined } = wantedOf(query, resolved);
    expect([words, joined.map(({ letters }) => letters)]).toEqual([
      ['tent', 'ab'],
      ['tent', 'ab'],
    ]);
  });

  test('don’t read the rest of the text again at each of its words', () => {
    const text = `It’s a tent. ${'Tent '.repeat(1000)}`;
    const find = matcherOf('tent poles');
    const tested = import.meta.jest.spyOn(RegExp.prototype, 'test');
    const spans = find(text, false);
    const characters = tested.mock.calls.reduce((sum, [given]) => sum + given.length, 0);
    tested.mockRestore();
    expect(spans.length).toBe(1001);
    expect(characters).toBeLessThan(10 * text.length);
  });

  test('an exact text allows no typos', () => {
    expect(highlightsIn('JACKET', 'jackt ', true)).toEqual([]);
    expect(highlightsIn('JACKET', 'jacket', true)).toEqual(['JACKET']);
  });

  test('are in order, separate and inside the text, for any text and query', () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), (whole, query, isExact) => {
        expectInOrderInside(whole, matcherOf(query)(whole, isExact));
      }),
    );
  });

  test('include any word of a text, whatever surrounds it', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'É', 'ß', '東', 'カ', 'ж', '이', '7'),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(text, letters, text, (before, word, after) => {
        expect(highlightsIn(`${before} ${word} ${after}`, word).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('ranking and highlights', () => {
  const product = (title: string) => {
    return {
      title,
      inStock: true,
      featured: false,
      language: 'en',
      titleStems: '',
      collectionNames: '',
      termWeights: writeTermWeights(weighTerms({ ...NO_WORDS, title: tokenize(title) }, ENGLISH, new Map())),
    };
  };

  test('a query word that a product has as typed does not match misspellings', () => {
    const query = parseQuery('coffee maker', ENGLISH, NO_RULES);
    const highlightsFor = (titles: readonly string[]) => {
      const resolved = resolveQuery(query, vocabularyOf(titles.map(product)), ENGLISH);
      const find = createWordMatcher(wantedOf(query, resolved), resolved);
      const text = 'Make some for coffee makers';
      return mergeSpans(find(text, false)).map((span) => sliceOf(text, span));
    };
    expect(highlightsFor(['Coffee maker'])).toEqual(['coffee', 'makers']);
    expect(highlightsFor(['Coffee make'])).toEqual(['Make', 'coffee', 'makers']);
  });

  const word = fc.constantFrom('jacket', 'jackets', 'jackal', 'kettle', 'copper', 'coffee', 'maker', 'made', 'tables');
  const misspelt = fc
    .tuple(word, fc.nat(8), fc.constantFrom('keep', 'drop', 'exchange', 'cut'))
    .map(([given, at, how]) => {
      if (how === 'cut') return given.slice(0, at + 1);
      if (how === 'drop') return given.slice(0, at) + given.slice(at + 1);
      if (how === 'keep') return given;
      return given.slice(0, at) + given.charAt(at + 1) + given.charAt(at) + given.slice(at + 2);
    });
  const texts = (words: fc.Arbitrary<string>, minLength: number) =>
    fc
      .array(
        words.filter((each) => each !== ''),
        { minLength, maxLength: 3 },
      )
      .map((some) => some.join(' '));

  test('agree: a product has a score exactly if its title has a highlight', () => {
    fc.assert(
      fc.property(texts(misspelt, 1), fc.array(texts(word, 0), { maxLength: 5 }), (typed, titles) => {
        const query = parseQuery(typed, ENGLISH, NO_RULES);
        const products = titles.map(product);
        const resolved = resolveQuery(query, vocabularyOf(products), ENGLISH);
        const words = weighByRarity(resolved.tokens, NO_FREQUENCIES, { hasExactWord: true, has: () => false });
        const find = createWordMatcher(wantedOf(query, resolved), resolved);
        for (const each of products) {
          const hasScore = orderByScore([product(''), each], () => plainQuery({ resolved, words }))[0] === each;
          expect([typed, each.title, hasScore]).toEqual([typed, each.title, find(each.title, false).length > 0]);
        }
      }),
    );
  });
});

describe('the matches of a hit', () => {
  const texts: ProductTexts = {
    location_id: 'l',
    title: 'Red cup',
    sku: 'DRL-18V/BL',
    subtitle: 'Cup',
    variants: ['Colour: red', 'Size: cup'],
    hidden_collections: ['Red cups'],
    specifications: ['Wasserkocher: ja'],
  };
  const shownFor = (query: string, visibility: Visibility = 'all') =>
    createFindMatches({
      ...resolvedWithoutProducts(query),
      fields: visibleFields(TEXT_FIELD_NAMES, visibility),
      withHighlights: false,
    })({ productId: 'p', texts }).map(({ type, text: shown }) => `${type} ${shown}`);

  test('are all texts with a word of the query, first those with most distinct words, then by field', () => {
    expect(shownFor('red cup ')).toEqual([
      'title Red cup',
      'collection Red cups',
      'subtitle Cup',
      'variant Colour: red',
      'variant Size: cup',
    ]);
  });

  test('are only in fields that the token may see', () => {
    expect(shownFor('cups', 'published')).toEqual(['title Red cup', 'subtitle Cup', 'variant Size: cup']);
  });

  test('put a whole identifier before any number of words', () => {
    expect(shownFor('drl18v')).toEqual(['sku DRL-18V/BL']);
    expect(shownFor('red cup drl 18')[0]).toBe('title Red cup');
    expect(shownFor('DRL 18V BL')[0]).toBe('sku DRL-18V/BL');
  });

  test('are texts that contain the query within a word, if no text has it as a word', () => {
    expect(shownFor('kocher')).toEqual(['specification Wasserkocher: ja']);
    expect(shownFor('"cup red"')[0]).toBe('title Red cup');
  });

  test.each([
    ['half of a character', '𩸽', '𩹉の干物', []],
    ['a character that was typed', '𩸽の開き', '𩸽と干物', ['𩸽']],
    ['one letter of a character', 'よ', 'ゟ', ['ゟ']],
  ])('have no empty highlight: %s', (_what, query, title, highlighted) => {
    expect(matchesOf('ja', query, { title })).toEqual([['title', ...highlighted]]);
  });

  test('have Latin words beside Chinese ones, also if another text has them apart', () => {
    expect(matchesOf('zh', 'usb', { title: '快充USB充电器', description: '带 USB 接口' })).toEqual([
      ['title', 'USB'],
      ['description', 'USB'],
    ]);
  });

  test.each([
    ['hi', '"लाल साड़ी"', 'लाल साड़ी', 'यह साड़ी अच्छी है'],
    ['ta', '"சிவப்பு சேலை"', 'சிவப்பு சேலை', 'சேலை'],
    ['en', '"red tent"', 'Red tent', 'A tent'],
  ])('in %s, %s is one highlight, and none where only one of its words is', (language, query, title, description) => {
    expect(matchesOf(language, query, { title, description })).toEqual([['title', title]]);
  });

  test('fall back to the title if no text matches', () => {
    expect(shownFor('xyzzy')).toEqual(['title Red cup']);
  });

  test('have separate highlights of whole characters, in any language', () => {
    const hostile = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            'Brat',
            'pfanne',
            'usb',
            'iPhone',
            'three',
            '3',
            '55',
            '½',
            '1/2',
            '2L',
            '寸',
            '英寸',
            '×',
            'x',
            '"',
            '-',
            ' ',
            '咖啡',
            '充电器',
            '茶',
            '𩸽',
            '𩹉',
            'の',
            'ゟ',
            'ｶﾞ',
            'ー',
            'น้ำ',
            'กำ',
            '๒',
            '\u0303',
            'ʼ',
            '\u{1f600}',
            '鞋',
            'ß',
            'ﷺ',
            '㍿',
          ),
          fc.string({ unit: 'grapheme', maxLength: 3 }),
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('').toWellFormed());
    fc.assert(
      fc.property(
        fc.constantFrom('de', 'zh', 'ja', 'th', 'en', 'ko'),
        hostile,
        hostile,
        fc.boolean(),
        (language, query, given, isWithin) => {
          const title = isWithin ? `${query}${given}` : given;
          const find = createFindMatches({
            ...resolvedWithoutProducts(query, analyzerOf(language)),
            fields: TEXT_FIELD_NAMES,
            withHighlights: true,
          });
          for (const { text: shown, highlights = [] } of find({ productId: 'p', texts: { title, sku: given } }))
            expectInOrderInside(shown, highlights);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('are at least one for any query, with highlights inside their texts', () => {
    fc.assert(
      fc.property(text, (query) => {
        const find = createFindMatches({
          ...resolvedWithoutProducts(query),
          fields: TEXT_FIELD_NAMES,
          withHighlights: true,
        });
        const matches = find({ productId: 'p', texts });
        expect(matches.length).toBeGreaterThan(0);
        for (const match of matches) expectInOrderInside(match.text, match.highlights ?? []);
      }),
    );
  });
});

describe('the highlights are the words by which a product ranks', () => {
  test('an identifier of several words is also one word', () => {
    expect(matchesOf('en', 'bosch ab-12-cd-345 drill', { title: 'Bosch AB12CD345 Drill' })).toEqual([
      ['title', 'Bosch', 'AB12CD345', 'Drill'],
    ]);
  });

  test('an ending that is being typed means its stem, though some product has the word as typed', () => {
    const query = parseQuery('wall decora', ENGLISH, NO_RULES);
    const termWeights = writeTermWeights(weighTerms({ ...NO_WORDS, title: ['decora', 'decor'] }, ENGLISH, new Map()));
    const resolved = resolveQuery(query, vocabularyOf([{ termWeights }]), ENGLISH);
    const find = createFindMatches({ query, resolved, fields: TEXT_FIELD_NAMES, withHighlights: true });
    const [match] = find({ productId: 'p', texts: { title: 'Wall of decor' } });
    expect(match?.highlights?.map((span) => sliceOf('Wall of decor', span))).toEqual(['Wall', 'decor']);
  });
});

describe('texts of scripts without spaces', () => {
  const segment = import.meta.jest.spyOn(Intl.Segmenter.prototype, 'segment');
  const description = 'กางเกงยีนส์ผ้าฝ้าย';
  const query = { text: 'กางเกง', synonyms: ['กางเกงยีนส์', 'กางเกงขายาว', 'ยีนส์'] };

  afterAll(() => segment.mockRestore());

  function matchesIn(texts: ProductTexts) {
    const thai = analyzerOf('th');
    const rules = collectRules(readEach([{ _id: 'r', synonyms: [query.text, ...query.synonyms] }], thai), () => {});
    const parsed = parseQuery(query.text, thai, rules);
    const resolved = resolveQuery(parsed, vocabularyOf([]), thai);
    const find = createFindMatches({ query: parsed, resolved, fields: ['description'], withHighlights: true });
    segment.mockClear();
    return find({ productId: 'p', texts });
  }
  const segmented = (text: string) => segment.mock.calls.filter(([each]) => each === text).length;

  test('are segmented once for all synonyms of a query', () => {
    expect(matchesIn({ description })[0]?.highlights).not.toEqual([]);
    expect(segmented(description)).toBe(1);
  });

  test('are not segmented if they share no letters with the query', () => {
    matchesIn({ description: 'มือถือ' });
    expect(segmented('มือถือ')).toBe(0);
  });
});

describe('the end of a compound is a match like the word itself', () => {
  test.each([
    ['de', 'pfanne induktion', 'Bratpfanne 28 cm', 'Herdart: Induktion', ['Bratpfanne', 'Induktion']],
    ['de', 'flasche', 'Glasflasche 1 l', 'Eine Flasche', ['Glasflasche', 'Flasche']],
    ['de', 'stuehle', 'Bürostühle', 'Stuhl', ['Bürostühle', 'Stuhl']],
    ['de', 'pfann', 'Bratpfanne', 'Pfannen', ['Bratpfanne', 'Pfannen']],
    // `Festpreis` doesn't end with rice.
    ['de', 'reis', 'Festpreis', 'Reis', ['Reis']],
    ['nl', 'stoel zwart', 'Eetkamerstoel', 'Kleur: zwart', ['Eetkamerstoel', 'zwart']],
    ['sv', 'lampa svart', 'Bordslampa', 'Färg: svart', ['Bordslampa', 'svart']],
    ['sv', 'bok', 'Barnböcker', 'Bok', ['Barnböcker', 'Bok']],
    // Patterns don't find the end of `taltsang`.
    ['sv', 'säng', 'TÄLTSÄNG', 'Sängar', ['TÄLTSÄNG', 'Sängar']],
    ['da', 'lampe', 'Bordlampe', 'Lampe', ['Bordlampe', 'Lampe']],
    ['no', 'bukse', 'Regnbukser', 'Bukse', ['Regnbukser', 'Bukse']],
    ['fi', 'lamppu', 'Pöytälamppu', 'Lamppu', ['Pöytälamppu', 'Lamppu']],
    ['hu', 'szék', 'Irodaszék', 'Szék', ['Irodaszék', 'Szék']],
  ])('in %s: %s in %s', (language, query, title, variant, expected) => {
    const matches = matchesOf(language, query, { title, variants: [variant] });
    expect(matches.flatMap(([_type, ...highlighted]) => highlighted)).toEqual(expected);
  });

  test('also beside the other parts of a compound in the query', () => {
    expect(
      matchesOf('de', 'schwarze damenjacke', { title: 'Damen Winterjacke', variants: ['Farbe: schwarz'] }),
    ).toEqual([
      ['title', 'Damen', 'Winterjacke'],
      ['variant', 'schwarz'],
    ]);
  });
});

describe('an identifier in a text', () => {
  test.each([
    ['drl18vbl', 'DRL-18V/BL'],
    ['drl18', 'DRL-18'],
    ['8vbl', '8V/BL'],
  ])('%s is %s', (key, expected) => {
    expect(sliceOf('DRL-18V/BL', identifierSpan('DRL-18V/BL', key) ?? { start: 0, length: 0 })).toBe(expected);
  });

  test('is found only at its start or end', () => {
    expect(identifierSpan('DRL-18V/BL', '18v')).toBeNull();
  });
});
