/**
 * The fields of a search document that serve only matching and ranking. Pure functions: the same texts always give the
 * same fields.
 */
import { writeCollectionNames } from '../../src/search/index/collection-names.ts';
import type { MappedDocument } from '../../src/search/index/document.ts';
import { type RankingPayload, writeIdentifiers } from '../../src/search/index/ranking-payload.ts';
import {
  type FieldTokens,
  type ImpactTierField,
  impactTiersOf,
  stemsOf,
  weighTerms,
  withMarkedTerms,
  writeTermWeights,
  writeTitleStems,
} from '../../src/search/index/term-weights.ts';
import type { Analyzer } from '../../src/search/text/analyzer.ts';
import { foldDigits } from '../../src/search/text/fold.ts';
import { markedStems } from '../../src/search/text/marked-words.ts';
import { amountTokensOf, tokenizeAll, tokenizeProduct, tokenizeQuery } from '../../src/search/text/tokenize.ts';
import { brandWordsOf } from './brands.ts';
import { type Identified, type Identifiers, identifierFields, identifiersOf } from './identifier-fields.ts';
import { kindsOf } from './kinds.ts';
import {
  accentedWords,
  beginningsOf,
  compoundEndsOf,
  plainSpellings,
  type SearchedTexts,
  unknownIdentifiers,
} from './spellings.ts';
import { titleEmphasis } from './title-emphasis.ts';

const MAX_SPELLINGS = 200;
/** So few words of a description are a name: stock systems abbreviate titles (`SCHR. SK M8X40`), and spell it there. */
const MAX_WORDS_OF_NAME = 12;

type OfWords = 'spellings' | 'key_stems' | 'collections' | 'kind_lists' | ImpactTierField;

type OfPayload = 'identifiers' | 'termWeights' | 'titleStems' | 'collectionNames';

interface MatchingFields extends Pick<RankingPayload, OfPayload> {
  readonly fields: Pick<MappedDocument, OfWords> & ReturnType<typeof identifierFields>;
}

/**
 * Computes the fields that serve only matching and ranking. Tokenizes each text once, because tokenizing takes most of
 * the time; only the short names of collections also as queries.
 */
export function toMatchingFields(searched: SearchedTexts, identified: Identified, analyzer: Analyzer): MatchingFields {
  const tokenized = tokenizeTexts(searched, analyzer);
  const { texts, names, kinds, compoundEnds, descriptionEnds, words } = tokenized;
  const identifiers = identifiersOf(identified, searched.title, tokenized.specificationValues);
  const emphasis = titleEmphasis(texts.title, analyzer, brandWordsOf(searched.specifications));
  const terms = weighTerms(tokensByField(tokenized, identifiers), analyzer, emphasis);
  const marked = markedStems(Object.values(searched).flat(), analyzer);
  const withMarked = (stem: string) => [stem, ...(marked.get(stem) ?? [])];
  const allTerms = withMarkedTerms(terms, marked);
  const searchable = new Set([...words, ...identifiers.words].map(analyzer.stem).flatMap(withMarked));
  const keyStems = new Set([...keyStemsOf(tokenized, searchable, analyzer)].flatMap(withMarked));
  const spellings = new Set([
    ...unknownIdentifiers(identifiers, words),
    ...amountTokensOf(Object.values(texts)),
    ...plainSpellings({ ...searched, collections: kinds.own }),
  ]);
  const collections = searched.collections.map((name) => ({ name, stems: stemsOfName(name, analyzer) }));
  return {
    identifiers: writeIdentifiers(identifiers.own, identifiers.partNumbers),
    termWeights: writeTermWeights(terms, keyStems, marked),
    titleStems: writeTitleStems(texts.title.tokens.map(analyzer.stem)),
    collectionNames: writeCollectionNames(collections.map(({ stems }) => stems)),
    fields: {
      spellings: [...spellings]
        .slice(0, MAX_SPELLINGS)
        .concat(compoundEnds, descriptionEnds, beginningsOf(names, analyzer)),
      ...identifierFields(identified, identifiers),
      key_stems: allTerms.flatMap(({ stem }) => (keyStems.has(stem) ? stem : [])),
      // The engine takes the digits of each script for other words.
      collections: kinds.own.map(foldDigits),
      kind_lists: collections.flatMap(({ name, stems }) => (kinds.lists.includes(name) ? stems.join(' ') : [])),
      // A complete identifier is not a word of the index.
      ...impactTiersOf(allTerms, (stem) => searchable.has(stem)),
    },
  };
}

type Tokenized = ReturnType<typeof tokenizeTexts>;

/** Tokenizes the texts of a product, and sorts the kinds of its collections. */
function tokenizeTexts(searched: SearchedTexts, analyzer: Analyzer) {
  const ofVariants = splitPairs(searched.variants);
  const ofSpecifications = splitPairs(searched.specifications);
  const own = {
    title: tokenizeProduct(searched.title),
    subtitle: tokenizeProduct(searched.subtitle),
    variants: tokenizeAll(ofVariants.values),
    description: tokenizeProduct(searched.description),
    specifications: tokenizeAll(ofSpecifications.values),
  };
  const ownWords = () => [
    ...Object.values(own).flatMap(({ tokens }) => tokens),
    ...compoundEndsOf(own.title.tokens, analyzer),
  ];
  const kinds = kindsOf(searched.collections, ownWords, analyzer);
  const collections = tokenizeAll(kinds.own);
  const texts = {
    ...own,
    collections,
    variantKeys: tokenizeAll(ofVariants.keys),
    specificationKeys: tokenizeAll(ofSpecifications.keys),
  };
  const names = [texts.title, texts.subtitle, collections, texts.variants, texts.variantKeys];
  const compoundEnds = compoundEndsOf(
    [...names.flatMap(({ tokens }) => tokens), ...accentedWords({ ...searched, collections: kinds.own })],
    analyzer,
  );
  const isName = own.description.written.length <= MAX_WORDS_OF_NAME;
  const descriptionEnds = isName ? compoundEndsOf(own.description.tokens, analyzer) : [];
  return {
    texts,
    /** The most significant ones. */
    names,
    kinds,
    compoundEnds,
    descriptionEnds,
    /** All words except those of keys. */
    words: new Set([
      ...Object.values({ ...own, collections }).flatMap(({ tokens }) => tokens),
      ...compoundEnds,
      ...descriptionEnds,
    ]),
    specificationValues: ofSpecifications.values,
  };
}

const tokensByField = (
  { texts, kinds, compoundEnds, descriptionEnds }: Tokenized,
  { own, partNumbers, words }: Identifiers,
): FieldTokens => ({
  title: texts.title.tokens,
  subtitle: texts.subtitle.tokens,
  identifiers: [...words, ...[...own, ...partNumbers].flatMap(tokenizeQuery)],
  variants: [...texts.variants.tokens, ...texts.variantKeys.tokens],
  // Collections within one another have the same words: `Wines`, `Red wines`.
  collections: [...new Set(texts.collections.tokens)],
  compoundEnds,
  description: [...texts.description.tokens, ...descriptionEnds],
  specifications: [...texts.specifications.tokens, ...texts.specificationKeys.tokens],
  otherKinds: [...new Set(tokenizeAll(kinds.other).tokens)],
});

/** Returns the stems that only keys of variants and specifications have. */
function keyStemsOf({ texts }: Tokenized, searchable: ReadonlySet<string>, analyzer: Analyzer): ReadonlySet<string> {
  const tokens = [...texts.variantKeys.tokens, ...texts.specificationKeys.tokens];
  const onlyInKeys = tokens.filter((token) => !searchable.has(analyzer.stem(token)));
  return new Set(onlyInKeys.flatMap((token) => stemsOf(token, analyzer)));
}

/** Returns the stems of a collection's name without stop words: `Pots & pans` is also `pots and pans`. */
function stemsOfName(name: string, { stem, isQueryStopWord }: Analyzer): readonly string[] {
  const tokens = tokenizeQuery(name);
  const content = tokens.filter((token) => !isQueryStopWord(token));
  return (content.length > 0 ? content : tokens).map(stem);
}

/** Splits texts that are written as `key: value`. A truncated one may be only a key. */
const splitPairs = (texts: readonly string[]) => {
  const ends = texts.map((text) => (text.includes(': ') ? text.indexOf(': ') : text.length));
  return {
    keys: texts.map((text, index) => text.slice(0, ends[index])),
    values: texts.map((text, index) => text.slice((ends[index] ?? 0) + 2)),
  };
};
