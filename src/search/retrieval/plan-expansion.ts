/**
 * Query expansion: plans the searches for what words mean that were not found as typed: misspelt words, words that a title
 * has as two, compounds of which products only have a part, and words in other letters. Probes come first: searches of
 * which the hits show what a word means. Pure functions.
 */
import { type Candidates, NO_SEARCHES, type SearchPlan, unionOf } from '../engine/candidates.ts';
import { asPhrase, queryText } from '../engine/query-syntax.ts';
import type { StemFrequencies } from '../engine/stem-frequencies.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import { spellingsOfConfused } from '../meaning/confused-letters.ts';
import { stemsOfParts } from '../meaning/informative-part.ts';
import { resolveMeanings } from '../meaning/meanings.ts';
import { spellingsInOtherLetters } from '../meaning/other-letters.ts';
import { mostFrequentSpellings } from '../meaning/spellings.ts';
import { writtenWord } from '../query/compound-parts.ts';
import { contentTerms, type Query } from '../query/query.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { hangulPrefixSearches, syllableSearches } from './hangul-searches.ts';
import { SCORED_HITS } from './limits.ts';
import { beginningSearches, knownBeginningSearches } from './other-letters-searches.ts';
import { textSearch } from './plan.ts';
import { shortWordSearches } from './subset-searches.ts';
import { searchByMeanings } from './text-searches.ts';
import { splitSearches } from './word-break-searches.ts';

/** The searches of a further request, and the stems to count with them. */
interface FurtherRequest {
  readonly searches: SearchPlan;
  readonly stems: readonly string[];
}

/**
 * Probes for a short word alone, an unfinished one in Hangul or in other letters, and one that may be two. Counts the
 * parts of compounds, and the spellings in other letters and in letters that sound alike, too. Null if there is none of
 * these.
 */
export function planProbes(query: Query, found: Candidates, frequencies: StemFrequencies): FurtherRequest | null {
  const terms = contentTerms(query.terms);
  const { tokens } = resolveMeanings(query, { products: scoredHits(found), frequencies });
  const content = tokens.filter(({ isStopWord }) => !isStopWord);
  const unresolved = content.filter(({ isUnresolved }) => isUnresolved);
  // The short ones of several words were searched before, see `subsetSearches`.
  const short = content.length === 1 ? shortWordSearches(query, unresolved) : [];
  const ifNothingFound = [...short, ...syllableSearches(query)];
  const text = [...(unionOf(found.text).length === 0 ? ifNothingFound : []), ...beginningSearches(query, unresolved)];
  const wordBreaks = splitSearches(query, unresolved);
  const analyzer = analyzerOf(query.language);
  const words = unresolved.map(({ token }) => writtenWord(token, query.text));
  const spellings = [
    ...spellingsInOtherLetters(terms, analyzer, frequencies),
    ...spellingsOfConfused(content, analyzer),
  ];
  const stems = [...new Set([...stemsOfParts(words, analyzer), ...spellings.flatMap((each) => each.stems)])];
  if (text.length + wordBreaks.length + stems.length === 0) return null;
  const toSearches = (searches: readonly string[]) => searches.map((search) => textSearch(query, search));
  return {
    searches: { ...NO_SEARCHES, text: toSearches(text), wordBreaks: toSearches(wordBreaks) },
    stems,
  };
}

const scoredHits = (found: Candidates): readonly RankingPayload[] =>
  unionOf(found.text.map((hits) => hits.slice(0, SCORED_HITS)));

/**
 * The searches for what a query means, as the evidence shows, and the stems that it means: misspelt words are corrected,
 * unknown ones are two words of a title, a word in other letters, or the informative part of a compound, and the last one
 * in Hangul becomes what it may begin. `evidence`: what was found, and the hits of the probes. Null if there are none.
 */
export function planExpansion(
  query: Query,
  { found, evidence }: { readonly found: Candidates; readonly evidence: Candidates },
  frequencies: StemFrequencies,
): FurtherRequest | null {
  const resolved = resolveMeanings(query, {
    products: scoredHits(evidence),
    wordBreaks: unionOf(evidence.wordBreaks),
    frequencies,
  });
  const meanings = new Map([
    ...resolved.tokens.flatMap(({ token, corrected }) => (corrected === null ? [] : [[token, [corrected]] as const])),
    ...resolved.meanings.map(({ token, meant }) => [token, meant] as const),
  ]);
  const inHangul = unionOf(found.text).length === 0 ? hangulPrefixSearches(query, resolved) : [];
  const begun = [...inHangul, ...knownBeginningSearches(query, resolved)];
  if (meanings.size + begun.length === 0) return null;
  // The engine finds no product for such a word. So each is searched alone, too, in case none has all words.
  const others = resolved.meanings.filter(({ kind }) => kind === 'name' || kind === 'part').map(({ meant }) => meant);
  const spellings = spellingsOfConfused(resolved.tokens, analyzerOf(query.language));
  const confused = mostFrequentSpellings(spellings, frequencies).values();
  const alone = [...others, ...Array.from(confused, (stem) => [stem])].map((stems) =>
    queryText(query, stems.map(asPhrase)),
  );
  const texts = [...new Set([...(meanings.size === 0 ? [] : [searchByMeanings(query, meanings)]), ...alone, ...begun])];
  return {
    searches: { ...NO_SEARCHES, text: texts.map((search) => textSearch(query, search)) },
    stems: [...meanings.values()].flat(),
  };
}
