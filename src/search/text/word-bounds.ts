/**
 * The bounds of the words of a text. Each search reads the texts of all its hits, so this code is optimised for speed.
 */

/** Includes combining marks. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const OTHER_THAN_ASCII = /[^\0-\x7f]/;

const IN_ASCII_WORD = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * By the ASCII code of a first character: whether words that begin with it are wanted. Words with other first
 * characters always are.
 */
export type WantedLetters = Uint8Array;

/** The first letters of words, in either case. */
export function firstLetters(words: Iterable<string>): WantedLetters {
  const wanted = new Uint8Array(128);
  for (const word of words) {
    for (const letter of [word.charAt(0).toLowerCase(), word.charAt(0).toUpperCase()]) {
      if (letter !== '' && letter.charCodeAt(0) < wanted.length) wanted[letter.charCodeAt(0)] = 1;
    }
  }
  return wanted;
}

const ALL = new Uint8Array(128).fill(1);

/** The start and end of each wanted word, in one flat list. */
export function wordBounds(text: string, wanted: WantedLetters = ALL): number[] {
  const bounds: number[] = [];
  if (OTHER_THAN_ASCII.test(text)) {
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (wanted[word.charCodeAt(0)] !== 0) bounds.push(index, index + word.length);
    }
    return bounds;
  }
  let isInside = false;
  let isWanted = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isWord = IN_ASCII_WORD[code] === 1;
    if (isWord === isInside) continue;
    if (isWord) isWanted = wanted[code] === 1;
    if (isWanted) bounds.push(index);
    isInside = isWord;
  }
  if (isInside && isWanted) bounds.push(text.length);
  return bounds;
}
