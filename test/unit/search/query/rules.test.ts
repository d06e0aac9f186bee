/** Search rules as pure functions: reading stored rules, query variants by synonyms, and the ranking of synonyms. */
import fc from 'fast-check';
import { SEARCH_RULE_LIMITS as LIMITS } from '../../../../src/catalogue/search-rule-limits.ts';
import type { Stored } from '../../../../src/catalogue/stored-documents.ts';
import { groupBy } from '../../../../src/runtime/lists.ts';
import { NO_FREQUENCIES } from '../../../../src/search/engine/stem-frequencies.ts';
import { weighTerms, writeTermWeights } from '../../../../src/search/index/term-weights.ts';
import { resolveQuery } from '../../../../src/search/meaning/resolve.ts';
import { vocabularyOf } from '../../../../src/search/meaning/vocabulary.ts';
import { createFindMatches } from '../../../../src/search/presentation/matches.ts';
import { parseQuery } from '../../../../src/search/query/parse.ts';
import { MAX_REPLACEMENTS } from '../../../../src/search/query/synonyms.ts';
import { weighByRarity } from '../../../../src/search/ranking/rarity.ts';
import { orderByScore } from '../../../../src/search/ranking/score.ts';
import { synonymSearch } from '../../../../src/search/retrieval/text-searches.ts';
import { collectRules, queryKey, readEach } from '../../../../src/search/rules/search-rules.ts';
import { keyOf } from '../../../../src/search/synonyms/terms.ts';
import { tokenize } from '../../../../src/search/text/tokenize.ts';
import { anyText } from '../../../support/arbitraries/texts.ts';
import { ENGLISH } from '../../../support/english.ts';
import { NO_WORDS } from '../no-words.ts';
import { plainQuery } from '../plain-query.ts';

const readRules = (stored: Iterable<Stored>, malformed: (field: string) => void = () => undefined) =>
  collectRules(readEach(stored, ENGLISH), malformed);
const rulesOf = (...rules: readonly object[]) => readRules(rules.map((rule, at) => ({ _id: `r${at}`, ...rule })));
const parsed = (query: string, ...rules: readonly object[]) => parseQuery(query, ENGLISH, rulesOf(...rules));
const variantsOf = (query: string, ...rules: readonly object[]) =>
  parsed(query, ...rules).synonymWordings.flatMap(synonymSearch);

describe('the query variants', () => {
  const notebook = { synonyms: ['notebook', 'laptop'] };
  const red = { synonyms: ['red', 'crimson'] };

  test.each([
    ['a word', 'notebook', [notebook], ['"laptop" ']],
    ['a plural', 'Notebooks', [notebook], ['"laptop" ']],
    ['a word without synonyms', 'red case', [notebook], []],
    ['a prefix of a word', 'note', [notebook], []],
    ['a word before others', 'notebook cas', [notebook], ['"laptop" cas']],
    ['two words', 'red notebook', [notebook, red], ['"crimson" notebook', '"red" "laptop" ', '"crimson" "laptop" ']],
    ['a synonym beside the word', 'notebook laptop', [notebook], []],
    ['a word twice', 'notebook for notebook', [notebook], ['"laptop" notebook']],
    ['one-way synonyms', 'laptop', [{ ...notebook, oneWay: true }], []],
    ['several words', 'oak tv-stand', [{ synonyms: ['TV stand', 'media console'] }], ['"oak" "media" "consol" ']],
    ['the longest', 'tv stand', [{ synonyms: ['tv', 'screen'] }, { synonyms: ['tv stand', 'console'] }], ['"consol" ']],
    ['a part of a word with a hyphen', 'bike-pack', [{ synonyms: ['bike', 'cycle'] }], ['"cycl" pack']],
    ['quotes and minus', '"red tent" notebook -case', [notebook, red], ['-case "red tent" "laptop" ']],
    ['an excluded word', 'tent -notebook', [notebook], []],
    ['a synonym with quotes and a minus', 'bag', [{ synonyms: ['bag', '-"sack"'] }], ['"sack" ']],
    ['a script without spaces', '手机壳', [{ synonyms: ['手机', '移动电话'] }], ['"移动" "电话" 壳']],
    ['accents', 'creme', [{ synonyms: ['crème', 'lotion'] }], ['"lotion" ']],
    ['stop words', 'out of order', [{ synonyms: ['out of order', 'broken'] }], ['"broken" ']],
  ])('of %s', (_what, query, rules, expected) => {
    expect(variantsOf(query, ...rules)).toEqual(expected);
  });

  test('are limited, and each word with synonyms has a share', () => {
    const list = (name: string) => ({ synonyms: Array.from({ length: 20 }, (_, at) => `${name}${at}x`) });
    const queries = variantsOf('a0x b0x', list('a'), list('b'));
    expect(queries.length).toBe(MAX_REPLACEMENTS);
    expect(queries.filter((query) => !query.startsWith('"a0x"')).length).toBe(5);
    expect(queries.filter((query) => !query.includes('b0x')).length).toBe(4);
  });

  test('of any rules and any query are few, and exclude only what the shopper excluded', () => {
    const word = fc.constantFrom('tea', 'red', '-tea', '"', 'e-bike', '手机', '.*', '½', '', 'a b');
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.oneof(word, anyText()), { maxLength: 30, size: 'max' })),
        fc.array(word).map((words) => words.join(' ')),
        (lists, query) => {
          const { synonymWordings, excluded } = parsed(query, ...lists.map((synonyms) => ({ synonyms })));
          expect(synonymWordings.length).toBeLessThanOrEqual(MAX_REPLACEMENTS);
          for (const wording of synonymWordings) expect(wording.excluded).toEqual(excluded);
        },
      ),
    );
  });
});

describe('the rules read', () => {
  test('omits and reports malformed values and values beyond the limits', () => {
    const malformed: string[] = [];
    const synonyms = ['tea', 5, '', 'x'.repeat(LIMITS.charactersOfSynonym + 1), 'a b c d e f g h i', '!!!', 'chai'];
    const read = readRules(
      [
        { _id: 'a', synonyms, oneWay: 'yes' },
        { _id: 'b', query: ['tea'], pinned: 'p', hidden: [null, 'h'] },
        { _id: 'c', query: 'tea', pinned: Array.from({ length: LIMITS.pinned + 1 }, (_, at) => `p${at}`) },
      ],
      (field) => malformed.push(field),
    );
    expect([...read.synonyms.keys()].toSorted()).toEqual(['chai', 'tea']);
    expect(read.queries.get('tea')?.pinned.length).toBe(LIMITS.pinned);
    expect(malformed.toSorted()).toEqual(['hidden', 'oneWay', 'pinned', 'pinned', 'query', 'synonyms', 'synonyms']);
  });

  test('counts the characters of an id as MongoDB does', () => {
    const [longest, longer] = ['😀'.repeat(200), '😀'.repeat(201)];
    expect(rulesOf({ query: 'tea', pinned: [longest, longer] }).queries.get('tea')?.pinned).toEqual([longest]);
  });

  test('takes an empty query for none', () => {
    const malformed: string[] = [];
    const rules = [null, '', undefined].map((query) => ({ _id: 'a', query, synonyms: ['tea', 'chai'] }));
    const read = readRules(rules, (field) => malformed.push(field));
    expect([malformed, read.queries.size, read.synonyms.size]).toEqual([[], 0, 2]);
  });

  test('reports a synonym with no words or too many', () => {
    for (const [synonym, expected] of [
      ['a b c d e f g h', []],
      ['a b c d e f g h i', ['synonyms']],
      ['!!!', ['synonyms']],
    ] as const) {
      const malformed: string[] = [];
      readRules([{ _id: 'a', synonyms: ['tea', 'chai', synonym] }], (field) => malformed.push(field));
      expect(malformed).toEqual(expected);
    }
  });

  test('stops at the limit of text per merchant', () => {
    const rule = (at: number) => ({ query: `query ${at}`, hidden: Array.from({ length: 100 }, () => 'x'.repeat(200)) });
    const { queries, characters } = rulesOf(...Array.from({ length: 100 }, (_, at) => rule(at)));
    expect(characters).toBeLessThanOrEqual(LIMITS.charactersOfMerchant);
    expect(queries.size).toBe(24);
  });

  test('returns a hash that changes only with the rules, and is empty without rules', () => {
    const one = { query: 'tea', pinned: ['a'] };
    expect(rulesOf(one).hash).toBe(rulesOf(one).hash);
    expect(rulesOf(one).hash).not.toBe(rulesOf({ ...one, pinned: ['b'] }).hash);
    expect(rulesOf(one).hash).not.toBe(rulesOf(one, { synonyms: ['a', 'b'] }).hash);
    expect(rulesOf().hash).toBe('');
  });

  test('compares queries by their folded stems', () => {
    for (const query of ['Crème Brûlées', ' creme   brulee ', 'CRÈME BRÛLÉE'])
      expect(queryKey(query, ENGLISH)).toBe('creme brule');
  });

  test.each([
    ["дитячий м'яч", ['дитячий мяч', 'дитячий м’яч', 'дитячий мʼяч']],
    ["men's jackets", ['men’s jackets', 'menʼs jackets', "Men's  Jacket!"]],
    ['tents', ['tents!', 'tents?', 'tents,', '(tents)']],
    ['gifts!', ['gifts']],
    ['18 V drill', ['18V drill', '18v drills', '18 volt drill']],
    ['2 in x 4 in lumber', ['2 in. x 4 in. lumber', '2 inch x 4 inch lumber', '2-in x 4-in lumber', '2" x 4" lumber']],
    ['2 in 1 lamp', ['2-in 1 lamp', '2-in-1 lamp']],
    ['205/55 R16', ['205/55R16', '205 55 r16']],
    ['t-shirts', ['t-shirt', 't shirt']],
    ['"oak stand"', ['“oak stand”']],
    ['lamp -tent', ['lamp -tents']],
    ['🎁', [' 🎁']],
  ])('compares %s by its words', (query, same) => {
    for (const other of same) expect([other, queryKey(other, ENGLISH)]).toEqual([other, queryKey(query, ENGLISH)]);
  });

  test('tells phrases, exclusions and the order of words apart', () => {
    const queries = ['green tea', 'tea green', '"green tea"', '-green tea', '-"green tea"', 'tea "green"', '🎁', '🎀'];
    expect(new Set(queries.map((query) => queryKey(query, ENGLISH))).size).toBe(queries.length);
  });
});

describe('synonyms', () => {
  const candidate = (productId: string, title: string) => {
    const termWeights = writeTermWeights(weighTerms({ ...NO_WORDS, title: tokenize(title) }, ENGLISH, new Map()));
    const fields = { inStock: true, featured: false, language: 'en', titleStems: '', collectionNames: '' };
    return { productId, termWeights, ...fields };
  };
  const order = (query: string, titles: readonly string[], ...rules: readonly object[]) => {
    const { terms: typed, synonyms } = parsed(query, ...rules);
    const bySameWords = [...groupBy(synonyms, ({ stems }) => keyOf(stems)).values()];
    const candidates = titles.map((title) => candidate(title, title));
    const resolved = resolveQuery({ terms: typed, lastTermIsPrefix: false }, vocabularyOf(candidates), ENGLISH);
    const words = weighByRarity(resolved.tokens, NO_FREQUENCIES, { hasExactWord: true, has: () => false });
    return orderByScore(candidates, () => ({
      ...plainQuery({ resolved, words }),
      synonyms: bySameWords,
    })).map(({ productId }) => productId);
  };

  test('count as the word that they replace, once', () => {
    const rule = { synonyms: ['tv', 'television set', 'telly'] };
    // A title with several synonyms scores no more than a title with one of them.
    expect(order('red tv', ['Telly tv', 'Red telly'], rule)[0]).toBe('Red telly');
    expect(order('red tv', ['Television set', 'Red television set'], rule)[0]).toBe('Red television set');
    expect(order('tv', ['Set of cups', 'Telly for us'], rule)[0]).toBe('Telly for us');
    expect(order('television set', ['A set', 'A telly'], rule)[0]).toBe('A telly');
    // A common synonym, and one of the merchant.
    expect(order('sofa', ['Divan or couch', 'Sofa'], { synonyms: ['sofa', 'divan'] })[0]).toBe('Sofa');
  });

  test('match a text that has all their words', () => {
    const query = parsed('tv', { synonyms: ['tv', 'television set'] });
    const resolved = resolveQuery(query, vocabularyOf([]), ENGLISH);
    const find = createFindMatches({ query, resolved, fields: ['title', 'subtitle'], withHighlights: true });
    const texts = { title: 'Television sets', subtitle: 'A set of cups' };
    expect(find({ productId: 'p', texts })).toEqual([
      {
        product_id: 'p',
        location_id: '',
        type: 'title',
        text: 'Television sets',
        highlights: [
          { start: 0, length: 10 },
          { start: 11, length: 4 },
        ],
      },
    ]);
  });
});
