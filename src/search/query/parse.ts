/**
 * What a shopper typed, read as shoppers mean it: words, "words in quotes" that stand together, and -words that must not
 * occur. What only looks so (17" screens, -20V, a lone dash) is plain text. The result says what to ask the engine, and by
 * which words to rank what it finds.
 */
import type { SynonymGroup } from '../rules/synonyms.ts';
import { foldText, hasLigature } from '../text/fold.ts';
import { isAmount, stripSeparators } from '../text/identifiers.ts';
import { stem } from '../text/stem.ts';
import { countEngineWords, tokenize } from '../text/tokenize.ts';

export interface ShopperQuery {
  /** The engine's query: words and phrases, in their order, and what is excluded. */
  readonly parts: readonly QueryPart[];
  readonly excluded: readonly string[];
  /** Those of them that look like identifiers, without separators. */
  readonly excludedNames: readonly string[];
  /** Whether the last word may be the beginning of a longer one. */
  readonly isUnfinished: boolean;
  /** The words to rank by, plain and in their order. */
  readonly words: readonly string[];
  /** Those of them that stand together, where they were put in quotes. */
  readonly phrases: readonly (readonly string[])[];
  /** The whole without separators, where that could be an identifier or its beginning or end. */
  readonly identifier: string | null;
  /** Whether it can be nothing else, so that a similar or a shorter one is not meant. */
  readonly isIdentifier: boolean;
  /** The words and phrases that look like identifiers among others. */
  readonly names: readonly NamedWord[];
  /** What the merchant says that words of it mean, too. */
  readonly synonyms: readonly SynonymGroup[];
}

export interface NamedWord {
  /** Without separators. */
  readonly key: string;
  readonly words: readonly string[];
  /** Whether it may be the beginning of a longer one. */
  readonly isUnfinished: boolean;
}

export interface QueryPart {
  readonly typed: string;
  /** What is searched, in the engine's syntax: of a plural its singular, which the index has beside each plural. */
  readonly text: string;
  /** How many of the engine's ten words it takes. */
  readonly size: number;
}

const QUOTES = /[“”„‟«»]/g;
const PHRASE = /(?<=^|\s)(-?)"([^"]+)"(?=\s|$)/g;
/** A minus before a word of letters, as in `-case`; not before a number (`-20V`), nor within a word (`e-bike`). */
const EXCLUDED = /^-\p{L}{2}/u;

/** The end of `men's` and `kids'`: the engine would take the s for the beginning of a word. */
const POSSESSIVE = /(?<=\p{L})['’]s?$/iu;

/** Words that say how others belong together, and are left out beside them: they stand in any text. */
const FUNCTION_WORDS = new Set(
  `a an and by for from in of on or the to with  au aux avec de des du et la le les pour
   das dem den der ein eine für mit und von  con del el los las para por una`.split(/\s+/),
);

/** What was typed, taken apart; nothing is left out yet. */
export interface TypedQuery {
  /** With their quotes. */
  readonly phrases: readonly string[];
  readonly excluded: readonly string[];
  /** Everything else, as it stood between white space. */
  readonly chunks: readonly string[];
}

export function takeApart(query: string): TypedQuery {
  const phrases: string[] = [];
  const excluded: string[] = [];
  const rest = query.replace(QUOTES, '"').replace(PHRASE, (_all, minus: string, phrase: string) => {
    if (tokenize(phrase).length > 0) (minus === '' ? phrases : excluded).push(`"${phrase}"`);
    return ' ';
  });
  const chunks = rest
    .replaceAll('"', ' ')
    .split(/\s+/)
    .filter((chunk) => tokenize(chunk).length > 0);
  const wanted = chunks.filter((chunk) => !EXCLUDED.test(chunk));
  // Someone who excludes everything has not meant to: a text may begin with a dash.
  const isAllExcluded = wanted.length === 0 && phrases.length === 0;
  const unmarked = (isAllExcluded ? chunks : wanted).map((chunk) => chunk.replace(/^-+/, '').replace(POSSESSIVE, ''));
  if (!isAllExcluded) excluded.push(...chunks.filter((chunk) => EXCLUDED.test(chunk)).map((chunk) => chunk.slice(1)));
  return { phrases, excluded: isAllExcluded ? [] : excluded, chunks: unmarked };
}

export function readQuery(query: string): ShopperQuery {
  const { phrases, excluded, chunks } = takeApart(query);
  const isOnePhrase = phrases.length === 1 && chunks.length + excluded.length === 0;
  const { identifier, isIdentifier } = isOnePhrase
    ? identifierOf(phrases, [])
    : identifierOf(chunks, [...phrases, ...excluded]);
  const telling = partsOf(chunks, phrases);
  // One field after the other: Node 20 makes a hidden class for each single object that begins with another one's fields.
  return {
    parts: telling.parts,
    excluded,
    excludedNames: excluded.map(stripSeparators).filter(isNamed),
    isUnfinished: telling.isUnfinished,
    words: telling.words,
    phrases: telling.phrases,
    identifier,
    isIdentifier,
    names: identifier === null ? namesAmong(phrases, chunks) : [],
    synonyms: [],
  };
}

function partsOf(chunks: readonly string[], phrases: readonly string[]) {
  const telling = chunks.filter((chunk) => !FUNCTION_WORDS.has(chunk.toLowerCase()));
  const kept = telling.length + phrases.length > 0 ? telling : chunks;
  const typed = [...phrases, ...kept];
  return {
    parts: typed.map((part) => ({ typed: part, text: searched(part), size: countEngineWords(part) })),
    // A word before one that is left out is a whole one.
    isUnfinished: kept.length > 0 && kept.at(-1) === chunks.at(-1),
    words: typed.flatMap(tokenize),
    phrases: phrases.map(tokenize).filter((words) => words.length > 0),
  };
}

function searched(chunk: string): string {
  if (!/^\p{L}+$/u.test(chunk)) return chunk;
  const one = stem(foldText(chunk));
  return one === foldText(chunk) && !hasLigature(chunk) ? chunk : one;
}

/** A part of an identifier between spaces: `iphone 7 case` is none, `drl 18v bl` may be one. */
const IDENTIFIER_PART = /\p{N}|^\P{L}*(?:\p{L}\P{L}*){1,3}$/u;
const MIN_IDENTIFIER_LENGTH = 4;
const MAX_IDENTIFIER_LENGTH = 100;
/** `iphone7` and `mp3` are words; three digits among letters are a name, or two with separators, as in `DRL-18V/BL`. */
const NAME = /\p{N}.*\p{N}.*\p{N}|^(?=.*\p{N}.*\p{N})(?=.*\p{L}).*[-_./]/u;
/** Letters in parts, as in `KBD-BLK-DE`; `e-bike` is one, too, so words are meant as well. */
const LETTERS_IN_PARTS = /^\p{L}+(?:[-_./]\p{L}+)+$/u;
/** A part that is a word, as in `27-inch-monitor`: then words may be meant. */
const HAS_WORD_PART = /(?<![\p{L}\p{N}])\p{L}{4,}(?![\p{L}\p{N}])/u;

function identifierOf(chunks: readonly string[], others: readonly string[]) {
  const key = stripSeparators(chunks.join(''));
  const isPossible =
    others.length === 0 &&
    (/\p{N}/u.test(key) || (chunks.length === 1 && LETTERS_IN_PARTS.test(chunks[0] ?? ''))) &&
    (chunks.length === 1 || chunks.every((chunk) => IDENTIFIER_PART.test(chunk))) &&
    key.length >= MIN_IDENTIFIER_LENGTH &&
    key.length <= MAX_IDENTIFIER_LENGTH;
  return {
    identifier: isPossible ? key : null,
    isIdentifier: isPossible && chunks.length === 1 && isName(chunks[0] ?? '') && !isAmount(key),
  };
}

/** Each costs the engine a search. */
const MAX_NAMES = 2;
/** Four digits, or digits together with letters but for `usb3` and the like. */
const NAME_AMONG_WORDS = /^\p{N}{4,}$|^(?=.*\p{N})(?=.*\p{L})(?:.{5,}|(?=.*\p{N}.*\p{N}).{4})$/u;
/** What begins with less are too many to be meant. */
const MIN_UNFINISHED_LENGTH = 6;

const isNamed = (key: string): boolean =>
  NAME_AMONG_WORDS.test(key) && key.length <= MAX_IDENTIFIER_LENGTH && !isAmount(key);

/** `drl18vbl` and `DRL-18V/BL` in `bosch drl18vbl drill`. */
function namesAmong(phrases: readonly string[], chunks: readonly string[]): NamedWord[] {
  const typed = [...phrases, ...chunks];
  const names = typed.flatMap((part, index) => {
    const key = stripSeparators(part);
    const isLast = chunks.length > 0 && index === typed.length - 1;
    return isNamed(key)
      ? [{ key, words: tokenize(part), isUnfinished: isLast && key.length >= MIN_UNFINISHED_LENGTH }]
      : [];
  });
  return names.slice(0, MAX_NAMES);
}

/** Whether what was typed is a phrase, which has its quotes still. */
export const isPhrase = (typed: string): boolean => typed.startsWith('"');

/** In quotes where it is more than one word: the engine would exclude the first of them alone. */
const asOne = (form: string): string => (isPhrase(form) || tokenize(form).length < 2 ? form : `"${form}"`);

const isName = (chunk: string): boolean => NAME.test(chunk) && !HAS_WORD_PART.test(chunk);

/** The query in the engine's syntax. */
export function engineQuery({
  parts,
  excluded,
  isUnfinished,
}: Pick<ShopperQuery, 'parts' | 'excluded' | 'isUnfinished'>) {
  const without = excluded.flatMap((word) => [...new Set([word, searched(word)])].map((form) => `-${asOne(form)}`));
  const wanted = parts.map(({ text }) => text).join(' ');
  const last = parts.at(-1);
  // The engine takes the last word of all for an unfinished one: exclusions go first, and a space ends a finished word.
  const end = isUnfinished && last?.text === last?.typed ? '' : ' ';
  return [...without, wanted].join(' ') + end;
}
