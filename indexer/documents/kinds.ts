/**
 * Kinds of products in the names of collections: `Hats, gloves & scarves` has three. A product of such a collection is
 * usually of one kind, which its own texts name. Pure functions.
 */
import type { Analyzer } from '../../src/search/text/analyzer.ts';
import { foldText } from '../../src/search/text/fold.ts';
import { tokenize } from '../../src/search/text/tokenize.ts';
import { cachedByWord } from '../../src/search/text/word-cache.ts';

interface Kinds {
  /** The names of collections of one kind, the kinds that the product's own texts name, and lists that they don't name. */
  readonly own: readonly string[];
  /** All other kinds. */
  readonly other: readonly string[];
  /** The names that list several kinds. */
  readonly lists: readonly string[];
}

/**
 * Sorts the kinds in the names of a product's collections. A collection of one kind, such as `Gloves`, also names it.
 *
 * @param ownWords returns the folded words of the product's own texts; called only if a name lists several kinds
 */
export function kindsOf(names: readonly string[], ownWords: () => Iterable<string>, analyzer: Analyzer): Kinds {
  const collections = names.map((name) => ({ name, kinds: splitKinds(name, analyzer) }));
  const lists = collections.filter(({ kinds }) => kinds.length > 1);
  const single = collections.filter(({ kinds }) => kinds.length <= 1).map(({ name }) => name);
  if (lists.length === 0) return { own: single, other: [], lists: [] };
  const stems = new Set([...ownWords(), ...single.flatMap(tokenize)].map(analyzer.stem));
  const hasWord = (kind: string, isOwn: (stem: string) => boolean) =>
    tokenize(kind).some((word) => !analyzer.isStopWord(word) && isOwn(analyzer.stem(word)));
  const sorted = lists.map(({ name, kinds }) => {
    const named = kinds.filter((kind) => hasWord(kind, (stem) => stems.has(stem)));
    // Without such a kind, a `Tennisketcher` is one of `Tennis`.
    const own =
      named.length > 0 ? named : kinds.filter((kind) => hasWord(kind, (stem) => beginsCompound(stem, stems, analyzer)));
    return own.length === 0 ? { own: [name], other: [] } : { own, other: kinds.filter((kind) => !own.includes(kind)) };
  });
  return {
    own: [...single, ...sorted.flatMap(({ own }) => own)],
    other: sorted.flatMap(({ other }) => other),
    lists: lists.map(({ name }) => name),
  };
}

const MIN_BEGINNING_LENGTH = 4;

const beginsCompound = (stem: string, words: ReadonlySet<string>, { compoundEnds }: Analyzer): boolean =>
  compoundEnds !== null && stem.length >= MIN_BEGINNING_LENGTH && [...words].some((word) => word.startsWith(stem));

/** The parts of a list, such as `Hats` and `gloves`; a name that is no list is one part. */
function splitKinds(name: string, analyzer: Analyzer): readonly string[] {
  const { separator, prefix } = separatorsIn(analyzer.language);
  const separated = prefix === null ? name : separatePrefix(name, prefix, analyzer);
  const kinds = separated.split(separator).map((kind) => kind.trim());
  return kinds.filter((kind) => kind !== '');
}

/** Replaces `and` at the beginning of words by a comma. If a word begins with that letter itself, its stem does, too. */
const separatePrefix = (name: string, prefix: RegExp, { stem }: Analyzer): string =>
  name.replace(prefix, (word: string, noun: string) =>
    stem(foldText(word)) === stem(foldText(noun)) ? `, ${noun}` : word,
  );

const WORD = /^\s\p{L}+\s$/u;
/** Hebrew has the hyphen before digits. */
const PREFIX = /^\s(\p{L})-?$/u;
/** A comma or slash before a digit is part of a number. */
const PUNCTUATION = String.raw`[,،/](?!\p{Nd})|[、，・／;]|\s[&+]\s`;

/** The words for `and` in lists beside the usual one. Serbian has two scripts. */
const OTHER_CONJUNCTIONS: Readonly<Record<string, string>> = { sr: 'i', uk: 'та|й' };

/** What separates the items of a list in a language: punctuation, and a word such as ` and ` or the first letter of a word. */
const separatorsIn = cachedByWord((language) => {
  const parts = new Intl.ListFormat([language, 'en'], { type: 'conjunction' }).formatToParts(['1', '2']);
  const between = parts.find(({ type }) => type === 'literal')?.value ?? '';
  const prefix = PREFIX.exec(between)?.[1];
  const others = OTHER_CONJUNCTIONS[language];
  const separators = [
    PUNCTUATION,
    ...(WORD.test(between) ? [between] : []),
    ...(others === undefined ? [] : [`\\s(?:${others})\\s`]),
  ];
  return {
    separator: new RegExp(separators.join('|'), 'iu'),
    prefix: prefix === undefined ? null : new RegExp(`(?<=\\s)${prefix}(\\p{L}+)`, 'gu'),
  };
});
