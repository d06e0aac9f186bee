/**
 * Shows stored products as the API answers them. Pure functions of what was read: whatever a document holds, the answer
 * has every documented field with its documented type.
 */
import type { OwnedStored, Stored } from '../data/collections.ts';
import {
  type Fields,
  fields,
  flag,
  list,
  number,
  type Odd,
  optionalText,
  status,
  text,
  textMap,
  timestamp,
} from '../data/values.ts';
import type { Related } from './related.ts';
import type { CollectionSummaryAnswer, ImageAnswer, ProductAnswer, ReducedProductAnswer } from './schema.ts';

/** What presentation needs beside the documents. */
export interface Presenter {
  /** Both end with a slash. */
  readonly imageBaseUrls: { readonly download: string; readonly upload: string };
  /** Told the kind of document and the field of each odd value. */
  readonly onOdd: (kind: string, field: string) => void;
}

/** Fields that the reduced product is made from: a query for it needs no others. */
export const REDUCED_PRODUCT_FIELDS = [
  'handle',
  'quantity',
  'price',
  'currency',
  'status',
  'featured',
  'title',
  'images',
] as const;

/** The nine fields that a product has in search results and inside a collection. */
export function presentReducedProduct(product: OwnedStored, presenter: Presenter): ReducedProductAnswer {
  const odd = oddIn(presenter, 'product');
  return {
    id: String(product._id),
    handle: text(product.handle, 'handle', odd),
    quantity: number(product.quantity, 'quantity', odd),
    price: number(product.price, 'price', odd),
    currency: text(product.currency, 'currency', odd),
    status: status(product.status, odd),
    featured: flag(product.featured, 'featured', odd),
    title: text(product.title, 'title', odd),
    images: presentImages(product.images, presenter, odd),
  };
}

/** A product with all its fields and what belongs to it. `product-json.ts` writes the same: what is changed here is changed there. */
export function presentProduct(product: OwnedStored, related: Related, presenter: Presenter): ProductAnswer {
  const odd = oddIn(presenter, 'product');
  const location = typeof product.locationId === 'string' ? related.locations.get(product.locationId) : undefined;
  const { images, ...head } = presentReducedProduct(product, presenter);
  return {
    ...head,
    subtitle: optionalText(product.subtitle, 'subtitle', odd),
    description: optionalText(product.description, 'description', odd),
    barcode: optionalText(product.barcode, 'barcode', odd),
    variants: list(product.variants, 'variants', odd).map((variant) => ({
      key: text(variant.key, 'variants.key', odd),
      value: text(variant.value, 'variants.value', odd),
    })),
    specifications: textMap(product.specifications, 'specifications', odd),
    images,
    collections: (related.collections.get(product._id) ?? []).map((collection) =>
      presentCollectionSummary(collection, presenter),
    ),
    inventory: presentInventory(fields(product.inventory, 'inventory', odd), odd),
    merchant: presentMerchant(related.merchant, product.merchantId, presenter),
    location: presentLocation(location, product.locationId, presenter),
    createdAt: timestamp(product.createdAt, 'createdAt', odd),
    updatedAt: timestamp(product.updatedAt, 'updatedAt', odd),
  };
}

/** A collection without its images and products, as a product carries it. */
export function presentCollectionSummary(collection: OwnedStored, presenter: Presenter): CollectionSummaryAnswer {
  const odd = oddIn(presenter, 'collection');
  return {
    id: String(collection._id),
    name: text(collection.name, 'name', odd),
    handle: text(collection.handle, 'handle', odd),
    description: optionalText(collection.description, 'description', odd),
    status: status(collection.status, odd),
    createdAt: timestamp(collection.createdAt, 'createdAt', odd),
    updatedAt: timestamp(collection.updatedAt, 'updatedAt', odd),
  };
}

export function presentImages(images: unknown, { imageBaseUrls }: Presenter, odd: Odd): ImageAnswer[] {
  return list(images, 'images', odd).map((image) => {
    const path = text(image.path, 'images.path', odd);
    const encoded = encodePath(path);
    return {
      path,
      mimeType: optionalText(image.mimeType, 'images.mimeType', odd),
      role: optionalText(image.role, 'images.role', odd) || 'image',
      url: { upload: imageBaseUrls.upload + encoded, download: imageBaseUrls.download + encoded },
    };
  });
}

export const oddIn =
  ({ onOdd }: Presenter, kind: string): Odd =>
  (field) =>
    onOdd(kind, field);

/** A path as a URL's path: segments encoded, slashes kept, none at its beginning. A dot segment cannot climb out of the base. */
export function encodePath(path: string): string {
  return path
    .replace(/^\/+/, '')
    .split('/')
    .map((segment) =>
      /^\.{1,2}$/.test(segment) ? segment.replaceAll('.', '%252E') : encodeURIComponent(segment.toWellFormed()),
    )
    .join('/');
}

function presentInventory(inventory: Fields, odd: Odd) {
  return {
    sku: optionalText(inventory.sku, 'inventory.sku', odd),
    tracked: flag(inventory.tracked, 'inventory.tracked', odd),
    reserved: inventory.reserved === undefined ? 0 : number(inventory.reserved, 'inventory.reserved', odd),
    allowBackorder: flag(inventory.allowBackorder, 'inventory.allowBackorder', odd),
  };
}

export function presentMerchant(merchant: Stored | null, merchantId: string, presenter: Presenter) {
  const odd = oddIn(presenter, 'merchant');
  return {
    id: merchantId,
    name: text(merchant?.name, 'name', odd),
    handle: text(merchant?.handle, 'handle', odd),
  };
}

/** A location that is missing, or that another merchant owns, is shown by its id with empty texts. */
export function presentLocation(location: OwnedStored | undefined, locationId: unknown, presenter: Presenter) {
  const odd = oddIn(presenter, 'location');
  const address = fields(location?.address, 'address', odd);
  return {
    id: location?._id ?? (typeof locationId === 'string' ? locationId : ''),
    name: text(location?.name, 'name', odd),
    handle: text(location?.handle, 'handle', odd),
    address: {
      line1: optionalText(address.line1, 'address.line1', odd),
      city: optionalText(address.city, 'address.city', odd),
      region: optionalText(address.region, 'address.region', odd),
      postalCode: optionalText(address.postalCode, 'address.postalCode', odd),
      countryCode: optionalText(address.countryCode, 'address.countryCode', odd),
    },
    timezone: optionalText(location?.timezone, 'timezone', odd),
  };
}
