/**
 * What a shopper typed, read as shoppers mean it: words, "words in quotes" that stand together, and -words that must not
 * occur. What only looks so (17" screens, -20V, a lone dash) is plain text. The result says what to ask the engine, and by
 * which words to rank what it finds.
 */
import { isAmount, plain, singular, squeezed, wordsOf } from './words.ts';

export interface ShopperQuery {
  /** The engine's query: words and phrases, in their order, and what is excluded. */
  readonly parts: readonly QueryPart[];
  readonly excluded: readonly string[];
  /** Whether the last word may be the beginning of a longer one. */
  readonly isUnfinished: boolean;
  /** The words to rank by, plain and in their order. */
  readonly words: readonly string[];
  /** The whole without separators, where that could be an identifier or its beginning or end. */
  readonly identifier: string | null;
  /** Whether it can be nothing else, so that a similar or a shorter one is not meant. */
  readonly isIdentifier: boolean;
}

export interface QueryPart {
  /** In the engine's syntax. */
  readonly text: string;
  /** How many of the engine's ten words it takes. */
  readonly size: number;
}

const QUOTES = /[“”„‟«»]/g;
const PHRASE = /(?<=^|\s)(-?)"([^"]+)"(?=\s|$)/g;
/** A minus before a word of letters, as in `-case`; not before a number (`-20V`), nor within a word (`e-bike`). */
const EXCLUDED = /^-\p{L}{2}/u;

/** Words that say how others belong together, and are left out beside them: they stand in any text. */
const FUNCTION_WORDS = new Set(
  `a an and by for from in of on or the to with  au aux avec de des du et la le les pour
   das dem den der ein eine für mit und von  con del el los las para por una`.split(/\s+/),
);

export function readQuery(query: string): ShopperQuery {
  const phrases: string[] = [];
  const excluded: string[] = [];
  const rest = query.replace(QUOTES, '"').replace(PHRASE, (_all, minus: string, phrase: string) => {
    (minus === '' ? phrases : excluded).push(`"${phrase}"`);
    return ' ';
  });
  const chunks = rest
    .replaceAll('"', ' ')
    .split(/\s+/)
    .filter((chunk) => wordsOf(chunk).length > 0);
  const wanted = chunks.filter((chunk) => !EXCLUDED.test(chunk));
  // Someone who excludes everything has not meant to: a text may begin with a dash.
  const isAllExcluded = wanted.length === 0 && phrases.length === 0;
  const unmarked = (isAllExcluded ? chunks : wanted).map((chunk) => chunk.replace(/^-+/, ''));
  if (!isAllExcluded) excluded.push(...chunks.filter((chunk) => EXCLUDED.test(chunk)).map((chunk) => chunk.slice(1)));
  return { ...partsOf(unmarked, phrases), excluded: isAllExcluded ? [] : excluded, ...identifierOf(unmarked, phrases) };
}

function partsOf(chunks: readonly string[], phrases: readonly string[]) {
  const telling = chunks.filter((chunk) => !FUNCTION_WORDS.has(chunk.toLowerCase()));
  const kept = telling.length + phrases.length > 0 ? telling : chunks;
  const texts = [...phrases, ...kept.map(searched)];
  return {
    parts: texts.map((text) => ({ text, size: wordsOf(text).length })),
    // A plural is a whole word, also when its singular is searched in its place, and so is a word before a left out one.
    isUnfinished: kept.length > 0 && kept.at(-1) === chunks.at(-1) && kept.at(-1) === texts.at(-1),
    words: [...phrases, ...kept].flatMap(wordsOf),
  };
}

/** What is searched for a word: for a plural its singular, which the index has beside each plural. */
function searched(chunk: string): string {
  if (!/^\p{L}+$/u.test(chunk)) return chunk;
  const one = singular(plain(chunk));
  return one === plain(chunk) ? chunk : one;
}

const MIN_IDENTIFIER_LENGTH = 4;
const MAX_IDENTIFIER_LENGTH = 100;
/** `iphone7` and `mp3` are words; a number of three digits among letters is a name. */
const MIN_IDENTIFIER_DIGITS = 3;

function identifierOf(chunks: readonly string[], phrases: readonly string[]) {
  const key = squeezed(chunks.join(''));
  const digits = key.replace(/\P{N}+/gu, '').length;
  const isPossible =
    phrases.length === 0 && digits > 0 && key.length >= MIN_IDENTIFIER_LENGTH && key.length <= MAX_IDENTIFIER_LENGTH;
  return {
    identifier: isPossible ? key : null,
    isIdentifier: isPossible && chunks.length === 1 && digits >= MIN_IDENTIFIER_DIGITS && !isAmount(key),
  };
}

/** The query in the engine's syntax. */
export function engineQuery({
  parts,
  excluded,
  isUnfinished,
}: Pick<ShopperQuery, 'parts' | 'excluded' | 'isUnfinished'>) {
  const without = excluded.flatMap((word) => [...new Set([word, searched(word)])].map((form) => `-${form}`));
  const wanted = parts.map(({ text }) => text).join(' ');
  // The engine takes the last word of all for an unfinished one: exclusions go first, a space ends a finished word.
  return [...without, isUnfinished ? wanted : `${wanted} `].join(' ');
}
