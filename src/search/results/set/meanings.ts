/**
 * Finds what each word of a query means if no product has all of them as typed: the word itself, a longer word, a
 * correctly spelt one, or a name and its number that were typed without a space. The words of similar products show
 * this. Pure functions.
 */
import { groupBy } from '../../../runtime/lists.ts';
import { asPhrase } from '../../engine/query-syntax.ts';
import { weightOf, weightOfBeginning } from '../../index/term-weights.ts';
import type { ResolvedToken, Vocabulary } from '../../query/resolve.ts';
import { separateName } from '../../query/separate.ts';
import { analyzerOf } from '../../text/analyzer.ts';
import { foldText } from '../../text/fold.ts';
import { nearestWord } from '../../text/misspelling.ts';
import { locateWords } from '../../text/tokenize.ts';

export interface Meaning {
  readonly token: string;
  readonly stem: string;
  /** As the engine searches it: a stem or adjacent words in quotes, or the beginning of a word. */
  readonly written: string;
  readonly isPrefix: boolean;
  /** The correctly spelt word, with its accents, if the token is misspelt and a product has the word. */
  readonly correction: string | null;
}

interface KnownWords {
  readonly vocabulary: Vocabulary;
  /** The words of the texts of similar products, see `wordsByFrequency`. */
  readonly words: WordsByFrequency;
  /** The tokens that some product has as two words or as a Latin name, as the engine searches these. */
  readonly separated: ReadonlyMap<string, string>;
}

/** How much a product weighs the meaning; 0 if it lacks that. Words that the token is apart aren't looked for. */
export const weightOfMeaning = ({ stem, written, isPrefix }: Meaning, termWeights: string): number =>
  isPrefix ? weightOfBeginning(termWeights, written) : weightOf(termWeights, stem);

/** Folded words, the most frequent first, each with all its occurrences as written. */
export type WordsByFrequency = ReadonlyMap<string, readonly string[]>;

/** Whether the stems of similar products suffice to know what the token means. Otherwise their texts are needed. */
export const isAsTyped = ({ token, corrected, beginnings, isUnknown }: ResolvedToken): boolean =>
  corrected === null && !isUnknown && (beginnings.length === 0 || beginnings[0] === token);

/** The hits that have the correctly spelt word of a misspelt token. */
export const hitsOfCorrection = <H extends { readonly termWeights: string }>(
  { corrected }: ResolvedToken,
  hits: readonly H[],
): readonly H[] => (corrected === null ? [] : hits.filter(({ termWeights }) => weightOf(termWeights, corrected) > 0));

/** Returns null if a token, resolved against the vocabulary, has no known meaning. */
export function meaningOf(resolved: ResolvedToken, language: string, known: KnownWords): Meaning | null {
  const { token, corrected, beginnings } = resolved;
  const { vocabulary, words, separated } = known;
  const { stem } = analyzerOf(language);
  const spellingOfWord = (word: string | null) => spellingOf(words.get(word ?? '') ?? [], language);
  const wholeWord = (meant: string, corrected: string | null = null): Meaning => ({
    token,
    stem: meant,
    written: asPhrase(meant),
    isPrefix: false,
    correction: spellingOfWord(corrected),
  });
  const beginning = (meant: string, corrected: string | null = null): Meaning => ({
    token,
    stem: resolved.stem,
    written: meant,
    isPrefix: true,
    correction: spellingOfWord(corrected),
  });
  const apart = separated.get(token);
  if (apart !== undefined && !vocabulary.has(resolved.stem))
    return { token, stem: resolved.stem, written: apart, isPrefix: false, correction: null };
  if (isAsTyped(resolved))
    return vocabulary.has(resolved.stem) ? wholeWord(resolved.stem) : beginning(beginnings.at(-1) ?? token);
  const knownWords = [...words.keys()];
  const firstKnown = (test: (word: string) => boolean) => knownWords.find(test) ?? null;
  const longer = beginnings.length === 0 ? null : firstKnown((word) => word.startsWith(token));
  if (longer !== null) return wholeWord(stem(longer));
  const near = nearestWord(token, knownWords);
  if (near !== null) return wholeWord(stem(near), near);
  if (corrected !== null) {
    const spelt = firstKnown((word) => stem(word) === corrected);
    return wholeWord(corrected, spelt);
  }
  const [prefix] = beginnings;
  if (prefix === undefined || prefix === token) return null;
  const begun = firstKnown((word) => word.startsWith(prefix));
  return beginning(prefix, begun);
}

/** A token as its name and its number, which must be adjacent. */
export const asSeparated = (token: string): string => asPhrase(separateName(token)?.join(' ') ?? token);

/** The words of texts. */
export function wordsByFrequency(texts: readonly string[]): WordsByFrequency {
  const words = texts.flatMap(locateWords).map(({ written }) => written);
  return new Map(mostFrequentFirst(groupBy(words, foldText)));
}

/** The most frequent spelling of a word in lower case; null without an occurrence. */
function spellingOf(occurrences: readonly string[], language: string): string | null {
  const spellings = occurrences.map((written) => written.normalize().toLocaleLowerCase(language));
  const [first] = mostFrequentFirst(groupBy(spellings, (spelling) => spelling));
  return first?.[0] ?? null;
}

const mostFrequentFirst = (groups: ReadonlyMap<string, readonly string[]>) =>
  [...groups].toSorted(([, one], [, other]) => other.length - one.length);

/**
 * Returns the text in lower case with its misspelt words corrected: `red headphones` for `Red hedphones`. Null if none is
 * misspelt.
 */
export function correctedText(text: string, meanings: readonly Meaning[], language: string): string | null {
  const corrections = new Map(
    meanings.flatMap(({ token, correction }) => (correction === null ? [] : [[token, correction]])),
  );
  if (corrections.size === 0) return null;
  let [corrected, done] = ['', 0];
  for (const { written, start } of locateWords(text)) {
    const correction = corrections.get(foldText(written));
    if (correction === undefined) continue;
    corrected += text.slice(done, start) + correction;
    done = start + written.length;
  }
  return done === 0 ? null : (corrected + text.slice(done)).toLocaleLowerCase(language);
}
