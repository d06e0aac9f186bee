/**
 * Kinds of products in the names of collections: `Hats, gloves & scarves` has three. A product of such a collection is
 * usually of one kind, which its own texts name. A name may also list what its products are for, as `Shoes for women and
 * men` does: all of them are shoes, and each is for some. Pure functions.
 */
import { titleRulesOf } from '../../src/search/index/title-rules.ts';
import type { Analyzer } from '../../src/search/text/analyzer.ts';
import { foldText } from '../../src/search/text/fold.ts';
import { isPurposeWord } from '../../src/search/text/purpose-words.ts';
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
  const collections = names.map((name) => ({ name, lists: listsIn(name, analyzer) }));
  const isList = ({ lists }: { readonly lists: readonly (readonly string[])[] }) =>
    lists.some(({ length }) => length > 1);
  const single = collections.filter((collection) => !isList(collection)).map(({ name }) => name);
  const several = collections.filter(isList);
  if (several.length === 0) return { own: single, other: [], lists: [] };
  const stems = new Set([...ownWords(), ...single.flatMap(tokenize)].map(analyzer.stem));
  const hasWord = (kind: string, isOwn: (stem: string) => boolean) =>
    tokenize(kind).some((word) => !analyzer.isStopWord(word) && isOwn(analyzer.stem(word)));
  const namedIn = (kinds: readonly string[]) => {
    const named = kinds.filter((kind) => hasWord(kind, (stem) => stems.has(stem)));
    // Without such a kind, a `Tennisketcher` is one of `Tennis`.
    return named.length > 0
      ? named
      : kinds.filter((kind) => hasWord(kind, (stem) => beginsCompound(stem, stems, analyzer)));
  };
  const sorted = several.flatMap(({ name, lists }) => {
    const parts = lists.map((kinds) => ({ kinds, named: namedIn(kinds) }));
    if (parts.every(({ named }) => named.length === 0)) return [{ own: [name], other: [] }];
    return parts.map(({ kinds, named }) =>
      named.length === 0
        ? { own: kinds, other: [] }
        : { own: named, other: kinds.filter((kind) => !named.includes(kind)) },
    );
  });
  return {
    own: [...single, ...sorted.flatMap(({ own }) => own)],
    other: sorted.flatMap(({ other }) => other),
    lists: several.map(({ name }) => name),
  };
}

const MIN_BEGINNING_LENGTH = 4;

const beginsCompound = (stem: string, words: ReadonlySet<string>, { compoundEnds }: Analyzer): boolean =>
  compoundEnds !== null && stem.length >= MIN_BEGINNING_LENGTH && [...words].some((word) => word.startsWith(stem));

/** The lists in a name: what its products are, and what they are for, if it says so. Most have one item. */
const listsIn = (name: string, analyzer: Analyzer): readonly (readonly string[])[] =>
  splitPurpose(name, analyzer.language).map((part) => splitKinds(part, analyzer));

const LATER_WORD = /(?<=\s)\p{L}+/gu;

/** A name in two before what its products are for: a word such as `for`, or a word in such a case; otherwise whole. */
function splitPurpose(name: string, language: string): readonly string[] {
  const rules = titleRulesOf(language);
  const isModifier = rules === null || rules === 'compounds' ? undefined : rules.isModifier;
  for (const { 0: word, index } of name.matchAll(LATER_WORD)) {
    const folded = foldText(word);
    if (isPurposeWord(folded, language)) return [name.slice(0, index), name.slice(index + word.length)];
    if (isModifier?.(folded, '') === true) return [name.slice(0, index), name.slice(index)];
  }
  return [name];
}

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

/**
 * What separates the items of a list in a language: punctuation, and a word such as ` and ` or the first letter of a
 * word.
 */
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
