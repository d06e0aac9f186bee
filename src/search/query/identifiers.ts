/** Detects queries, and terms of queries, that look like identifiers: SKU, barcode or model number. */
import { isAmount, stripSeparators } from '../text/identifiers.ts';
import type { SplitQuery } from '../text/split-query.ts';
import { tokenizeQuery } from '../text/tokenize.ts';
import type { IdentifierTerm } from './query.ts';

const MIN_LENGTH = 4;
const MAX_LENGTH = 100;
/** A chunk that may be a part of an identifier: those of `drl 18v bl` may, `case` in `iphone 7 case` may not. */
const IDENTIFIER_PART = /\p{N}|^\P{L}*(?:\p{L}\P{L}*){1,3}$/u;
/** Letters joined by separators, as in `KBD-BLK-DE`. `e-bike` matches too, so such a query may also be words. */
const LETTERS_IN_PARTS = /^\p{L}+(?:[-_./]\p{L}+)+$/u;
/** Three digits among letters, or two with separators, as in `DRL-18V/BL`. `iphone7` and `mp3` are words. */
const IDENTIFIER = /\p{N}.*\p{N}.*\p{N}|^(?=.*\p{N}.*\p{N})(?=.*\p{L}).*[-_./]/u;
/** The beginning of a number with a letter among its digits: `5w3` of `5w30`. It is shorter than any identifier. */
const BEGUN_IDENTIFIER = /^\p{N}\p{L}\p{N}$/u;
/** A part that is a word, as in `27-inch-monitor`: the query may be words. */
const HAS_WORD_PART = /(?<![\p{L}\p{N}])\p{L}{4,}(?![\p{L}\p{N}])/u;

interface WholeIdentifier {
  /** See `Wording`. */
  readonly identifier: string | null;
  readonly isIdentifier: boolean;
}

const NONE: WholeIdentifier = { identifier: null, isIdentifier: false };

/** Reads the whole query as one identifier: a single phrase, or only chunks. */
export function wholeIdentifier({ phrases, excluded, chunks }: SplitQuery): WholeIdentifier {
  if (excluded.length > 0 || (phrases.length > 0 && phrases.length + chunks.length > 1)) return NONE;
  const [first = '', ...others] = phrases.length > 0 ? phrases : chunks;
  const isOne = others.length === 0;
  const key = stripSeparators([first, ...others].join(''));
  if (isOne && BEGUN_IDENTIFIER.test(key) && !isAmount(key)) return { identifier: key, isIdentifier: true };
  const isPossible =
    (/\p{N}/u.test(key) || (isOne && LETTERS_IN_PARTS.test(first))) &&
    (isOne || chunks.every((chunk) => IDENTIFIER_PART.test(chunk))) &&
    key.length >= MIN_LENGTH &&
    key.length <= MAX_LENGTH;
  if (!isPossible) return NONE;
  const isIdentifier = isOne && IDENTIFIER.test(first) && !HAS_WORD_PART.test(first) && !isAmount(key);
  return { identifier: key, isIdentifier };
}

/** Each term costs the engine a search. */
const MAX_TERMS = 2;
/** Four digits, or digits with letters except `usb3` and the like. */
const IDENTIFIER_AMONG_WORDS = /^\p{N}{4,}$|^(?=.*\p{N})(?=.*\p{L})(?:.{5,}|(?=.*\p{N}.*\p{N}).{4})$/u;
/** Too many identifiers begin with a shorter prefix. */
const MIN_PREFIX_LENGTH = 6;

export const isIdentifierKey = (key: string): boolean =>
  IDENTIFIER_AMONG_WORDS.test(key) && key.length <= MAX_LENGTH && !isAmount(key);

/** The terms that look like identifiers: `drl18vbl` in `bosch drl18vbl drill`. */
export function identifierTermsOf({ phrases, chunks }: SplitQuery): IdentifierTerm[] {
  const typed = [...phrases, ...chunks];
  const terms = typed.flatMap((part, index) => {
    const key = stripSeparators(part);
    if (!isIdentifierKey(key)) return [];
    const isLastChunk = chunks.length > 0 && index === typed.length - 1;
    return [{ key, tokens: tokenizeQuery(part), isPrefix: isLastChunk && key.length >= MIN_PREFIX_LENGTH }];
  });
  return terms.slice(0, MAX_TERMS);
}
