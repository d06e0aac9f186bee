/** How much memory texts take. V8 keeps a text of Latin-1 characters alone in one byte for each, any other in two. */

const BEYOND_LATIN_1 = /[^\0-\xff]/;
const OBJECT_BYTES = 32;

export const textBytes = (text: string): number => OBJECT_BYTES + (BEYOND_LATIN_1.test(text) ? 2 : 1) * text.length;

/** The same text by itself: what was cut out of a longer one keeps all of that in memory. */
export const copied = (text: string): string => Buffer.from(text).toString();
