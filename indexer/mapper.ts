/** From a stored product to its search document: every field bounded, whatever the product holds. A pure function. */
import type { OwnedStored } from '../src/data/collections.ts';
import { fields, flag, list, number, type Odd, optionalText, status, text, textMap } from '../src/data/values.ts';
import { indexKey, type SearchDocument } from '../src/search/index-document.ts';

const MAX_TEXT = 1000;
const MAX_DESCRIPTION = 4000;
const MAX_LIST_TEXT = 300;
const MAX_LIST = 300;
const MAX_COLLECTIONS = 500;

/** Odd values are counted where they are shown; the index takes them as they can be read. */
const ignore: Odd = () => undefined;

/** `collections` are those that the product belongs to and that exist, whatever their status. */
export function toSearchDocument(product: OwnedStored, collections: readonly OwnedStored[]): SearchDocument {
  const locationId = typeof product.locationId === 'string' ? product.locationId : '';
  const inventory = fields(product.inventory, 'inventory', ignore);
  const bounded = collections.slice(0, MAX_COLLECTIONS);
  const published = bounded.filter((collection) => collection.status === 'published');
  const hidden = bounded.filter((collection) => collection.status !== 'published');
  return {
    id: indexKey(product._id),
    merchant_id: indexKey(product.merchantId),
    product_id: product._id,
    location_id: cut(locationId, MAX_LIST_TEXT),
    location_key: indexKey(locationId),
    status: status(product.status, ignore),
    featured: flag(product.featured, 'featured', ignore),
    in_stock: number(product.quantity, 'quantity', ignore) > 0,
    price: number(product.price, 'price', ignore),
    collection_ids: published.map((collection) => indexKey(collection._id)),
    hidden_collection_ids: hidden.map((collection) => indexKey(collection._id)),
    title: cut(text(product.title, 'title', ignore), MAX_TEXT),
    subtitle: cut(optionalText(product.subtitle, 'subtitle', ignore), MAX_TEXT),
    barcode: cut(optionalText(product.barcode, 'barcode', ignore), MAX_LIST_TEXT),
    sku: cut(optionalText(inventory.sku, 'inventory.sku', ignore), MAX_LIST_TEXT),
    variants: list(product.variants, 'variants', ignore)
      .slice(0, MAX_LIST)
      .map((variant) => keyed(text(variant.key, 'key', ignore), text(variant.value, 'value', ignore))),
    specifications: Object.entries(textMap(product.specifications, 'specifications', ignore))
      .slice(0, MAX_LIST)
      .map(([key, value]) => keyed(key, value)),
    collections: published.map(nameOf),
    hidden_collections: hidden.map(nameOf),
    description: cut(optionalText(product.description, 'description', ignore), MAX_DESCRIPTION),
  };
}

const nameOf = (collection: OwnedStored): string => cut(text(collection.name, 'name', ignore), MAX_LIST_TEXT);

const keyed = (key: string, value: string): string => cut(`${key}: ${value}`, MAX_LIST_TEXT);

/**
 * At most so many UTF-16 units. A lone surrogate, as a cut can leave it, is no text for the engine: it becomes U+FFFD.
 * What is cut is copied: a slice would keep the whole text in memory, and a product may have 16 MB of it.
 */
const cut = (value: string, length: number): string =>
  value.length > length ? Buffer.from(value.slice(0, length)).toString() : value.toWellFormed();
