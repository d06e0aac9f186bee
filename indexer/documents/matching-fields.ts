/**
 * The fields of a search document that serve only matching and ranking. Pure functions: the same texts always give the
 * same fields.
 */
import type { MappedDocument } from '../../src/search/index/document.ts';
import { identifierNumbers } from '../../src/search/index/identifier-numbers.ts';
import type { RankingPayload } from '../../src/search/index/ranking-payload.ts';
import {
  type ImpactTierField,
  impactTiersOf,
  weighTerms,
  writeTermWeights,
  writeTitleStems,
} from '../../src/search/index/term-weights.ts';
import type { Analyzer } from '../../src/search/text/analyzer.ts';
import { foldsOtherwise, foldText } from '../../src/search/text/fold.ts';
import { isSerialNumber, modelNumbersOf, reverseText, stripSeparators } from '../../src/search/text/identifiers.ts';
import { locateWords, tokenize, tokenizeAll, tokenizeQuery, tokensOfUnits } from '../../src/search/text/tokenize.ts';

const MAX_SPELLINGS = 200;
const MAX_IDENTIFIERS = 20;
/** Shoppers don't type longer identifiers, and the engine rejects a filterable value of more than 468 bytes. */
const MAX_IDENTIFIER = 100;

type Searched = Pick<MappedDocument, 'title' | 'subtitle' | 'variants' | 'collections'> &
  Pick<MappedDocument, 'specifications' | 'description'>;
type Identified = Record<'sku' | 'barcode', string>;

type OfIdentifiers = 'sku' | 'barcode' | 'identifier_starts' | 'identifier_ends';

interface MatchingFields extends Pick<RankingPayload, 'identifiers' | 'termWeights' | 'titleStems'> {
  readonly fields: Pick<MappedDocument, OfIdentifiers | 'spellings' | ImpactTierField>;
}

/**
 * Computes the fields that serve only matching and ranking. Tokenizes each text once, because tokenizing takes most of
 * the time.
 */
export function toMatchingFields(searched: Searched, { sku, barcode }: Identified, analyzer: Analyzer): MatchingFields {
  const { title, subtitle, variants, collections, specifications, description } = searched;
  const identifiers = [sku, barcode, ...modelNumbersOf(title)].slice(0, MAX_IDENTIFIERS);
  const keys = [...new Set(identifiers.map(stripSeparators))].filter(
    (key) => key !== '' && key.length <= MAX_IDENTIFIER,
  );
  const names = {
    title: tokenize(title),
    subtitle: tokenize(subtitle),
    collections: tokenizeAll(collections),
    variants: tokenizeAll(variants),
  };
  const words = {
    ...names,
    compoundEnds: compoundEndsOf(Object.values(names).flat(), analyzer),
    description: tokenize(description),
    specifications: tokenizeAll(specifications),
  };
  /** The stem of each word. */
  const stems = new Map<string, string>();
  for (const field in words)
    for (const word of words[field as keyof typeof words]) if (!stems.has(word)) stems.set(word, analyzer.stem(word));
  // Identifiers have no amounts, so other forms of their parts would only make them longer.
  const parts = [sku, barcode].flatMap(tokenizeQuery).filter((word) => !isSerialNumber(word));
  const terms = weighTerms({ ...words, identifiers: [...parts, ...keys.flatMap(tokenizeQuery)] }, analyzer);
  const searchable = new Set([...stems.values(), ...parts.map(analyzer.stem)]);
  // A complete identifier is not a word of the index.
  const isSearchable = (term: string) => searchable.has(term);
  return {
    identifiers: keys.join(' '),
    termWeights: writeTermWeights(terms),
    titleStems: writeTitleStems(words.title.map((word) => stems.get(word) ?? word)),
    fields: {
      spellings: [...spellingsOf(searched, stems, identifiers, keys), ...words.compoundEnds],
      sku: wordsOf(sku).filter((word) => !isSerialNumber(word)),
      barcode: wordsOf(barcode).filter((word) => !isSerialNumber(word)),
      identifier_starts: keys.flatMap(identifierNumbers),
      identifier_ends: keys.flatMap((key) => identifierNumbers(reverseText(key))),
      ...impactTiersOf(terms, isSearchable),
    },
  };
}

const MAX_COMPOUND_ENDS = 100;

/** Returns the ends of the compounds in the most significant texts, each once. */
const compoundEndsOf = (words: readonly string[], { compoundEnds }: Analyzer): readonly string[] =>
  compoundEnds === null ? [] : [...new Set(words.flatMap(compoundEnds))].slice(0, MAX_COMPOUND_ENDS);

/** Returns alternative spellings: identifiers without digits, normalised amounts, and ligatures in plain letters. */
function spellingsOf(
  searched: Searched,
  stems: ReadonlyMap<string, string>,
  identifiers: readonly string[],
  keys: readonly string[],
): string[] {
  const ofIdentifiers = new Set(tokenizeAll(identifiers));
  const isKnown = (word: string) => stems.has(word) || ofIdentifiers.has(word);
  // Identifiers with digits are matched by their numbers, see `src/search/index/identifier-numbers.ts`.
  const spellings = new Set(keys.filter((key) => !/\p{N}/u.test(key) && !isKnown(key)));
  for (const word of variantWords(searched)) spellings.add(word);
  return [...spellings].slice(0, MAX_SPELLINGS);
}

/** Returns the words that the engine folds differently: normalised amounts, and ligatures in plain letters. */
function variantWords({ title, subtitle, variants, collections, specifications, description }: Searched): string[] {
  const texts = [title, subtitle, ...collections, ...variants, description, ...specifications];
  const foldedOtherwise = texts.filter(foldsOtherwise).flatMap((text) => text.split(/\s+/).filter(foldsOtherwise));
  return [...tokensOfUnits(texts), ...foldedOtherwise.flatMap(tokenize)];
}

/** Returns the words as written, because the engine matches a part of an identifier as it was typed. */
const wordsOf = (text: string): string[] => locateWords(foldText(text)).map(({ written }) => written);
