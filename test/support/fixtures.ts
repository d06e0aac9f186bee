/** Complete documents for tests; a test overrides the fields it is about. */
import type { Document } from 'mongodb';
import { COLLECTION_DEFINITIONS } from '../../src/catalogue/definitions.ts';
import { type Catalogue, membershipId } from '../../src/catalogue/stored-documents.ts';

const CREATED = new Date('2026-01-31T09:30:00.123Z');

export const merchant = (id: string, given: Document = {}): Document => ({
  _id: id,
  name: `Merchant ${id}`,
  handle: id,
  status: 'active',
  locale: 'en',
  ...given,
});

export const location = (id: string, merchantId: string, given: Document = {}): Document => ({
  _id: id,
  merchantId,
  name: `Location ${id}`,
  handle: id,
  address: { line1: '1 Quay Street', city: 'Porto', region: 'Norte', postalCode: '4000-001', countryCode: 'PT' },
  timezone: 'Europe/Lisbon',
  ...given,
});

export const product = (id: string, merchantId: string, given: Document = {}): Document => ({
  _id: id,
  merchantId,
  locationId: `${merchantId}-location`,
  handle: `handle-${id}`,
  title: `Product ${id}`,
  subtitle: `Subtitle of ${id}`,
  description: `Description of ${id}`,
  barcode: '4006381333931',
  price: 19.95,
  currency: 'EUR',
  quantity: 7,
  status: 'published',
  featured: false,
  inventory: { sku: `SKU-${id}`, tracked: true, reserved: 1, allowBackorder: false },
  variants: [{ key: 'Colour', value: 'red' }],
  specifications: { material: 'steel' },
  images: [{ path: `img/${id}.jpg`, mimeType: 'image/jpeg', role: 'image' }],
  createdAt: CREATED,
  updatedAt: CREATED,
  ...given,
});

/** The fields of a product that is in stock, and whose only text is its title: `{ ...plain, title }`. */
export const plain = { subtitle: '', description: '', barcode: '', variants: [], specifications: {}, images: [] };

/** The fields of a product whose only text is its title, without an SKU: `{ ...bare, title }`. */
export const bare = { subtitle: '', description: '', barcode: '', inventory: {}, variants: [], specifications: {} };

export const collection = (id: string, merchantId: string, given: Document = {}): Document => ({
  _id: id,
  merchantId,
  name: `Collection ${id}`,
  handle: id,
  description: `About ${id}`,
  status: 'published',
  images: [],
  createdAt: CREATED,
  updatedAt: CREATED,
  ...given,
});

export const membership = (
  collectionId: string,
  productId: string,
  merchantId: string,
  given: Document = {},
): Document => ({
  _id: membershipId(collectionId, productId),
  merchantId,
  collectionId,
  productId,
  position: 0,
  hidePrice: false,
  ...given,
});

type Target = Exclude<keyof Catalogue, 'database' | 'accessTokens' | 'searches'>;

/** Inserts documents; only MongoDB's validators check them. */
export async function insert(
  catalogue: Catalogue,
  documents: Partial<Record<Target, readonly Document[]>>,
): Promise<void> {
  for (const [target, list] of Object.entries(documents) as [Target, Document[]][]) {
    if (list.length > 0) await catalogue.database.collection(catalogue[target].collectionName).insertMany(list);
  }
}

/** A merchant with the location that its products name. */
export const shop = (id: string) => ({ merchants: [merchant(id)], locations: [location(`${id}-location`, id)] });

/** Removes validators, so that MongoDB accepts malformed documents, as before `setup`. */
export const withoutValidators = ({ database }: Catalogue, names = ['products', 'merchants']) =>
  Promise.all(names.map((collMod) => database.command({ collMod, validator: {} })));

/** Gives a collection its validator again, as `setup` does. */
export const withValidator = ({ database }: Catalogue, collMod: string) =>
  database.command({ collMod, validator: COLLECTION_DEFINITIONS[collMod]?.validator ?? {} });
