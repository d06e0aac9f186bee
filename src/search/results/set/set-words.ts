/** The words of a query as the engine searches them, by what they mean (`meaning/meanings.ts`). Pure functions. */
import { asPhrase } from '../../engine/query-syntax.ts';
import type { WordMeaning } from '../../meaning/resolve.ts';
import type { RankedWord } from '../../ranking/rank.ts';
import { initialsOf, separateName } from '../../text/word-breaks.ts';

export interface SetWord extends RankedWord {
  /** As the engine takes it: stems or adjacent words in quotes, or the beginning of a word. */
  readonly q: string;
  readonly isPrefix: boolean;
}

/** Returns null if a word has no known meaning, or only means a part of itself. */
export function setWordOf(word: RankedWord, meanings: readonly WordMeaning[]): SetWord | null {
  const { token, stem, corrected, prefixes, hasStem, isUnresolved } = word;
  const meaning = meanings.find((each) => each.token === token);
  const whole = (q: string): SetWord => ({ ...word, q, isPrefix: false });
  if (meaning !== undefined) return meaning.kind === 'part' ? null : whole(writtenApart(meaning));
  if (corrected !== null) return whole(asPhrase(corrected));
  if (hasStem) return whole(asPhrase(stem));
  const q = commonPrefix(prefixes.length > 1 ? prefixes.slice(1) : prefixes);
  return isUnresolved || q === '' ? null : { ...word, q, isPrefix: true };
}

/** Empty if words have none in common. */
const commonPrefix = ([first = '', ...others]: readonly string[]): string => {
  const end = Array.from(first).findIndex((letter, at) => others.some((other) => other[at] !== letter));
  return end < 0 ? first : first.slice(0, end);
};

/** A name and its number must be adjacent, and so must initials. */
function writtenApart({ token, meant }: WordMeaning): string {
  // Titles may have other parts: `galaxy s24`, not `galaxys 24`. The stem of a number or letter is the same.
  const areMeant = (parts: readonly string[] | null): parts is readonly string[] =>
    parts !== null && parts.length === meant.length && parts.some((part, index) => part === meant[index]);
  const adjacent = [separateName(token), initialsOf(token)].find(areMeant);
  return adjacent === undefined ? meant.map(asPhrase).join(' ') : asPhrase(adjacent.join(' '));
}
