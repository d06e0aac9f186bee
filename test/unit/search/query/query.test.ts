/** Parsing of queries, and the resulting engine queries. */
import { parseQuery } from '../../../../src/search/query/parse.ts';
import { exceedsEngineWords, MAX_CONTENT_WORDS, tokensOf } from '../../../../src/search/query/query.ts';
import { separatedQuery, withPartsApart } from '../../../../src/search/query/rewrite.ts';
import { firstSearches } from '../../../../src/search/retrieval/text-searches.ts';
import { NO_RULES } from '../../../../src/search/rules/search-rules.ts';
import { analyzerOf } from '../../../../src/search/text/analyzer.ts';
import { ENGLISH } from '../../../support/english.ts';

/** Returns the first engine query: whole words, or the last word as a prefix if that is equivalent. */
const engineQueryOf = (query: string, analyzer = ENGLISH) => firstSearches(parseQuery(query, analyzer, NO_RULES))[0];

describe('the engine’s query', () => {
  test.each([
    ['けしごむ', ['けしごむ']],
    ['こどものくつ', ['こども', 'の', 'くつ']],
    ['ふわふわのタオル', ['ふわふわ', 'の', 'タオル']],
    ['タオルと のり', ['タオル', 'と', 'のり']],
    ['デス', ['デス']],
    ['色えんぴつ', ['色', 'えんぴつ']],
    ['茶 a', ['茶', 'a']],
  ])('the words of %s are %j: a single kana is none, except between words', (query, words) => {
    expect(tokensOf(parseQuery(query, analyzerOf('ja'), NO_RULES).terms)).toEqual(words);
  });

  test.each([
    ['red tent', '"red" tent'],
    ['tents', '"tent" '],
    ['red tents for tw', '"red" "tent" tw'],
    ['stand for the', '"stand" '],
    ['the', 'the'],
    ['"red tent" green', '"red tent" green'],
    ['„red tent“ green', '"red tent" green'],
    ['"red tent', '"red" tent'],
    ['17" monitor', '"17" "inch" monitor'],
    ['damper 6 in.', '"damper" "6" inch'],
    ['2 in x 4 in', '"2" "inch" "4" inch'],
    ['2"x4"x8 ft', '"2" "inch" "4" "inch" "8" ft'],
    ['36 in. x18 ft.', '"36" "inch" "18" ft'],
    ['2 in 1 x 3 pack', '"2" "1" "3" pack'],
    ['tent x 300', '"tent" "x" 300'],
    ['tent -poles', '-poles -pole tent'],
    ['tent -"red one"', '-"red one" tent'],
    ['-poles tent', '-poles -pole tent'],
    ['-poles', '-poles -pole '],
    ['-"tent pole" -poles', '-"tent pole" -poles -pole '],
    ['-20V', '"20" volt'],
    ['drill -20V', '"drill" "20" volt'],
    ['tent - poles', '"tent" "pole" '],
    ['e-bike', '"e" bike'],
    ["men's gloves", '"man" "glove" '],
    ['kids’ tents', '"kid" "tent" '],
    ["l'eau d'été", '"l" "eau" "d" "et" '],
    ['TVs', '"tv" '],
    ['gps', '"gp" '],
    ['Straße', '"strass" '],
    ['!!! ???', ' '],
  ])('of %s is %s', (query, expected) => {
    expect(engineQueryOf(query)).toBe(expected);
  });
});

describe('the engine’s query without elided stop words', () => {
  test.each([
    ['fr', "coque pour l'iphone", '"coqu" "iphon" '],
    ['fr', 'coque pour l’iphone', '"coqu" "iphon" '],
    ['fr', "housse d'ordinateur", '"houss" "ordin" '],
    ['fr', "d'été", 'ete'],
    ['fr', "housse (d'ordinateur)", '"houss" "ordin" '],
    ['fr', "aujourd'hui", '"aujourd" hui'],
    ['fr', "chef-d'œuvre", '"chef" "d" "oeuvr" '],
    ['ca', "funda per l'iphone", '"fund" "iphon" '],
    ['it', "custodia per l'iphone", '"custod" "iphon" '],
    ['it', "filtro dell'acqua", '"filtr" acqua'],
    ['it', 'giochi all’aperto', '"gioc" "apert" '],
    ['it', 'notebook dell', '"notebook" dell'],
    ['it', 'maglia l', '"magl" l'],
    ['it', "maglia o'neill", '"magl" "o" neill'],
    ['en', "coque l'iphone", '"coqu" "l" "iphon" '],
    ['en', "o'clock", '"o" clock'],
    ['en', "men's in-ear", '"man" "in" ear'],
    ['en', '3-in-1', '"3-in-1"'],
  ])('in %s: %s', (language, query, expected) => {
    expect(engineQueryOf(query, analyzerOf(language))).toBe(expected);
  });

  test('has an identifier apart from its article', () => {
    const { identifierTerms } = parseQuery("housse pour l'wh1000xm4", analyzerOf('fr'), NO_RULES);
    expect(identifierTerms.map(({ key }) => key)).toEqual(['wh1000xm4']);
  });

  test('has a word without the minus after its article, which would exclude the word', () => {
    const { terms } = parseQuery("l'-iphone coque", analyzerOf('fr'), NO_RULES);
    expect(terms.map(({ typed }) => typed)).toEqual(["l'", 'iphone', 'coque']);
  });
});

describe('a query of very many words', () => {
  const words = Array.from(
    { length: 100 },
    (_word, index) => `z${'abcdefghij'[index % 10]}${'klmnopqrst'[Math.floor(index / 10)]}`,
  );
  const typedIn = (query: string) => parseQuery(query, ENGLISH, NO_RULES).terms.map(({ typed }) => typed);

  test('has only the first of them', () => {
    expect(typedIn(words.join(' '))).toEqual(words.slice(0, MAX_CONTENT_WORDS));
    expect(typedIn(words.join('-'))).toEqual(words.slice(0, MAX_CONTENT_WORDS));
    const phrase = `"${words.slice(0, 10).join(' ')}"`;
    expect(typedIn(`${words.slice(20).join(' ')} ${phrase}`)).toEqual([phrase, ...words.slice(20, 50)]);
  });

  test('has them all if they are the same, or stop words', () => {
    expect(typedIn(`tent ${'ab '.repeat(150)}poles`)).toHaveLength(152);
    expect(typedIn(`the ${words.slice(0, MAX_CONTENT_WORDS).join(' the ')}`)).toHaveLength(2 * MAX_CONTENT_WORDS);
  });

  test('counts words of any kind before they are searched', () => {
    const [few, many] = [37, 38].map((count) =>
      parseQuery(`red blue green ${'the '.repeat(count)}`, ENGLISH, NO_RULES),
    );
    expect([few, many].map((query) => query?.terms.length)).toEqual([40, 41]);
    expect([few, many].map((query) => exceedsEngineWords(query?.terms ?? []))).toEqual([false, true]);
  });
});

describe('an exclusion', () => {
  test.each([
    ['zh', '手机壳 -红', ['手机壳'], ['红']],
    ['zh', '手机壳 －红', ['手机壳'], ['红']],
    ['ja', 'Tシャツ -黒', ['T', 'シャツ'], ['黒']],
    ['th', 'กระเป๋า -ดำ', ['กระเป๋า'], ['ดำ']],
    ['hi', 'साड़ी -लाल', ['साड़ी'], ['लाल']],
    ['ta', 'சேலை -சிவப்பு', ['சேலை'], ['சிவப்பு']],
    ['fr', 'support -e\u0301cran', ['support'], ['e\u0301cran']],
    ['fr', "bague -d'or", ['bague'], ["d'or"]],
    ['fr', 'bague -d’or', ['bague'], ['d’or']],
    ['en', 'shirt -t-shirt', ['shirt'], ['t-shirt']],
    ['en', 'charger -x-large', ['charger'], ['x-large']],
    ['en', "shoes -women's -kids’", ['shoes'], ['women', 'kids']],
    ['en', 'tent -a -5', ['tent', 'a', '5'], []],
    ['en', '-5 degrees -20V -x-5 -s', ['5', 'degrees', '20V', 'x-5', 's'], []],
  ])('in %s: %s', (language, query, words, excluded) => {
    const parsed = parseQuery(query, analyzerOf(language), NO_RULES);
    expect(parsed.terms.map(({ typed }) => typed)).toEqual(words);
    expect(parsed.excluded.map(({ typed }) => typed)).toEqual(excluded);
  });
});

test.each([
  ['levis501', ['levis', '501']],
  ['coffee500g', ['coffee', '500g']],
  ['кофе500г', ['кофе', '500г']],
  ['160/200', ['160', '200']],
  ['160/200/20', undefined],
  ['coffee 500g', undefined],
  ['rtx3080', undefined],
  ['WH-1000XM5', undefined],
  ['coffee12345', undefined],
  ['4006381333931', undefined],
])('%s may be the words %j', (query, words) => {
  expect(separatedQuery(parseQuery(query, ENGLISH, NO_RULES))?.terms.map(({ typed }) => typed)).toEqual(words);
});

describe('a code apart', () => {
  const titlesOf = (query: string) =>
    withPartsApart(parseQuery(query, ENGLISH, NO_RULES)).map(({ inTitle }) => inTitle);

  test.each([
    ['din934m10', ' din 934 m10'],
    ['iphone15promax', ' iphon 15 pro max'],
    ['galaxys24', ' galaxi s24'],
    ['fritzbox7', ' fritz box 7'],
    // The engine would tolerate an error in a number of five letters, so it is whole.
    ['wh1000xm6', ' wh 1000xm6 '],
  ])('%s may be in a title as "%s"', (query, title) => {
    expect(titlesOf(query)).toContain(title);
  });

  test.each(['headset', '15', 'iphone15 case', '"iphone15"'])('%s is no code alone', (query) => {
    expect(titlesOf(query)).toEqual([]);
  });

  test('has few ways, each of which costs a search', () => {
    expect(titlesOf(`${'abcdefghijklmnopqrst'}12xy`).length).toBeLessThanOrEqual(24);
    expect(titlesOf(`${'a1'.repeat(200)}`)).toEqual([]);
  });
});

describe('an identifier', () => {
  test.each([
    ['4006381333931', '4006381333931', true],
    ['DRL-18V/BL', 'drl18vbl', true],
    ['drl 18v bl', 'drl18vbl', false],
    ['rtx3080', 'rtx3080', true],
    // The beginning of `5w30`. A dimension is none.
    ['5w3', '5w3', true],
    ['2x4', null, false],
    ['iphone7', 'iphone7', false],
    ['500gb', '500gb', false],
    ['1920x1080', '1920x1080', false],
    ['m8x50', 'm8x50', false],
    ['M8×50', 'm8x50', false],
    ['xm8x50', 'xm8x50', true],
    ['tent', null, false],
    ['tv4', null, false],
    ['KBD-BLK-DE', 'kbdblkde', false],
    ['red-hot tent', null, false],
    ['"4006381333931"', '4006381333931', true],
  ])('%s', (query, identifier, isIdentifier) => {
    expect(parseQuery(query, ENGLISH, NO_RULES)).toMatchObject({ identifier, isIdentifier });
  });

  test('among words has its tokens as the query has them', () => {
    const { identifierTerms, terms } = parseQuery('drl-18v a-123', ENGLISH, NO_RULES);
    expect(identifierTerms.map(({ tokens }) => tokens)).toEqual([
      ['drl', '18', 'volt'],
      ['a', '123'],
    ]);
    expect(terms.map(({ tokens }) => tokens.map(({ token }) => token))).toEqual(
      identifierTerms.map(({ tokens }) => tokens),
    );
  });
});
