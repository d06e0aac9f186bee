/**
 * Maps stored products and their includes to the response schemas of `schema.ts`. Pure functions. Whatever a document
 * contains, the result has every documented field with its documented type, and each malformed value is reported.
 */
import { isTracked } from '../catalogue/availability.ts';
import type { OwnedStored, Stored } from '../catalogue/stored-documents.ts';
import {
  type Fields,
  fields,
  flag,
  idText,
  list,
  number,
  type OnMalformed,
  optionalText,
  status,
  text,
  textMap,
  timestamp,
} from '../catalogue/values.ts';
import { type ImageBaseUrls, serialiseImages } from './images.ts';
import type { Includes } from './includes.ts';
import type {
  CollectionSummaryResponse,
  LocationResponse,
  MerchantResponse,
  ProductResponse,
  ProductSummaryResponse,
} from './schema.ts';

/** What serialisation needs beside the documents. */
export interface SerialiseOptions {
  readonly imageBaseUrls: ImageBaseUrls;
  /** Called with the kind of document and the field of each malformed value. */
  readonly onMalformed: (kind: string, field: string) => void;
}

/**
 * Returns a function that serialises a product of a page with all its fields. The merchant, and each location and
 * collection, is serialised once per page, so its malformed values are reported once. A merchant or location that is
 * missing is reported as a malformed value of each product that names it.
 */
export function productSerialiser(
  includes: Includes,
  options: SerialiseOptions,
): (product: OwnedStored) => ProductResponse {
  const merchantOf = memoised((merchantId: string) => serialiseMerchant(includes.merchant, merchantId, options));
  const locationOf = memoised((id: string) => serialiseLocation(includes.locations.get(id), id, options));
  const summaryOf = memoised((collection: OwnedStored) => serialiseCollectionSummary(collection, options));
  const malformed = malformedIn(options, 'product');
  return (product) => {
    const locationId = typeof product.locationId === 'string' ? product.locationId : '';
    if (includes.merchant === null) malformed('merchantId');
    if (!includes.locations.has(locationId)) malformed('locationId');
    return serialiseProduct(
      product,
      {
        collections: (includes.collections.get(product._id) ?? []).map(summaryOf),
        merchant: merchantOf(product.merchantId),
        location: locationOf(locationId),
      },
      options,
    );
  };
}

type ProductIncludes = Pick<ProductResponse, 'collections' | 'merchant' | 'location'>;

function serialiseProduct(product: OwnedStored, includes: ProductIncludes, options: SerialiseOptions): ProductResponse {
  const malformed = malformedIn(options, 'product');
  return Object.assign(serialiseProductHead(product, malformed), {
    subtitle: optionalText(product.subtitle, 'subtitle', malformed),
    description: optionalText(product.description, 'description', malformed),
    barcode: optionalText(product.barcode, 'barcode', malformed),
    variants: list(product.variants, 'variants', malformed).map((variant) => ({
      key: text(variant.key, 'variants.key', malformed),
      value: text(variant.value, 'variants.value', malformed),
    })),
    specifications: textMap(product.specifications, 'specifications', malformed),
    images: serialiseImages(product.images, options.imageBaseUrls, malformed),
    collections: includes.collections,
    inventory: serialiseInventory(fields(product.inventory, 'inventory', malformed), malformed),
    merchant: includes.merchant,
    location: includes.location,
    createdAt: timestamp(product.createdAt, 'createdAt', malformed),
    updatedAt: timestamp(product.updatedAt, 'updatedAt', malformed),
  });
}

/** The nine fields that a product has in search results and in collections. */
export function serialiseProductSummary(product: OwnedStored, options: SerialiseOptions): ProductSummaryResponse {
  const malformed = malformedIn(options, 'product');
  return Object.assign(serialiseProductHead(product, malformed), {
    images: serialiseImages(product.images, options.imageBaseUrls, malformed),
  });
}

/**
 * The fields that both forms of a product begin with; `Object.assign` adds the others. Node 20: `{ ...head, more }`
 * gives each object its own hidden class, which makes a page three times as expensive.
 */
const serialiseProductHead = (
  product: OwnedStored,
  malformed: OnMalformed,
): Omit<ProductSummaryResponse, 'images'> => ({
  id: idText(product._id),
  handle: text(product.handle, 'handle', malformed),
  quantity: number(product.quantity, 'quantity', malformed),
  price: number(product.price, 'price', malformed),
  currency: text(product.currency, 'currency', malformed),
  status: status(product.status, malformed),
  featured: flag(product.featured, 'featured', malformed),
  title: text(product.title, 'title', malformed),
});

/** A collection without its images and products, as part of a product. */
function serialiseCollectionSummary(collection: OwnedStored, options: SerialiseOptions): CollectionSummaryResponse {
  const malformed = malformedIn(options, 'collection');
  return Object.assign(serialiseCollectionHead(collection, malformed), {
    createdAt: timestamp(collection.createdAt, 'createdAt', malformed),
    updatedAt: timestamp(collection.updatedAt, 'updatedAt', malformed),
  });
}

/** The fields that both forms of a collection begin with. */
export const serialiseCollectionHead = (
  collection: OwnedStored,
  malformed: OnMalformed,
): Omit<CollectionSummaryResponse, 'createdAt' | 'updatedAt'> => ({
  id: idText(collection._id),
  name: text(collection.name, 'name', malformed),
  handle: text(collection.handle, 'handle', malformed),
  description: optionalText(collection.description, 'description', malformed),
  status: status(collection.status, malformed),
});

const ignore: OnMalformed = () => undefined;

export const malformedIn =
  ({ onMalformed }: SerialiseOptions, kind: string): OnMalformed =>
  (field) =>
    onMalformed(kind, field);

function serialiseInventory(inventory: Fields, malformed: OnMalformed): ProductResponse['inventory'] {
  return {
    sku: optionalText(inventory.sku, 'inventory.sku', malformed),
    tracked: isTracked(inventory, malformed),
    reserved: inventory.reserved === undefined ? 0 : number(inventory.reserved, 'inventory.reserved', malformed),
    allowBackorder: flag(inventory.allowBackorder, 'inventory.allowBackorder', malformed),
  };
}

/** A merchant that is missing has its id and empty texts, which are not reported. */
function serialiseMerchant(merchant: Stored | null, id: string, options: SerialiseOptions): MerchantResponse {
  const malformed = merchant === null ? ignore : malformedIn(options, 'merchant');
  return {
    id,
    name: text(merchant?.name, 'name', malformed),
    handle: text(merchant?.handle, 'handle', malformed),
  };
}

/** A location that is missing, or that another merchant owns, has its id and empty texts, which are not reported. */
function serialiseLocation(location: OwnedStored | undefined, id: string, options: SerialiseOptions): LocationResponse {
  const malformed = location === undefined ? ignore : malformedIn(options, 'location');
  const address = fields(location?.address, 'address', malformed);
  return {
    id,
    name: text(location?.name, 'name', malformed),
    handle: text(location?.handle, 'handle', malformed),
    address: {
      line1: optionalText(address.line1, 'address.line1', malformed),
      city: optionalText(address.city, 'address.city', malformed),
      region: optionalText(address.region, 'address.region', malformed),
      postalCode: optionalText(address.postalCode, 'address.postalCode', malformed),
      countryCode: optionalText(address.countryCode, 'address.countryCode', malformed),
    },
    timezone: optionalText(location?.timezone, 'timezone', malformed),
  };
}

function memoised<K, T>(make: (key: K) => T): (key: K) => T {
  const values = new Map<K, T>();
  return (key) => {
    const cached = values.get(key);
    if (cached !== undefined) return cached;
    const value = make(key);
    values.set(key, value);
    return value;
  };
}
