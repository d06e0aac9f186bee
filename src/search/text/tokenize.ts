/**
 * Tokens: the folded words of a text, with amounts in canonical form. A query and a product have the same tokens for the
 * same text, except for amounts and names with a number: a product also has those in other forms.
 * In a script without spaces, a word is a segment.
 */
import { addDecimals, addLeadingZeros, isDecimalToken, joinDecimals } from './amounts/decimals.ts';
import { addThousands, joinThousands } from './amounts/thousands.ts';
import { addUnits, locateAmounts, writeUnits } from './amounts/units.ts';
import type { Analyzer } from './analyzer.ts';
import { BEYOND_ASCII, foldText, SIGN_IN_WORD } from './fold.ts';
import { joinCutKana } from './kana.ts';
import { isUnspaced, locateSegments, type Segment, separateScripts, UNSPACED } from './segment.ts';

const ASCII_WORD = /[A-Za-z0-9]+/g;
/** A word begins with a letter or a digit, because marks stand alone in emoji. A run of a script without spaces is apart. */
const WORD_OR_RUN = new RegExp(
  `${UNSPACED}+|(?!${UNSPACED})[\\p{L}\\p{N}](?:${SIGN_IN_WORD}|(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}])*`,
  'gu',
);
/** The letter ʼ is the apostrophe of Ukrainian words. */
const HAS_WORD = /(?!ʼ)[\p{L}\p{N}]/u;

/** `D-3` or `P-145`: some letters and some digits, and no further part. */
const NAME_WITH_HYPHEN = /(?<![\p{L}\p{N}]-?)(\p{L}{1,5})-(\p{N}{1,3})(?![-.,/]?[\p{L}\p{N}])/gu;

/** A folded text with each such name as one word, too, because shops and shoppers write both: `d3 d-3` for `d-3`. */
const addJoinedNames = (text: string): string => text.replace(NAME_WITH_HYPHEN, '$1$2 $&');

/** The size of a tyre: `195/65R15`, `205/55 ZR16`. */
const TYRE_SIZE = /(?<![\p{L}\p{N}][-.,/]?)(\d{3}[ /])(\d{2}) ?z?r ?(\d{2})(?![\p{L}\p{N}])/gu;

/** A folded text with each such size in all forms, because shoppers also type `195 65 15` and `195/65 r15`. */
const addTyreSizes = (text: string): string => text.replace(TYRE_SIZE, '$1$2 r$3 $3 $2r$3');

/** A product's text, and its words in both forms. They are the same list for a text without amounts. */
export interface ProductWords {
  /** The folded text, with a space between words of different scripts. */
  readonly text: string;
  /** The folded words, in their order. */
  readonly written: readonly string[];
  /** The words with amounts in canonical form and in other forms. */
  readonly tokens: readonly string[];
}

export function tokenizeProduct(text: string): ProductWords {
  const folded = separateScripts(foldText(text));
  const rewritten = addDecimals(addUnits(addThousands(addLeadingZeros(addTyreSizes(addJoinedNames(folded))))));
  const written = wordsOf(folded);
  return { text: folded, written, tokens: rewritten === folded ? written : wordsOf(rewritten) };
}

/** The tokens of a product's text, in their order. */
export const tokenize = (text: string): readonly string[] => tokenizeProduct(text).tokens;

/** The tokens of a part of a query, in their order. */
export function tokenizeQuery(text: string): string[] {
  const rewritten = joinDecimals(writeUnits(addLeadingZeros(separateScripts(foldText(joinThousands(text))))));
  return joinCutKana(locateWords(rewritten)).map(({ written }) => written);
}

/** Tokenizes all texts in one call, which is faster than one call for each. No amount spans two texts. */
export const tokenizeAll = (texts: readonly string[]): ProductWords => tokenizeProduct(texts.join('\n'));

/** The tokens of amounts in other forms that none of the texts has as a word, without decimals. */
export function amountTokensOf(texts: readonly ProductWords[]): string[] {
  const rewritten = texts.filter(({ written, tokens }) => tokens !== written);
  if (rewritten.length === 0) return [];
  const words = new Set<string>();
  for (const { written } of texts) for (const word of written) words.add(word);
  return rewritten.flatMap(({ tokens }) => tokens).filter((token) => !words.has(token) && !isDecimalToken(token));
}

/** The words of a text as written, with their offsets. */
export const locateWords = (text: string): readonly Segment[] => {
  const words = Array.from(text.matchAll(patternFor(text)), ({ 0: written, index }) => ({ written, start: index }));
  return words.flatMap(({ written, start }) =>
    isUnspaced(written)
      ? locateSegments(written)
          .filter((segment) => HAS_WORD.test(segment.written))
          .map((segment) => ({ written: segment.written, start: start + segment.start }))
      : { written, start },
  );
};

/** A word of a text, with its offsets. */
export interface LocatedToken {
  /** Folded. */
  readonly token: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a query or of a rule with their offsets. An amount is its number and its unit: `700ml`, `700 ml`. */
export const locateTokens = (text: string, { stem }: Pick<Analyzer, 'stem'>): readonly LocatedToken[] =>
  joinCutKana(locateWords(text))
    .flatMap(separateUnit)
    .map(({ written, start }) => {
      const token = foldText(written);
      return { token, stem: stem(token), start, end: start + written.length };
    });

/** A number and its unit for an amount that is written as one word. */
function separateUnit(word: Segment): readonly Segment[] {
  const { written, start } = word;
  const [amount] = locateAmounts(written);
  if (amount === undefined || amount.end - amount.start < written.length) return [word];
  const { length } = amount.number;
  return [
    { written: amount.number, start },
    { written: written.slice(length), start: start + length },
  ];
}

const wordsOf = (text: string): readonly string[] =>
  isUnspaced(text) ? locateWords(text).map(({ written }) => written) : (text.match(patternFor(text)) ?? []);

const patternFor = (text: string): RegExp => (BEYOND_ASCII.test(text) ? WORD_OR_RUN : ASCII_WORD);
