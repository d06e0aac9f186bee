/** Typing errors, by the engine's rules. An error is an extra, missing or wrong letter, or two exchanged letters. */

/** The minimum lengths of words that may have one error, or two. The index settings have the same. */
export const ONE_ERROR_LENGTH = 5;
export const TWO_ERRORS_LENGTH = 9;

/** How many errors a word may have. A word with digits may have none. */
export function allowedErrors(word: string): number {
  if (word.length < ONE_ERROR_LENGTH || /\d/.test(word)) return 0;
  return word.length >= TWO_ERRORS_LENGTH ? 2 : 1;
}

/**
 * The candidate with the fewest errors, and of equals the first that has the same letters apart from doubled ones; null
 * if none is near enough. `hobit` is rather `hobbit` than `habit`.
 */
export function nearestWord(word: string, candidates: Iterable<string>, most = allowedErrors(word)): string | null {
  if (most === 0) return null;
  let [allowed, isSame]: [number, boolean] = [most, false];
  let nearest: string | null = null;
  for (const candidate of candidates) {
    const errors = errorsIn(word, candidate, allowed);
    if (errors > allowed) continue;
    const hasSame = withoutDoubles(candidate) === withoutDoubles(word);
    if (nearest !== null && errors === allowed && (isSame || !hasSame)) continue;
    [nearest, allowed, isSame] = [candidate, errors, hasSame];
    if (allowed === 0 || (allowed === 1 && isSame)) break;
  }
  return nearest;
}

const SHORT_WORD = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]{4}$/u;

/** Whether a word has four letters: the engine tolerates no errors in it. */
export const isShortWord = (word: string): boolean => SHORT_WORD.test(word);

/**
 * The first candidate that a word of four letters may mean: with one more letter, or with two exchanged (`blak`, `lmap`);
 * null if there is none.
 */
export function nearestToShortWord(word: string, candidates: Iterable<string>): string | null {
  if (!isShortWord(word)) return null;
  const letters = sortedLetters(word);
  for (const candidate of candidates) {
    const isSlip = candidate.length === 5 || sortedLetters(candidate) === letters;
    if (isSlip && isMisspelling(word, candidate, 1)) return candidate;
  }
  return null;
}

/** A short word with two neighbouring letters exchanged, except the first: `lamp` of `lapm`. */
export const exchangedLetters = (word: string): readonly string[] =>
  [1, 2].map((at) => `${word.slice(0, at)}${word.slice(at + 1, at + 2)}${word.slice(at, at + 1)}${word.slice(at + 2)}`);

/** The words that a word may be if one typing error was made in it, which is not in its first letter. */
export const wordsOneErrorAway = (word: string, alphabet: string): readonly string[] =>
  Array.from(word.slice(1), (letter, index) => {
    const [start, rest] = [word.slice(0, index + 1), word.slice(index + 2)];
    return [
      start + rest,
      start + rest.charAt(0) + letter + rest.slice(1),
      ...Array.from(alphabet, (other) => [start + other + rest, start + other + letter + rest]).flat(),
    ];
  })
    .flat()
    .concat(Array.from(alphabet, (other) => word + other));

const sortedLetters = (word: string): string => [...word].sort().join('');

const withoutDoubles = (word: string): string => word.replace(/(\p{L})\1+/gu, '$1');

/** Whether `word` may be a misspelling of `meant`. */
export const isMisspelling = (word: string, meant: string, allowed = allowedErrors(word)): boolean =>
  allowed > 0 && errorsIn(word, meant, allowed) <= allowed;

/**
 * The optimal string alignment distance; more than `limit` where it exceeds that. The engine counts an error in the first
 * letter twice, and shoppers rarely make one there, so a word with another first letter isn't meant.
 */
function errorsIn(word: string, meant: string, limit: number): number {
  if (meant.charCodeAt(0) !== word.charCodeAt(0) || Math.abs(word.length - meant.length) > limit) return Infinity;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: meant.length + 1 }, (_, index) => index);
  for (let row = 1; row <= word.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= meant.length; column += 1) {
      const same = word[row - 1] === meant[column - 1];
      let errors = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const isExchanged =
        row > 1 && column > 1 && word[row - 1] === meant[column - 2] && word[row - 2] === meant[column - 1];
      if (isExchanged) errors = Math.min(errors, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(errors);
    }
    if (Math.min(...current) > limit) return Infinity;
    [beforePrevious, previous] = [previous, current];
  }
  return previous[meant.length] ?? Infinity;
}
