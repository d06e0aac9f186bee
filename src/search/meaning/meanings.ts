/**
 * What the words of a query mean, as products show: themselves, a synonym, or the word that a misspelt one is near. A word
 * that no product has may also be one word with its neighbour, several words of a title, a word in other letters,
 * or the informative part of a compound. Pure functions.
 */
import type { StemFrequencies } from '../engine/stem-frequencies.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import { weightOf } from '../index/term-weights.ts';
import { writtenWord } from '../query/compound-parts.ts';
import type { Query } from '../query/query.ts';
import type { SynonymGroup } from '../query/synonyms.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { isUnspaced } from '../text/segment.ts';
import { beginsUnit, separateName } from '../text/word-breaks.ts';
import { spellingsOfConfused } from './confused-letters.ts';
import { informativePart } from './informative-part.ts';
import { spellingsInOtherLetters } from './other-letters.ts';
import { correctedStem, type ResolvedQuery, type ResolvedToken, resolveQuery, type WordMeaning } from './resolve.ts';
import { mostFrequentSpellings } from './spellings.ts';
import { unfinishedWordsInTitles, wordsInTitles } from './title-words.ts';
import { vocabularyOf } from './vocabulary.ts';

/** What shows the meaning of words. */
export interface Evidence {
  /** The products that were found, whose stems are known. */
  readonly products: readonly RankingPayload[];
  /** What `splitSearches` found: products whose titles may have the two words that one word is. */
  readonly wordBreaks?: readonly RankingPayload[];
  readonly frequencies: StemFrequencies;
}

/** Resolves a query as `resolveQuery` does. A word that means something else is not misspelt: `catbed` is no `cat`. */
export function resolveMeanings(query: Query, { products, wordBreaks = [], frequencies }: Evidence): ResolvedQuery {
  const analyzer = analyzerOf(query.language);
  const resolved = resolveQuery(query, vocabularyOf(products, frequencies), analyzer);
  const synonyms = foundSynonyms(query, products);
  const titles = [...products, ...wordBreaks].map(({ titleStems }) => titleStems);
  const joined = stemsOfJoined(resolved, frequencies);
  const names = mostFrequentSpellings(spellingsInOtherLetters(query.terms, analyzer, frequencies), frequencies);
  const confused = mostFrequentSpellings(spellingsOfConfused(resolved.tokens, analyzer), frequencies);

  const wordsMeant = (resolvedToken: ResolvedToken): readonly string[] | null =>
    wordsInTitles(resolvedToken.token, titles, analyzer) ??
    (mayBeTwoWords(resolvedToken) ? unfinishedWordsInTitles(resolvedToken.token, titles, analyzer) : null) ??
    separateName(resolvedToken.token)?.map(analyzer.stem) ??
    null;

  // A title without spaces may be segmented otherwise than the query.
  const isInTitle = (token: string) =>
    isUnspaced(token) && titles.some((title) => title.replaceAll(' ', '').includes(token));

  const partMeant = ({ token, isUnresolved, isStopWord }: ResolvedToken): string | null =>
    isUnresolved && !isStopWord && !isInTitle(token)
      ? informativePart(writtenWord(token, query.text), analyzer, frequencies)
      : null;

  const isFoundWhole = products.some((product) => hasAllWords(product, resolved.tokens));

  function meaningOf(resolvedToken: ResolvedToken): WordMeaning | null {
    const { token, stem } = resolvedToken;
    const meaning = (kind: WordMeaning['kind'], ...meant: readonly string[]) => ({ token, stem, kind, meant });
    const withNeighbour = joined.get(token);
    if (withNeighbour !== undefined) return meaning('joined', withNeighbour);
    const name = names.get(token);
    if (frequencies.of(stem) > 0) {
      // A part of the word, such as `j` of `j,edm`, may be known.
      if (name !== undefined) return meaning('name', name);
      const apart = isFoundWhole ? null : wordsInTitles(token, titles, analyzer);
      return apart === null ? null : meaning('words', ...apart);
    }
    const words = wordsMeant(resolvedToken);
    if (words !== null) return meaning('words', ...words);
    if (isAmongSynonyms(stem, synonyms)) return null;
    if (name !== undefined) return meaning('name', name);
    if (confused.has(token)) return null;
    const part = partMeant(resolvedToken);
    return part === null ? null : meaning('part', part);
  }

  const meanings = resolved.tokens.flatMap((token) => meaningOf(token) ?? []);
  const isExplained = ({ token, stem }: ResolvedToken): boolean =>
    meanings.some((meaning) => meaning.token === token) || isAmongSynonyms(stem, synonyms);
  const tokens = resolved.tokens.map((token) =>
    isExplained(token) ? withoutCorrection(token) : withStem(token, confused.get(token.token) ?? null),
  );
  return { ...resolved, tokens, meanings };
}

/** If a product has all words of a query, none of them needs another spelling. */
const hasAllWords = ({ termWeights }: Pick<RankingPayload, 'termWeights'>, tokens: readonly ResolvedToken[]): boolean =>
  tokens.every((token) => token.isStopWord || weightOf(termWeights, correctedStem(token)) > 0);

/** The synonyms of a query that some product has. */
const foundSynonyms = (
  { synonyms }: { readonly synonyms: readonly SynonymGroup[] },
  products: readonly Pick<RankingPayload, 'termWeights'>[],
): readonly SynonymGroup[] =>
  synonyms.filter(({ alternatives }) =>
    alternatives.some(({ stems }) =>
      products.some(({ termWeights }) => stems.every((stem) => weightOf(termWeights, stem) > 0)),
    ),
  );

const isAmongSynonyms = (stem: string, groups: readonly SynonymGroup[]): boolean =>
  groups.some(({ stems }) => stems.includes(stem));

/**
 * The stem of the one word that two adjacent tokens are, for each of both, if no product has one of them alone: no typing
 * error is as likely (`sauce pan` is `saucepan`, not `saute pan`).
 */
const stemsOfJoined = ({ tokens, joined }: ResolvedQuery, { of }: StemFrequencies): ReadonlyMap<string, string> =>
  new Map(
    joined.flatMap(({ from, to, stem }) => {
      const pair = tokens.slice(from, to);
      const isOneWord = pair.length === 2 && of(stem) > 0 && pair.some((each) => of(each.stem) === 0);
      return isOneWord && !pair.some(({ isStopWord }) => isStopWord)
        ? pair.map(({ token }) => [token, stem] as const)
        : [];
    }),
  );

/**
 * Whether a token may be unfinished, and the beginning of two words: no stem begins so, or it is a number with the first
 * letter of a unit, as `24c`, with which model numbers such as `24CMX8M` may begin, too.
 */
const mayBeTwoWords = ({ token, prefixes, corrected, isUnresolved }: ResolvedToken): boolean =>
  prefixes[0] === token && (isUnresolved || corrected !== null || beginsUnit(token));

/** The token with the stem that it means, if this is known. */
const withStem = (token: ResolvedToken, stem: string | null): ResolvedToken =>
  stem === null ? token : { ...token, corrected: stem, prefixes: [], isUnresolved: false };

/** The token as typed. It may be unfinished. */
const withoutCorrection = (token: ResolvedToken): ResolvedToken => ({
  ...token,
  corrected: null,
  prefixes: token.prefixes[0] === token.token ? token.prefixes : [],
  isUnresolved: false,
});

/** An identifier of several words is also one word. */
const identifierSynonyms = ({ identifierTerms, language }: Query): SynonymGroup[] =>
  identifierTerms
    .filter(({ tokens }) => tokens.length > 1)
    .map(({ key, tokens }) => ({
      stems: tokens.map(analyzerOf(language).stem),
      alternatives: [{ key, stems: [key], text: key }],
      share: 1,
      needsAllWords: false,
    }));

/** What a meaning counts, as a share of what the word itself would. */
const MEANING_SHARES: Readonly<Record<WordMeaning['kind'], number>> = { words: 1, joined: 1, name: 0.9, part: 0.65 };

/** A meaning counts as a synonym of its word. */
function asSynonym({ stem, kind, meant }: WordMeaning): SynonymGroup {
  const text = meant.join(' ');
  const alternatives = [{ key: text, stems: meant, text }];
  return { stems: [stem], alternatives, share: MEANING_SHARES[kind], needsAllWords: false };
}

/** The synonyms by which ranking and highlights match, in the query's language. */
export const synonymsOf = (query: Query, { meanings }: ResolvedQuery): readonly SynonymGroup[] => [
  ...query.synonyms,
  ...identifierSynonyms(query),
  ...meanings.map(asSynonym),
];
