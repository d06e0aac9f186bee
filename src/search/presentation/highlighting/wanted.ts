/** What a matcher looks for in a text: the words of a query as in ranking, each of its words alone, or a synonym. */
import type { ResolvedQuery } from '../../meaning/resolve.ts';
import { type QueryTerm, tokensOf, type Wording } from '../../query/query.ts';
import { foldText } from '../../text/fold.ts';
import { isUnspaced } from '../../text/segment.ts';
import type { JoinedWord } from './adjacent-words.ts';

export interface Wanted {
  /** As typed, for scripts without spaces between words. */
  readonly typed: string;
  /** Tokens that match by themselves, each once. */
  readonly words: readonly string[];
  /** What a text may write as several words, each once: phrases, identifiers, and each word, as `headset` in `head set`. */
  readonly joined: readonly JoinedWord[];
  /** Whether `joined` is found in exact texts, too. `identifier-span.ts` finds an identifier there. */
  readonly joinedInExact: boolean;
}

/** The letters of a phrase as `adjacent-words.ts` compares them. Vowel signs are letters, unlike in `stripSeparators`. */
const phraseLetters = (phrase: string): string => foldText(phrase).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

type WantedWording = Pick<Wording, 'terms' | 'identifier' | 'isIdentifier' | 'lastTermIsPrefix'>;

/** The phrases of a wording, and its words. If it can only be an identifier, that in place of words. */
export function wantedOf(wording: WantedWording, resolved: ResolvedQuery): Wanted {
  const { terms, identifier, isIdentifier } = wording;
  const phrases = terms.filter(({ isPhrase }) => isPhrase).map(({ typed }) => phraseLetters(typed));
  const others = terms.filter(({ isPhrase }) => !isPhrase);
  const words = isIdentifier ? [] : singleWords(others, resolved);
  const joined = isIdentifier && identifier !== null ? [identifier] : words;
  return wanted(wording, words, [...phrases, ...joined]);
}

/** Each word of a wording alone, also those of phrases and of an identifier. */
export function wantedApart(wording: WantedWording, resolved: ResolvedQuery): Wanted {
  const words = singleWords(wording.terms, resolved);
  return wanted(wording, words, words);
}

/** A term of a rule. Its words are stems, and none is the beginning of a word. */
export function wantedSynonym(stems: readonly string[], typed: string): Wanted {
  const words = stems.filter((stem) => !isUnspaced(stem));
  return { typed, words, joined: words.map((letters) => ({ letters, isPrefix: false })), joinedInExact: true };
}

function wanted(
  { terms, identifier, lastTermIsPrefix }: WantedWording,
  words: readonly string[],
  joined: readonly string[],
): Wanted {
  const last = joined.at(-1);
  return {
    typed: terms.map(({ typed }) => typed).join(' '),
    words: [...new Set(words)],
    joined: [...new Set(joined)].map((letters) => ({
      letters,
      // `drl18v` begins `DRL-18V/BL`. A word without a digit would begin unrelated words by chance.
      isPrefix: lastTermIsPrefix && letters === last && /\d/.test(letters),
    })),
    joinedInExact: identifier === null,
  };
}

/** The tokens of terms without those of scripts without spaces, and without stop words. */
function singleWords(terms: readonly QueryTerm[], resolved: ResolvedQuery): readonly string[] {
  const stopWords = new Set(resolved.tokens.flatMap(({ token, isStopWord }) => (isStopWord ? token : [])));
  return tokensOf(terms).filter((token) => !isUnspaced(token) && !stopWords.has(token));
}
