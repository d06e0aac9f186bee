/**
 * The memory that texts take. V8 stores a text of Latin-1 characters in one byte per character, any other text in two.
 */

const BEYOND_LATIN_1 = /[^\0-\xff]/;
const OBJECT_BYTES = 32;

export const textBytes = (text: string): number => OBJECT_BYTES + (BEYOND_LATIN_1.test(text) ? 2 : 1) * text.length;

/** Copies a text. A slice would keep the text that it was cut from in memory. */
export const copyText = (text: string): string => Buffer.from(text).toString();
