/**
 * Splits a query into phrases, exclusions and chunks: "words in quotes" must be adjacent, -words must not occur. Text
 * that only looks so (17" screens, -20V, a lone dash) is plain text. A number stays with its unit (6 in.), because
 * without the number the unit is another word. Thousands lose their separators, which may be white space. A query of
 * -words alone means all products without them.
 */
import { SPACE_OF_MIXED } from './amounts/decimals.ts';
import { joinThousands } from './amounts/thousands.ts';
import { locateAmounts } from './amounts/units.ts';
import type { Analyzer } from './analyzer.ts';
import { foldInPlace, foldText } from './fold.ts';
import { isAmount } from './identifiers.ts';
import { UNSPACED } from './segment.ts';
import { tokenize } from './tokenize.ts';

export interface SplitQuery {
  /** With their quotes. */
  readonly phrases: readonly string[];
  /** Without their minus; phrases with their quotes. */
  readonly excluded: readonly string[];
  /** Everything else, split at white space except between a number and its unit. */
  readonly chunks: readonly string[];
}

const QUOTES = /[“”„‟«»]/g;
const PHRASE = /(?<=^|\s)(-?)"([^"]+)"(?=\s|$)/g;
const INCHES = /(?<=\p{N})"/gu;
/** Between an amount and a number: `x` of `2 in. x 4 in.` */
const SIGN_OF_DIMENSIONS = /^\s*[xх×]\s*(?=\.?\p{Nd})/iu;
/** `2 x 4` is `2x4`. */
const SPACES_OF_DIMENSIONS = /(?<=\p{Nd})\s+(?=[xх×]\s+\.?\p{Nd})|(?<=\p{Nd}\s+[xх×])\s+(?=\.?\p{Nd})/giu;
/**
 * A minus before a word of letters, as in `-case` or `-t-shirt`; not before a number (`-20V`) or a single letter, nor
 * within a word (`e-bike`). In scripts without spaces, one letter may be a word (`-红`), and in others a letter with its
 * marks (`-की`).
 */
const EXCLUDED = new RegExp(`^-(?:\\p{L}[\\p{L}\\p{M}]|\\p{L}[-'’]\\p{L}|(?=\\p{L})${UNSPACED})`, 'u');
/** The end of `men's` and `kids'`: the engine would search for the s as the beginning of a word. */
const POSSESSIVE = /(?<=\p{L})['’]s?$/iu;

export function splitQuery(query: string): SplitQuery {
  const phrases: string[] = [];
  const excluded: string[] = [];
  const rest = query.replace(QUOTES, '"').replace(PHRASE, (_all, minus: string, phrase: string) => {
    if (tokenize(phrase).length > 0) (minus === '' ? phrases : excluded).push(`"${phrase}"`);
    return ' ';
  });
  const plain = withoutSigns(joinThousands(rest)).replace(SPACES_OF_DIMENSIONS, '');
  const chunks = splitChunks(plain.replace(INCHES, ' inch ').replaceAll('"', ' '));
  const wanted = chunks.filter((chunk) => !EXCLUDED.test(chunk));
  excluded.push(...chunks.filter((chunk) => EXCLUDED.test(chunk)).map(cleanChunk));
  return { phrases, excluded, chunks: wanted.map(cleanChunk) };
}

/** The words of a phrase, or of any other text, without quotes. */
export const withoutQuotes = (text: string): string => text.replaceAll('"', '');

/**
 * `2 in x 4 in` is two amounts: the texts of products are indexed without the `x` between them. A line break takes its
 * place, because with a space, `in` is a word (`2 in 1`).
 */
function withoutSigns(text: string): string {
  for (const { end } of locateAmounts(foldInPlace(text))) {
    const sign = SIGN_OF_DIMENSIONS.exec(text.slice(end))?.[0];
    if (sign !== undefined) return `${text.slice(0, end)}\n${withoutSigns(text.slice(end + sign.length))}`;
  }
  return text;
}

const WITHIN_AMOUNT = '\u0000';

/** The parts of a text between white space that have a word. An amount is one part, and so is `1 1/2`. */
export function splitChunks(text: string): string[] {
  let together = text.replace(SPACE_OF_MIXED, WITHIN_AMOUNT);
  for (const { start, end } of locateAmounts(foldInPlace(text)))
    together = `${together.slice(0, start)}${together.slice(start, end).replace(/\s/g, WITHIN_AMOUNT)}${together.slice(end)}`;
  return together
    .split(/\s+/)
    .map((chunk) => chunk.replaceAll(WITHIN_AMOUNT, ' '))
    .filter((chunk) => tokenize(chunk).length > 0);
}

const cleanChunk = (chunk: string): string => chunk.replace(/^-+/, '').replace(POSSESSIVE, '');

/** A word and an apostrophe before another word. */
const ELISION = /^[^\p{L}\p{N}]*(\p{L}+)['’](?=.*[\p{L}\p{N}])/su;

/** A chunk with an elided stop word at its beginning apart: `l'` and `iphone` for `l'iphone`. */
export function separateElision(chunk: string, { isElidedStopWord }: Analyzer): readonly string[] {
  const [elision, word] = ELISION.exec(chunk) ?? [];
  return elision !== undefined && word !== undefined && isElidedStopWord(foldText(word))
    ? [elision, cleanChunk(chunk.slice(elision.length))]
    : [chunk];
}

/** A word of four letters or more, and what follows it. Shorter ones begin serial numbers. */
const WORD_AND_REST = /^(\p{L}[\p{L}\p{M}]{3,})(\p{Nd}.*)$/u;
const NUMBER = /^\p{Nd}{1,4}$/u;
/** `160/200` is a size. Shorter numbers are fractions. */
const TWO_NUMBERS = /^(\p{Nd}{2,6})\/(\p{Nd}{2,6})$/u;

/**
 * A query of one chunk with its word apart from the number or the amount, or with its two numbers apart: `coffee 500g`
 * for `coffee500g`, `160 200` for `160/200`. Null for any other query.
 */
export function separateChunk({ phrases, excluded, chunks }: SplitQuery): SplitQuery | null {
  const [chunk = '', ...others] = chunks;
  if (phrases.length + excluded.length + others.length > 0) return null;
  const [, word = '', rest = ''] = WORD_AND_REST.exec(chunk) ?? [];
  const apart = NUMBER.test(rest) || isAmount(rest) ? [word, rest] : TWO_NUMBERS.exec(chunk)?.slice(1);
  return apart === undefined ? null : { phrases, excluded, chunks: apart };
}
