/**
 * Maps a stored product to its search document. A pure function: the same input always gives the same document. Every
 * field is bounded, whatever the product holds. Raise MAPPING_VERSION when you change the mapping.
 */
import { isAvailable } from '../../src/catalogue/availability.ts';
import type { OwnedStored } from '../../src/catalogue/stored-documents.ts';
import {
  fields,
  flag,
  list,
  type OnMalformed,
  optionalNumber,
  optionalText,
  status,
  text,
  textMap,
} from '../../src/catalogue/values.ts';
import { copyText } from '../../src/runtime/text-size.ts';
import type { MappedDocument } from '../../src/search/index/document.ts';
import { facetsOf } from '../../src/search/index/facets.ts';
import { indexKey, indexPrice } from '../../src/search/index/keys.ts';
import { type ProductTexts, textsHash, writeTexts } from '../../src/search/index/product-texts.ts';
import { writeRankingPayload } from '../../src/search/index/ranking-payload.ts';
import type { Analyzer } from '../../src/search/text/analyzer.ts';
import { foldDigits, foldText } from '../../src/search/text/fold.ts';
import { textOfHtml } from '../../src/search/text/plain-text.ts';
import { segmentWords } from '../../src/search/text/segment.ts';
import { toMatchingFields } from './matching-fields.ts';

const MAX_TEXT = 1000;
const MAX_DESCRIPTION = 4000;
/** Of a description with its HTML. */
const MAX_HTML = 20_000;
const MAX_LIST_TEXT = 300;
/** The engine sorts by the first 468 bytes of a text. */
const MAX_TITLE_KEY_BYTES = 460;
const MAX_LIST = 300;
/** The collections of a product in its document, the first by id. */
export const MAX_COLLECTIONS = 500;

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
  const bounded = collections.slice(0, MAX_COLLECTIONS);
  const published = bounded.filter((collection) => collection.status === 'published');
  const hidden = bounded.filter((collection) => collection.status !== 'published');
  const { identified, variants, specifications, shown, searched } = textsOf(product, published);
  const hiddenNames = hidden.map(collectionName);
  const location = truncate(locationId, MAX_LIST_TEXT);
  const texts = { location_id: location, ...identified, ...shown, hidden_collections: hiddenNames };
  const writtenTexts = writeTexts(texts satisfies Required<ProductTexts>);
  const inStock = isAvailable(product, ignore);
  const price = optionalNumber(product.price, 'price', ignore);
  const featured = flag(product.featured, 'featured', ignore);
  const { fields: found, ...ofPayload } = toMatchingFields(searched, identified, analyzer);
  return {
    id: indexKey(product._id),
    merchant_id: indexKey(product.merchantId),
    product_id: product._id,
    location_key: indexKey(locationId),
    status: status(product.status, ignore),
    featured,
    in_stock: inStock,
    price: price === undefined ? undefined : indexPrice(price),
    created_at: millisecondsOf(product.createdAt),
    title_key: titleKeyOf(searched.title),
    collection_ids: published.map((collection) => indexKey(collection._id)),
    hidden_collection_ids: hidden.map((collection) => indexKey(collection._id)),
    // The engine takes the digits of each script for other words.
    title: foldDigits(searched.title),
    subtitle: foldDigits(searched.subtitle),
    variants: searched.variants.map(foldDigits),
    specifications: searched.specifications.map(foldDigits),
    description: foldDigits(searched.description),
    hidden_collections: [...new Set(hiddenNames.map(textOfHtml).map(foldDigits).flatMap(segmentWords))],
    ...found,
    ranking_payload: writeRankingPayload({
      ...ofPayload,
      language: analyzer.language,
      productId: product._id,
      inStock,
      featured,
      textsHash: textsHash(writtenTexts),
    }),
    texts: writtenTexts,
    ...facetsOf({ specifications, variants }),
  };
}

/** The texts of a product: identifiers, pairs, and all texts as they are shown and as they are searched. */
function textsOf(product: OwnedStored, collections: readonly OwnedStored[]) {
  const inventory = fields(product.inventory, 'inventory', ignore);
  const identified = {
    sku: truncate(optionalText(inventory.sku, 'inventory.sku', ignore), MAX_LIST_TEXT),
    barcode: truncate(optionalText(product.barcode, 'barcode', ignore), MAX_LIST_TEXT),
  };
  const variants = list(product.variants, 'variants', ignore)
    .slice(0, MAX_LIST)
    .map((variant) => ({ key: text(variant.key, 'key', ignore), value: text(variant.value, 'value', ignore) }));
  const specifications = Object.entries(textMap(product.specifications, 'specifications', ignore))
    .slice(0, MAX_LIST)
    .map(([key, value]) => ({ key, value }));
  // Clients compare the match of a title with the product's title, so short texts are shown as they are stored.
  const shown = {
    title: truncate(text(product.title, 'title', ignore), MAX_TEXT),
    subtitle: truncate(optionalText(product.subtitle, 'subtitle', ignore), MAX_TEXT),
    variants: variants.map(formatPair),
    specifications: specifications.map(formatPair).map(textOfHtml),
    collections: collections.map(collectionName),
    description: descriptionOf(product),
  };
  const searched = {
    ...shown,
    title: textOfHtml(shown.title),
    subtitle: textOfHtml(shown.subtitle),
    variants: shown.variants.map(textOfHtml),
    collections: shown.collections.map(textOfHtml),
  };
  return { identified, variants, specifications, shown, searched };
}

/** Returns the time of a date; undefined for a malformed one. */
const millisecondsOf = (date: unknown): number | undefined =>
  date instanceof Date && !Number.isNaN(date.getTime()) ? date.getTime() : undefined;

const titleKeyOf = (title: string): string =>
  truncateBytes(foldText(title).replace(/\s+/g, ' ').trim(), MAX_TITLE_KEY_BYTES);

/** The name of a collection as documents have it. */
export const collectionName = ({ name }: OwnedStored): string => truncate(text(name, 'name', ignore), MAX_LIST_TEXT);

const descriptionOf = (product: OwnedStored): string =>
  truncate(textOfHtml(truncate(optionalText(product.description, 'description', ignore), MAX_HTML)), MAX_DESCRIPTION);

const formatPair = ({ key, value }: { readonly key: string; readonly value: string }): string =>
  truncate(`${key}: ${value}`, MAX_LIST_TEXT);

/**
 * Truncates a text to `length` UTF-16 units. Replaces lone surrogates by U+FFFD, because the engine rejects them.
 * Copies a truncated text, because a slice would keep the original text, up to 16 MB, in memory.
 */
const truncate = (value: string, length: number): string =>
  value.length > length ? copyText(value.slice(0, length)) : value.toWellFormed();

/** Truncates a text to `length` bytes of UTF-8, between two characters. */
const truncateBytes = (value: string, length: number): string => {
  const bytes = new Uint8Array(length);
  const { written } = new TextEncoder().encodeInto(value, bytes);
  return Buffer.from(bytes.subarray(0, written)).toString();
};
