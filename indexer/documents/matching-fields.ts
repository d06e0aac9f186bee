/**
 * The fields of a search document that serve only matching and ranking. Pure functions: the same texts always give the
 * same fields.
 */
import { writeCollectionNames } from '../../src/search/index/collection-names.ts';
import type { MappedDocument } from '../../src/search/index/document.ts';
import { identifierNumbers } from '../../src/search/index/identifier-numbers.ts';
import { type RankingPayload, writeIdentifiers } from '../../src/search/index/ranking-payload.ts';
import {
  type ImpactTierField,
  impactTiersOf,
  stemsOf,
  weighTerms,
  writeTermWeights,
  writeTitleStems,
} from '../../src/search/index/term-weights.ts';
import type { Analyzer } from '../../src/search/text/analyzer.ts';
import { BEYOND_ASCII, foldDigits, foldsOtherwise, foldText, HAS_NUMBER } from '../../src/search/text/fold.ts';
import {
  isSerialNumber,
  modelNumbersOf,
  partNumbersOf,
  reverseText,
  stripSeparators,
} from '../../src/search/text/identifiers.ts';
import { indexedPrefixes } from '../../src/search/text/prefixes.ts';
import {
  amountTokensOf,
  locateWords,
  type ProductWords,
  tokenize,
  tokenizeAll,
  tokenizeProduct,
  tokenizeQuery,
} from '../../src/search/text/tokenize.ts';
import { brandWordsOf } from './brands.ts';
import { kindsOf } from './kinds.ts';
import { titleEmphasis } from './title-emphasis.ts';

const MAX_SPELLINGS = 200;
const MAX_IDENTIFIERS = 20;
/** Shoppers don't type longer identifiers, and the engine rejects a filterable value of more than 468 bytes. */
const MAX_IDENTIFIER = 100;

type Searched = Pick<MappedDocument, 'title' | 'subtitle' | 'variants' | 'collections'> &
  Pick<MappedDocument, 'specifications' | 'description'>;
type Identified = Record<'sku' | 'barcode', string>;

type OfIdentifiers = 'sku' | 'barcode' | 'identifier_starts' | 'identifier_ends';

type OfWords = 'spellings' | 'key_stems' | 'collections' | 'kind_lists';

type OfPayload = 'identifiers' | 'termWeights' | 'titleStems' | 'collectionNames';

interface MatchingFields extends Pick<RankingPayload, OfPayload> {
  readonly fields: Pick<MappedDocument, OfIdentifiers | OfWords | ImpactTierField>;
}

/**
 * Computes the fields that serve only matching and ranking. Tokenizes each text once, because tokenizing takes most of
 * the time; only the short names of collections also as queries.
 */
export function toMatchingFields(searched: Searched, { sku, barcode }: Identified, analyzer: Analyzer): MatchingFields {
  const { title, collections, specifications } = searched;
  const { texts, kinds, numbers } = tokenizeTexts(searched, analyzer);
  const identifiers = [sku, barcode, ...modelNumbersOf(title)].slice(0, MAX_IDENTIFIERS);
  const keys = keysOf(identifiers);
  const partNumbers = keysOf(numbers)
    .filter((key) => !keys.includes(key))
    .slice(0, MAX_IDENTIFIERS - keys.length);
  const ofItsKinds = { ...searched, collections: kinds.own };
  const nameTexts = [texts.title, texts.subtitle, texts.collections, texts.variants, texts.variantKeys];
  const names = nameTexts.flatMap(({ tokens }) => tokens);
  const words = {
    title: texts.title.tokens,
    subtitle: texts.subtitle.tokens,
    // Collections within one another have the same words: `Wines`, `Red wines`.
    collections: [...new Set(texts.collections.tokens)],
    variants: texts.variants.tokens,
    compoundEnds: compoundEndsOf([...names, ...accentedWords(ofItsKinds)], analyzer),
    description: texts.description.tokens,
    specifications: texts.specifications.tokens,
  };
  const allWords = new Set(Object.values(words).flat());
  // Identifiers have no amounts, so other forms of their parts would only make them longer.
  const parts = [sku, barcode].flatMap(tokenizeQuery).filter((word) => !isSerialNumber(word));
  const terms = weighTerms(
    {
      ...words,
      variants: [...words.variants, ...texts.variantKeys.tokens],
      specifications: [...words.specifications, ...texts.specificationKeys.tokens],
      otherKinds: [...new Set(tokenizeAll(kinds.other).tokens)],
      identifiers: [...parts, ...[...keys, ...partNumbers].flatMap(tokenizeQuery)],
    },
    analyzer,
    titleEmphasis(texts.title, analyzer, brandWordsOf(specifications)),
  );
  const searchable = new Set([...allWords, ...parts].map(analyzer.stem));
  const keyWords = [...texts.variantKeys.tokens, ...texts.specificationKeys.tokens];
  const onlyKeys = keyWords.filter((token) => !searchable.has(analyzer.stem(token)));
  const keyStems = new Set(onlyKeys.flatMap((token) => stemsOf(token, analyzer)));
  const spellings = new Set([
    ...unknownKeys(keys, identifiers, allWords),
    ...amountTokensOf(Object.values(texts)),
    ...plainSpellings(ofItsKinds),
  ]);
  const ofCollections = collections.map((name) => ({ name, stems: stemsOfName(name, analyzer) }));
  // A complete identifier is not a word of the index.
  const isSearchable = (term: string) => searchable.has(term);
  return {
    identifiers: writeIdentifiers(keys, partNumbers),
    termWeights: writeTermWeights(terms, keyStems),
    titleStems: writeTitleStems(words.title.map(analyzer.stem)),
    collectionNames: writeCollectionNames(ofCollections.map(({ stems }) => stems)),
    fields: {
      spellings: [...spellings].slice(0, MAX_SPELLINGS).concat(words.compoundEnds, beginningsOf(nameTexts, analyzer)),
      sku: writtenWords(sku).filter((word) => !isSerialNumber(word)),
      barcode: writtenWords(barcode).filter((word) => !isSerialNumber(word)),
      identifier_starts: [...keys, ...partNumbers].flatMap(identifierNumbers),
      // Shoppers know the end of a barcode. Four digits end too many part numbers.
      identifier_ends: keys.flatMap((key) => identifierNumbers(reverseText(key))),
      key_stems: terms.flatMap(({ stem }) => (keyStems.has(stem) ? stem : [])),
      // The engine takes the digits of each script for other words.
      collections: kinds.own.map(foldDigits),
      kind_lists: ofCollections.flatMap(({ name, stems }) => (kinds.lists.includes(name) ? stems.join(' ') : [])),
      ...impactTiersOf(terms, isSearchable),
    },
  };
}

/** The words of each text of a product, the kinds of its collections, and the part numbers of its specifications. */
function tokenizeTexts(searched: Searched, analyzer: Analyzer) {
  const { title, subtitle, variants, collections, specifications, description } = searched;
  const ofVariants = splitPairs(variants);
  const ofSpecifications = splitPairs(specifications);
  const own = {
    title: tokenizeProduct(title),
    subtitle: tokenizeProduct(subtitle),
    variants: tokenizeAll(ofVariants.values),
    description: tokenizeProduct(description),
    specifications: tokenizeAll(ofSpecifications.values),
  };
  const ownWords = () => [
    ...Object.values(own).flatMap(({ tokens }) => tokens),
    ...compoundEndsOf(own.title.tokens, analyzer),
  ];
  const kinds = kindsOf(collections, ownWords, analyzer);
  const texts = {
    ...own,
    collections: tokenizeAll(kinds.own),
    variantKeys: tokenizeAll(ofVariants.keys),
    specificationKeys: tokenizeAll(ofSpecifications.keys),
  };
  return { texts, kinds, numbers: ofSpecifications.values.flatMap(partNumbersOf) };
}

/** Returns the stems of a collection's name without stop words: `Pots & pans` is also `pots and pans`. */
function stemsOfName(name: string, { stem, isQueryStopWord }: Analyzer): readonly string[] {
  const tokens = tokenizeQuery(name);
  const content = tokens.filter((token) => !isQueryStopWord(token));
  return (content.length > 0 ? content : tokens).map(stem);
}

/** Returns the identifiers in the form in which they are compared, each once. */
const keysOf = (identifiers: readonly string[]): readonly string[] =>
  [...new Set(identifiers.map(stripSeparators))].filter((key) => key !== '' && key.length <= MAX_IDENTIFIER);

/** Splits texts that are written as `key: value`. A truncated one may be only a key. */
const splitPairs = (texts: readonly string[]) => {
  const ends = texts.map((text) => (text.includes(': ') ? text.indexOf(': ') : text.length));
  return {
    keys: texts.map((text, index) => text.slice(0, ends[index])),
    values: texts.map((text, index) => text.slice((ends[index] ?? 0) + 2)),
  };
};

const MAX_COMPOUND_ENDS = 100;

/** Returns the ends of the compounds in the most significant texts, each once. */
const compoundEndsOf = (words: readonly string[], { compoundEnds }: Analyzer): readonly string[] =>
  compoundEnds === null ? [] : [...new Set(words.flatMap(compoundEnds))].slice(0, MAX_COMPOUND_ENDS);

const LATIN_WORD = /\p{Script=Latin}+/gu;

/** Returns the Latin words of the most significant texts, as written, that have letters beyond ASCII: `Tältsäng`. */
const accentedWords = ({ title, subtitle, collections, variants }: Searched): readonly string[] =>
  [title, subtitle, ...collections, ...variants]
    .filter((text) => BEYOND_ASCII.test(text))
    .flatMap((text) => text.normalize('NFC').match(LATIN_WORD) ?? [])
    .filter((word) => BEYOND_ASCII.test(word));

const MAX_BEGINNINGS = 100;

/** Returns the beginnings of words in the most significant texts that the engine wouldn't find, each once. */
function beginningsOf(texts: readonly ProductWords[], { stemPrefix }: Analyzer): readonly string[] {
  const written = texts.flatMap(({ text }) => indexedPrefixes(text));
  return [...new Set(written.flatMap((beginning) => [beginning, stemPrefix(beginning)]))].slice(0, MAX_BEGINNINGS);
}

/** Returns the identifiers that no text has as a word. Those with digits are matched by their numbers. */
function unknownKeys(keys: readonly string[], identifiers: readonly string[], words: ReadonlySet<string>) {
  const ofIdentifiers = new Set(tokenizeAll(identifiers).tokens);
  return keys.filter((key) => !HAS_NUMBER.test(key) && !words.has(key) && !ofIdentifiers.has(key));
}

/** Returns the words that the engine folds differently, as `strasse` for `Straße`. */
function plainSpellings({ title, subtitle, variants, collections, specifications, description }: Searched): string[] {
  const texts = [title, subtitle, ...collections, ...variants, description, ...specifications];
  const words = texts.filter(foldsOtherwise).flatMap((text) => text.split(/\s+/).filter(foldsOtherwise));
  return words.flatMap(tokenize);
}

/** Returns the words as written, because the engine matches a part of an identifier as it was typed. */
const writtenWords = (text: string): string[] => locateWords(foldText(text)).map(({ written }) => written);
