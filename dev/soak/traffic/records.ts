/**
 * Random documents. Titles, descriptions and names end with a tag: `own` and the merchant's id. If a response contains
 * another merchant's tag, isolation is broken.
 */
import type { Document } from 'mongodb';
import type { Random } from '../../random.ts';

const WORDS =
  'amber anchor basket beacon bottle bramble candle canvas carbon cedar cobalt copper cotton crimson drill ember fabric ' +
  'garnet granite hammer harbour hazel indigo ivory kettle lantern linen marble meadow mirror olive orchid pepper pewter ' +
  'pillow quartz ribbon saffron scarlet silver timber velvet walnut willow';
const LIST = WORDS.split(' ');

export const ownerTagOf = (merchantId: string): string => `own${merchantId}`;
/** The tag in a pipeline update, from the document's `merchantId`. */
export const OWNER_TAG = { $concat: ['own', '$merchantId'] };
export const OWNER_TAGS = /own(m\d+)/g;

export const someWords = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.pick(LIST)).join(' ');

export function newProduct(random: Random, id: string, merchantId: string): Document {
  const tag = ownerTagOf(merchantId);
  const now = new Date();
  return {
    _id: id,
    merchantId,
    locationId: `l-${merchantId}`,
    handle: id,
    title: `${someWords(random, 3)} ${tag}`,
    subtitle: `${someWords(random, 4)} ${tag}`,
    description: `${someWords(random, random.integer(5, 120))} ${tag}`,
    barcode: String(random.integer(4_000_000_000_000, 4_999_999_999_999)),
    price: random.integer(100, 100_000) / 100,
    currency: 'EUR',
    quantity: random.integer(0, 20),
    status: random.pick(['published', 'published', 'draft', 'archived']),
    featured: random.chance(0.1),
    inventory: { sku: `SKU-${id}`, tracked: true, reserved: 0, allowBackorder: false },
    variants: [{ key: 'Colour', value: someWords(random, 1) }],
    specifications: { Material: someWords(random, 1), Weight: `${random.integer(1, 900)} g` },
    images: [],
    createdAt: now,
    updatedAt: now,
  };
}

export const newCollection = (random: Random, id: string, merchantId: string): Document => ({
  _id: id,
  merchantId,
  name: `${someWords(random, 2)} ${ownerTagOf(merchantId)}`,
  handle: id,
  description: someWords(random, 8),
  status: random.pick(['published', 'published', 'draft']),
  images: [],
  createdAt: new Date(),
  updatedAt: new Date(),
});

export const newMerchant = (id: string): Document => ({ _id: id, name: `Shop ${id}`, handle: id, status: 'active' });

export const newLocation = (merchantId: string): Document => ({
  _id: `l-${merchantId}`,
  merchantId,
  name: `Warehouse of ${merchantId}`,
  handle: merchantId,
  address: { line1: '1 Quay Street', city: 'Porto', region: 'Norte', postalCode: '4000-001', countryCode: 'PT' },
  timezone: 'Europe/Lisbon',
});

/** Values that no product should have. Lists only for fields without an index: MongoDB allows one list per index. */
const MALFORMED: readonly unknown[] = [
  null,
  7,
  Number.NaN,
  {},
  true,
  '\ud800',
  '',
  'x'.repeat(20_000),
  { '': { '.': 1 } },
];
const MALFORMED_LISTS: readonly unknown[] = [[], [[1]], [null, 'text']];
const FIELDS = ['title', 'subtitle', 'description', 'price', 'quantity', 'status', 'locationId'];

export const malformedFields = (random: Random): Document => ({
  ...Object.fromEntries(random.sample(FIELDS, 2).map((field) => [field, random.pick(MALFORMED)])),
  [random.pick(['variants', 'specifications'])]: random.pick([...MALFORMED, ...MALFORMED_LISTS]),
});
