/** The words of a text as they stand in it. Each search reads the texts of all its hits: it is written to be quick. */

/** With the marks on its letters. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const OTHER_THAN_ASCII = /[^\0-\x7f]/;

const IN_ASCII_WORD = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Where each word begins and ends, one after the other: two numbers for each. */
export function wordBounds(text: string): number[] {
  const bounds: number[] = [];
  if (OTHER_THAN_ASCII.test(text)) {
    for (const { 0: word, index } of text.matchAll(WORD)) bounds.push(index, index + word.length);
    return bounds;
  }
  let isInside = false;
  for (let index = 0; index < text.length; index += 1) {
    const isWord = IN_ASCII_WORD[text.charCodeAt(index)] === 1;
    if (isWord === isInside) continue;
    bounds.push(index);
    isInside = isWord;
  }
  if (isInside) bounds.push(text.length);
  return bounds;
}
