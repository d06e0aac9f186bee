/**
 * Maps a stored product to its search document. A pure function: the same input always gives the same document. Every
 * field is bounded, whatever the product holds. Raise MAPPING_VERSION when you change the mapping.
 */
import { isAvailable } from '../../src/catalogue/availability.ts';
import type { OwnedStored } from '../../src/catalogue/collections.ts';
import {
  fields,
  flag,
  list,
  number,
  type OnMalformed,
  optionalText,
  status,
  text,
  textMap,
} from '../../src/catalogue/values.ts';
import { copyText } from '../../src/runtime/text-size.ts';
import { indexKey, type MappedDocument } from '../../src/search/index/document.ts';
import { identifierNumbers } from '../../src/search/index/identifier-numbers.ts';
import { textsHash, writeTexts } from '../../src/search/index/product-texts.ts';
import { type RankingPayload, writeRankingPayload } from '../../src/search/index/ranking-payload.ts';
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
import { segmentWords } from '../../src/search/text/segment.ts';
import { locateWords, tokenize, tokenizeAll, tokensOfUnits } from '../../src/search/text/tokenize.ts';

const MAX_TEXT = 1000;
const MAX_DESCRIPTION = 4000;
const MAX_LIST_TEXT = 300;
const MAX_LIST = 300;
const MAX_COLLECTIONS = 500;
const MAX_SPELLINGS = 200;
const MAX_IDENTIFIERS = 20;
/** Shoppers don't type longer identifiers, and the engine rejects a filterable value of more than 468 bytes. */
const MAX_IDENTIFIER = 100;

/** Ignores malformed values. The API counts them when it shows the product. */
const ignore: OnMalformed = () => undefined;

/**
 * @param collections the collections of the product, whatever their status, ordered by id
 * @param analyzer the analyzer of the merchant's language
 * @returns the document with all its fields, including empty ones
 */
export function toSearchDocument(
  product: OwnedStored,
  collections: readonly OwnedStored[],
  analyzer: Analyzer,
): MappedDocument {
  const locationId = typeof product.locationId === 'string' ? product.locationId : '';
  const inventory = fields(product.inventory, 'inventory', ignore);
  const bounded = collections.slice(0, MAX_COLLECTIONS);
  const published = bounded.filter((collection) => collection.status === 'published');
  const hidden = bounded.filter((collection) => collection.status !== 'published');
  const identified = {
    sku: truncate(optionalText(inventory.sku, 'inventory.sku', ignore), MAX_LIST_TEXT),
    barcode: truncate(optionalText(product.barcode, 'barcode', ignore), MAX_LIST_TEXT),
  };
  const searched = {
    title: truncate(text(product.title, 'title', ignore), MAX_TEXT),
    subtitle: truncate(optionalText(product.subtitle, 'subtitle', ignore), MAX_TEXT),
    variants: list(product.variants, 'variants', ignore)
      .slice(0, MAX_LIST)
      .map((variant) => formatPair(text(variant.key, 'key', ignore), text(variant.value, 'value', ignore))),
    specifications: Object.entries(textMap(product.specifications, 'specifications', ignore))
      .slice(0, MAX_LIST)
      .map(([key, value]) => formatPair(key, value)),
    collections: published.map(nameOf),
    description: truncate(optionalText(product.description, 'description', ignore), MAX_DESCRIPTION),
  };
  const hiddenNames = hidden.map(nameOf);
  const location = truncate(locationId, MAX_LIST_TEXT);
  const texts = writeTexts({ location_id: location, ...identified, ...searched, hidden_collections: hiddenNames });
  const inStock = isAvailable(product, ignore);
  const featured = flag(product.featured, 'featured', ignore);
  const { identifiers, termWeights, titleStems, fields: found } = toMatchingFields(searched, identified, analyzer);
  return {
    id: indexKey(product._id),
    merchant_id: indexKey(product.merchantId),
    product_id: product._id,
    location_key: indexKey(locationId),
    status: status(product.status, ignore),
    featured,
    in_stock: inStock,
    price: number(product.price, 'price', ignore),
    collection_ids: published.map((collection) => indexKey(collection._id)),
    hidden_collection_ids: hidden.map((collection) => indexKey(collection._id)),
    ...searched,
    hidden_collections: [...new Set(hiddenNames.flatMap(segmentWords))],
    ...found,
    ranking_payload: writeRankingPayload({
      identifiers,
      termWeights,
      titleStems,
      language: analyzer.language,
      productId: product._id,
      inStock,
      featured,
      textsHash: textsHash(texts),
    }),
    texts,
  };
}

type Searched = Pick<MappedDocument, 'title' | 'subtitle' | 'variants' | 'collections'> &
  Pick<MappedDocument, 'specifications' | 'description'>;
type Identified = Record<'sku' | 'barcode', string>;

type OfIdentifiers = 'sku' | 'barcode' | 'identifier_starts' | 'identifier_ends';

interface MatchingFields extends Pick<RankingPayload, 'identifiers' | 'termWeights' | 'titleStems'> {
  readonly fields: Pick<MappedDocument, OfIdentifiers | 'spellings' | 'compounds' | ImpactTierField>;
}

/**
 * Computes the fields that serve only matching and ranking. Tokenizes each text once, because tokenizing takes most of
 * the time.
 */
function toMatchingFields(searched: Searched, { sku, barcode }: Identified, analyzer: Analyzer): MatchingFields {
  const { title, subtitle, variants, collections, specifications, description } = searched;
  const identifiers = [sku, barcode, ...modelNumbersOf(title)].slice(0, MAX_IDENTIFIERS);
  const keys = [...new Set(identifiers.map(stripSeparators))].filter(
    (key) => key !== '' && key.length <= MAX_IDENTIFIER,
  );
  const words = {
    title: tokenize(title),
    subtitle: tokenize(subtitle),
    collections: tokenizeAll(collections),
    variants: tokenizeAll(variants),
    description: tokenize(description),
    specifications: tokenizeAll(specifications),
  };
  /** The stem of each word. */
  const stems = new Map<string, string>();
  for (const field in words)
    for (const word of words[field as keyof typeof words]) if (!stems.has(word)) stems.set(word, analyzer.stem(word));
  const parts = tokenizeAll([sku, barcode]).filter((word) => !isSerialNumber(word));
  const terms = weighTerms({ ...words, identifiers: [...parts, ...tokenizeAll(keys)] }, analyzer);
  const searchable = new Set([...stems.values(), ...parts.map(analyzer.stem)]);
  // A complete identifier is not a word of the index.
  const isSearchable = (term: string) => searchable.has(term);
  return {
    identifiers: keys.join(' '),
    termWeights: writeTermWeights(terms),
    titleStems: writeTitleStems(words.title.map((word) => stems.get(word) ?? word)),
    fields: {
      spellings: spellingsOf(searched, stems, identifiers, keys),
      compounds: analyzer.language === 'de' ? findCompounds(words) : [],
      sku: wordsOf(sku).filter((word) => !isSerialNumber(word)),
      barcode: wordsOf(barcode).filter((word) => !isSerialNumber(word)),
      identifier_starts: keys.flatMap(identifierNumbers),
      identifier_ends: keys.flatMap((key) => identifierNumbers(reverseText(key))),
      ...impactTiersOf(terms, isSearchable),
    },
  };
}

const MIN_COMPOUND = 8;
const MAX_COMPOUNDS = 50;

/** Returns possible compound words of the most significant texts. */
const findCompounds = ({ title, subtitle, collections, variants }: Record<string, readonly string[]>): string[] =>
  [...new Set([title, subtitle, collections, variants].flatMap((words = []) => words))]
    .filter((word) => word.length >= MIN_COMPOUND && /^\p{L}+$/u.test(word))
    .slice(0, MAX_COMPOUNDS);

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

const nameOf = (collection: OwnedStored): string => truncate(text(collection.name, 'name', ignore), MAX_LIST_TEXT);

const formatPair = (key: string, value: string): string => truncate(`${key}: ${value}`, MAX_LIST_TEXT);

/**
 * Truncates a text to `length` UTF-16 units. Replaces lone surrogates by U+FFFD, because the engine rejects them.
 * Copies a truncated text, because a slice would keep the original text, up to 16 MB, in memory.
 */
const truncate = (value: string, length: number): string =>
  value.length > length ? copyText(value.slice(0, length)) : value.toWellFormed();
