/** Pure functions of a search: the engine queries of both requests, and the ranking of what they find. */
import fc from 'fast-check';
import { type Candidates, mergeCandidates } from '../../../../src/search/engine/candidates.ts';
import { NO_FREQUENCIES, type StemFrequencies } from '../../../../src/search/engine/stem-frequencies.ts';
import type { RankingPayload } from '../../../../src/search/index/ranking-payload.ts';
import { weighTerms, writeTermWeights, writeTitleStems } from '../../../../src/search/index/term-weights.ts';
import { parseQuery } from '../../../../src/search/query/parse.ts';
import { type Query, tokensOf } from '../../../../src/search/query/query.ts';
import { rank } from '../../../../src/search/ranking/rank.ts';
import { MAX_QUERY_LENGTH } from '../../../../src/search/request-fields.ts';
import { planFurther, planSearches } from '../../../../src/search/retrieval/plan.ts';
import { planExpansion, planProbes } from '../../../../src/search/retrieval/plan-expansion.ts';
import { stemsToCount } from '../../../../src/search/retrieval/retrieve.ts';
import { limitWords } from '../../../../src/search/retrieval/word-limit.ts';
import { collectRules, NO_RULES, readEach } from '../../../../src/search/rules/search-rules.ts';
import { analyzerOf } from '../../../../src/search/text/analyzer.ts';
import { stripSeparators } from '../../../../src/search/text/identifiers.ts';
import { tokenize } from '../../../../src/search/text/tokenize.ts';
import { ENGLISH } from '../../../support/english.ts';
import { NO_WORDS } from '../no-words.ts';

const LIMIT = 10;
const LIMITS = { limit: LIMIT, relaxBelow: LIMIT };

const rulesOf = (...rules: readonly object[]) =>
  collectRules(
    readEach(
      rules.map((rule, at) => ({ _id: `r${at}`, ...rule })),
      ENGLISH,
    ),
    () => undefined,
  );

function product(productId: string, title: string, identifiers: readonly string[] = []): RankingPayload {
  return {
    productId,
    textsHash: `hash of ${productId}`,
    inStock: true,
    featured: false,
    language: 'en',
    identifiers: identifiers.map(stripSeparators).join(' '),
    termWeights: writeTermWeights(weighTerms({ ...NO_WORDS, title: tokenize(title) }, ENGLISH, new Map())),
    titleStems: writeTitleStems(tokenize(title).map(ENGLISH.stem)),
    collectionNames: '',
  };
}

const NOTHING: Candidates = {
  text: [],
  partialMatches: [],
  wordBreaks: [],
  identifierTerms: [],
  identifier: [],
  pinned: [],
  exactWord: [],
  isComplete: true,
};
function retrieved(typed: string, found: Partial<Candidates>, ...rules: readonly object[]) {
  const query = parseQuery(typed, ENGLISH, rulesOf(...rules));
  return { query, wholeQuery: query, found: { ...NOTHING, ...found }, frequencies: NO_FREQUENCIES };
}
const idsOf = (query: string, found: Partial<Candidates>, ...rules: readonly object[]) =>
  rank(retrieved(query, found, ...rules), LIMIT).hits.map(({ productId }) => productId);
const queriesOf = (plan: ReturnType<typeof planFurther>) => plan?.text.map(({ q }) => q) ?? null;

describe('the plan of a query', () => {
  test.each([
    ['words', 'red tent', { text: 1, identifierTerms: 0, identifier: 0, pinned: 0, exactWord: 0 }],
    ['an identifier', 'DRL-18V/BL', { text: 1, identifierTerms: 0, identifier: 1, pinned: 0, exactWord: 0 }],
    [
      'an identifier among words',
      'bosch drl18vbl',
      { text: 1, identifierTerms: 1, identifier: 0, pinned: 0, exactWord: 0 },
    ],
    ['a plural', 'red tents', { text: 2, identifierTerms: 0, identifier: 0, pinned: 0, exactWord: 1 }],
    ['a synonym and a pin', 'sofa', { text: 2, identifierTerms: 0, identifier: 0, pinned: 1, exactWord: 0 }],
    ['nothing to search', '!!!', { text: 0, identifierTerms: 0, identifier: 0, pinned: 0, exactWord: 0 }],
  ])('of %s has these searches under each label', (_what, query, expected) => {
    const rules = rulesOf({ synonyms: ['sofa', 'couch'] }, { query: 'sofa', pinned: ['p'] });
    const plan = planSearches(parseQuery(query, ENGLISH, rules), LIMIT);
    expect(Object.fromEntries(Object.entries(plan).map(([label, searches]) => [label, searches.length]))).toEqual({
      ...expected,
      partialMatches: 0,
      wordBreaks: 0,
    });
  });

  test('has the exclusions also in the search for the last word as typed, which is no stop word', () => {
    const exactWordOf = (query: string, analyzer = ENGLISH) =>
      planSearches(parseQuery(query, analyzer, NO_RULES), LIMIT).exactWord.map(({ q }) => q);
    expect(exactWordOf('red tents -dome')).toEqual(['-dome "tents" ']);
    // The stem is `ohn`.
    expect(exactWordOf('zelte mit', analyzerOf('de'))).toEqual([]);
  });

  test.each(['red tents', 'DRL-18V/BL', 'bosch drl18vbl'])('of %s has no hidden products in any search', (query) => {
    const rules = rulesOf({ query, hidden: ['a', 'b'] });
    const searches = Object.values(planSearches(parseQuery(query, ENGLISH, rules), LIMIT)).flat();
    for (const { conditions } of searches) expect(conditions).toContain('NOT (id IN ["a", "b"])');
  });
});

/** The counts of products by stem, out of a hundred. */
const frequencies = (counts: Readonly<Record<string, number>>): StemFrequencies => ({
  of: (stem) => counts[stem] ?? 0,
  products: 100,
});

describe('the first request', () => {
  const first = (query: string) => queriesOf(planSearches(parseQuery(query, ENGLISH, NO_RULES), LIMIT));

  test('has the stems of whole words in quotes, and the last word as a prefix', () => {
    expect(first('red tents')).toEqual(['"red" "tent" ', '"red" tents']);
    expect(first('red tent')).toEqual(['"red" tent']);
  });

  test('has the query with its stop words as well', () => {
    expect(first('on cloud')).toEqual(['cloud', '"on" cloud']);
    expect(first('stand for the')).toEqual(['"stand" ', '"stand" "for" the']);
  });

  test('has a word of a script without spaces as its segments and as typed', () => {
    expect(first('苹果手机')).toEqual(['"苹果" 手机', '苹果手机']);
  });

  test('has phrases as they are', () => {
    expect(first('"red tents" dome')).toEqual(['"red tents" dome']);
  });
});

describe('the second request', () => {
  const known = frequencies({ red: 9, dome: 3, tent: 5, headset: 2 });
  const further = (query: string, found: Partial<Candidates>) =>
    planFurther(parseQuery(query, ENGLISH, NO_RULES), { ...NOTHING, ...found }, known, LIMITS);
  const many = (title: string) => Array.from({ length: 10 }, (_, at) => product(`p${at}`, title));

  test('is not sent if the first found enough or an identifier', () => {
    expect(further('tent', { text: [many('Tent')] })).toBeNull();
    expect(further('drl18vbl', { text: [[]], identifier: [[product('a', 'Drill', ['DRL-18V/BL'])]] })).toBeNull();
  });

  test('has the words as typed and each pair of them, if the first found few', () => {
    const queries = ['"red" dometents', 'red dome tents', '"red" "dome" ', '"red" "tent" ', '"dome" "tent" '];
    expect(queriesOf(further('red dome tents', { text: [[product('a', 'Red dome tents')]] }))).toEqual(queries);
  });

  test('also has each single word, if the first found nothing', () => {
    expect(queriesOf(further('red dome tents', { text: [[]] }))?.slice(5)).toEqual(['"red" ', '"dome" ', '"tent" ']);
  });

  test('has unknown words as typed', () => {
    expect(queriesOf(further('red tnets', { text: [[]] }))).toEqual(['redtnets', '"red" tnet ', '"red" ', 'tnets']);
  });

  test('has two words as one if some product has them joined, even if the first found enough', () => {
    expect(queriesOf(further('red head set', { text: [many('Red head set')] }))).toEqual(['"red" "headset" ']);
  });

  test('has the last two words as the beginning of one, if the first found few', () => {
    expect(queriesOf(further('red tooth b', { text: [[]] }))).toContain('"red" toothb');
    expect(further('red tooth b', { text: [many('Red tooth brush')] })).toBeNull();
    // A stop word, a number, a phrase, three letters.
    for (const [query, joined] of [
      ['tent with o', 'witho'],
      ['tent 12', 'tent12'],
      ['b "red tooth"', 'toothb'],
      ['re t', 'ret'],
    ] as const)
      expect(queriesOf(further(query, { text: [[]] }))?.join()).not.toContain(joined);
  });

  const full = (title: string) => [Array.from({ length: 30 }, (_, at) => product(`p${at}`, title))];

  test('has the last two words next to each other, if many products have all words but few have them so', () => {
    const apart = full('Red tent with a dome');
    expect(queriesOf(further('red dome tent', { text: apart }))).toEqual(['"red" "dome tent" ']);
    expect(further('red dome tent', { text: full('Red dome tents') })).toBeNull();
    expect(further('red dome tent', { text: [many('Red tent with a dome')] })).toBeNull();
    expect(further('red dome te', { text: apart })).toBeNull();
    expect(further('"red" dome tent', { text: apart })).toBeNull();
  });

  test('has the last word as a whole one, if many products have a longer word but few have it', () => {
    const longer = full('Red tents of tentacles').map((hits) =>
      hits.map((hit) => ({ ...hit, termWeights: ' red:900 tentacl:800 ' })),
    );
    expect(queriesOf(further('red tent', { text: longer }))).toEqual(['"red" "tent" ']);
    expect(further('red tent', { text: full('Red tents') })).toBeNull();
    // As many as have it, and no product.
    expect(further('tent', { text: longer.map((hits) => [...many('Tent').slice(0, 5), ...hits.slice(5)]) })).toBeNull();
    expect(further('tenta', { text: longer })).toBeNull();
  });

  test('does not depend on how many hits the request wants', () => {
    const [apart = []] = full('Red tentacle with a dome');
    for (const query of ['red dome tent', 'red tent'])
      expect(queriesOf(further(query, { text: [[...apart, ...many('Red dome tent')]] }))).toEqual(
        queriesOf(further(query, { text: [apart] })),
      );
  });

  test('has products with some of the words under a separate label, for a long list', () => {
    const query = parseQuery('red tent', ENGLISH, NO_RULES);
    const plan = planFurther(query, { ...NOTHING, text: [many('Red tent')] }, known, { limit: 50, relaxBelow: 50 });
    expect([plan?.text, plan?.partialMatches.map(({ q }) => q)]).toEqual([[], ['red tent', '"red" ', '"tent" ']]);
  });

  test('is not sent for products with some of the words if as many as wanted have all of them', () => {
    const query = parseQuery('red "tent"', ENGLISH, NO_RULES);
    const found = { ...NOTHING, text: [[product('a', 'Red tent')]] };
    expect(planFurther(query, found, known, { limit: 8, relaxBelow: 1 })).toBeNull();
    expect(planFurther(query, found, known, { limit: 8, relaxBelow: 2 })).not.toBeNull();
  });

  test('has the letters and digits of an identifier separately', () => {
    expect(queriesOf(further('rtx3080', { text: [[]], identifier: [[]] }))).toEqual(['"rtx 3080"']);
  });

  test('has an unknown name and its number as adjacent words', () => {
    const queries = queriesOf(further('red iphone15', { text: [[]] }));
    expect(queries?.[0]).toBe('"red" "iphone 15" ');
    const ofKnown = planFurther(
      parseQuery('red iphone15', ENGLISH, NO_RULES),
      { ...NOTHING, text: [[]] },
      frequencies({ red: 9, iphone15: 1 }),
      LIMITS,
    );
    expect(queriesOf(ofKnown)).not.toContain('"red" "iphone 15" ');
  });

  test('is sent if only another identifier with the same number was found', () => {
    const other = [product('a', 'Drill', ['XYZ-1'])];
    expect(queriesOf(further('bosch drl18vbl', { text: [[]], identifierTerms: [other] }))).not.toBeNull();
  });

  test('has the whole identifier if too many have it as prefix or suffix', () => {
    const drills = Array.from({ length: 20 }, (_, at) => product(`p${at}`, 'Drill', [`1234${at}`]));
    expect(further('1234', { text: [[]], identifier: [drills] })?.identifier.length).toBe(1);
    expect(further('1234', { text: [[]], identifier: [drills.slice(1)] })?.identifier ?? []).toEqual([]);
  });
});

test('a product with some of the words shows no two words that an unknown one may be', () => {
  const query = parseQuery('flour glutenfree', ENGLISH, NO_RULES);
  const frequencies = { of: (stem: string) => Number(['flour', 'gluten', 'free'].includes(stem)), products: 100 };
  const flour = [product('flour', 'Flour')];
  const free = [product('free', 'Gluten free flour')];
  const planned = (found: Partial<Candidates>) =>
    planExpansion(query, { found: NOTHING, evidence: { ...NOTHING, text: [flour], ...found } }, frequencies);
  expect(planned({ partialMatches: [free] })).toBeNull();
  expect(planned({ wordBreaks: [free] })?.stems).toEqual(['gluten', 'free']);
});

test('short words are probed only where no earlier request has searched for them: alone', () => {
  const probesOf = (typed: string) => planProbes(parseQuery(typed, ENGLISH, NO_RULES), NOTHING, NO_FREQUENCIES);
  expect(queriesOf(probesOf('lapm')?.searches ?? null)).toContain('"lamp" ');
  expect(queriesOf(probesOf('lapm rde')?.searches ?? null)).toEqual([]);
});

/** Sixty different words. */
const WORDS = Array.from({ length: 60 }, (_, at) => `w${'abcdefghij'[at % 10]}${'klmnop'[Math.floor(at / 10)]}`);
const MAX_SEARCHES = 120;

/** Limits the words of a query. Returns the result, and the stems that were counted. */
async function limited(query: Query, countOf: (stem: string) => number) {
  const counted: string[] = [];
  const result = await limitWords(query, async (stems) => {
    counted.push(...stems);
    return countOf;
  });
  return { query: result, counted, words: result.terms.map(({ typed }) => typed).join(' ') };
}

/** How many searches a query costs, if each word is found `known` times. */
async function searchesOf(typed: string, known: number, analyzer = ENGLISH): Promise<number> {
  const of = () => known;
  const { query, counted } = await limited(parseQuery(typed, analyzer, NO_RULES), of);
  const frequencies = { of, products: 100 };
  const further = planFurther(query, NOTHING, frequencies, LIMITS);
  const probes = planProbes(query, NOTHING, frequencies);
  const plans = [planSearches(query, LIMIT), further, probes?.searches];
  const searches = plans.flatMap((plan) => Object.values(plan ?? {}).flat());
  return counted.length + stemsToCount(query).length + (probes?.stems.length ?? 0) + searches.length;
}

describe('a query with more words than the engine accepts', () => {
  const query = parseQuery('one two three four five six seven eight nine ten eleven twelve', ENGLISH, NO_RULES);

  test('is reduced to the rarest words, in their order', async () => {
    const common = ['one', 'two'].map(ENGLISH.stem);
    const { words } = await limited(query, (stem) => (common.includes(stem) ? 100 : 1));
    expect(words).toBe('three four five six seven eight nine ten eleven twelve');
  });

  test('ends in a whole word, and a short query needs no counts', async () => {
    expect(query.lastTermIsPrefix).toBe(false);
    const short = parseQuery('red tent', ENGLISH, NO_RULES);
    expect(await limited(short, () => 0)).toEqual({ query: short, counted: [], words: 'red tent' });
  });

  test('is reduced to its first words if no product has any, and then has only their tokens', async () => {
    const { words, query: reduced } = await limited(query, () => 0);
    const first = 'one two three four five six seven eight nine ten';
    expect([words, tokensOf(reduced.terms).join(' ')]).toEqual([first, first]);
  });

  test.each([
    ['words joined by dashes', Array.from({ length: 150 }, (_, at) => WORDS[at % 60]).join('-')],
    ['words that no product has', WORDS.join(' ')],
    ['a long phrase', `"${WORDS.join(' ')}"`],
    ['a title without spaces', '防水蓝牙耳机无线运动跑步入耳式降噪超长续航适用于苹果安卓手机通用型黑色白色'],
    [
      'stop words only',
      'the of and a in to is was it for with as on be at by i this had not are but from or have an they which one you',
    ],
  ])('costs the engine a bounded number of searches: %s', async (_what, typed) => {
    for (const known of [0, 1]) expect(await searchesOf(typed, known)).toBeLessThan(MAX_SEARCHES);
  });

  test.each([
    ['a word of 510 letters', 'schlafsack'.repeat(51)],
    ['ligatures that fold to three letters', 'ﬃ'.repeat(MAX_QUERY_LENGTH)],
    ['long words', 'donaudampfschifffahrtsgesellschaften '.repeat(13)],
  ])('costs as little in languages with compounds: %s', async (_what, typed) => {
    for (const language of ['da', 'de', 'fi', 'hu', 'nl', 'no', 'sv'])
      expect(await searchesOf(typed, 0, analyzerOf(language))).toBeLessThan(MAX_SEARCHES);
  });

  test('costs as little whatever it is made of', async () => {
    const part = fc.constantFrom(
      ...WORDS,
      'the',
      'of',
      '"',
      '-',
      'a1',
      'DRL-18V/BL',
      '防水蓝牙耳机',
      'กระเป๋าผ้า',
      '12x24',
      '6"',
    );
    const separator = fc.constantFrom(' ', '-', '/', '.', ', ', '');
    const queries = fc
      .array(fc.tuple(part, separator), { minLength: 1, maxLength: 200, size: 'max' })
      .map((parts) => parts.flat().join('').slice(0, MAX_QUERY_LENGTH));
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.constantFrom(0, 1),
        async (typed, known) => (await searchesOf(typed, known)) < MAX_SEARCHES,
      ),
      { numRuns: 200 },
    );
  });
});

describe('the ranking', () => {
  const [tent, cup] = [product('tent', 'Red tent'), product('cup', 'Cup')];

  test('has each product once, ordered by its words, whatever label found it', () => {
    expect(idsOf('red tent', { text: [[cup, tent], [tent]] })).toEqual(['tent', 'cup']);
  });

  test('starts with pinned products in their order, then identifiers', () => {
    const drill = product('drill', 'Drill', ['DRL-18V/BL']);
    const found = { text: [[tent, cup]], identifier: [[drill]], pinned: [[tent, cup]] };
    const rule = { query: 'DRL-18V/BL', pinned: ['cup', 'gone', 'tent'] };
    expect(idsOf('DRL-18V/BL', found, rule)).toEqual(['cup', 'tent', 'drill']);
    expect(idsOf('DRL-18V/BL', { ...found, pinned: [] })).toEqual(['drill', 'tent', 'cup']);
  });

  test('analyzes each product in its own language, if a merchant has two', () => {
    const german = (id: string, title: string): RankingPayload => ({
      ...product(id, title),
      language: 'de',
      termWeights: writeTermWeights(weighTerms({ ...NO_WORDS, title: tokenize(title) }, analyzerOf('de'), new Map())),
    });
    // The English stem of `flaschen` is `flaschen`, the German one `flasch`.
    const found = {
      text: [[product('lid', 'Deckel'), german('bottle', 'Rote Flasche'), product('two', 'Zwei Flaschen')]],
    };
    expect(idsOf('flaschen', found).slice(0, 2).toSorted()).toEqual(['bottle', 'two']);
  });

  test('adds the products of the second request', () => {
    const merged = mergeCandidates({ ...NOTHING, text: [[cup]] }, { ...NOTHING, text: [[tent], [tent, cup]] });
    expect(idsOf('tent', merged)).toEqual(['tent', 'cup']);
  });
});
