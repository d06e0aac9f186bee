/**
 * Many shops with hostile ids, whose documents refer to the next shop. Each has a mark in its texts that reveals a
 * leak.
 */
import { createHash } from 'node:crypto';
import { collection, location, membership, merchant, product } from '../../support/fixtures.ts';

/** Ids that a filter, key, header or comparison could confuse or misread. */
const MERCHANT_IDS: readonly string[] = [
  'shop',
  'Shop',
  'SHOP',
  'shóp',
  'sho\u0301p',
  'ｓｈｏｐ',
  'shop ',
  ' shop',
  'shop\u00a0',
  'shop\u200b',
  'shop"',
  "shop'",
  'shop\\',
  'shop\\"',
  '"',
  '\\',
  '""',
  'shop/../Shop',
  'shop%22',
  'shop,Shop',
  'shop:Shop',
  '" OR merchant_id = "shop',
  '" OR merchant_id != "',
  "' OR 1=1 --",
  '") OR (merchant_id = "shop',
  'shop" OR',
  'shop\nShop',
  'shop\r\nX-Merchant: Shop',
  'shop\tshop',
  'shop\u0000',
  '\u0000',
  '\u202epohs',
  '😀',
  '👨‍👩‍👧',
  'ß',
  'SS',
  'İ',
  'i',
  '{"$ne":null}',
  '$ne',
  '$where',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '*',
  '.*',
  '^shop',
  '0',
  '-',
  'x'.repeat(200),
  `${'x'.repeat(199)}y`,
  `_${createHash('sha256').update('Shop').digest('hex')}`,
];

export interface Shop {
  readonly merchantId: string;
  /** Every text of the shop has it, and no text of another shop. */
  readonly mark: string;
  readonly productIds: readonly string[];
  readonly publishedProductIds: readonly string[];
  readonly collectionId: string;
  readonly locationId: string;
}

const markOf = (index: number): string => `mark${String(index).padStart(3, '0')}mark`;

export const shops: readonly Shop[] = MERCHANT_IDS.map((merchantId, index) => ({
  merchantId,
  mark: markOf(index),
  productIds: [`p-${index}-open`, `p-${index}-draft`],
  publishedProductIds: [`p-${index}-open`],
  collectionId: `c-${index}`,
  locationId: `l-${index}`,
}));

export const nextOf = (shop: Shop): Shop => shops[(shops.indexOf(shop) + 1) % shops.length] ?? shop;

const marked = (mark: string, what: string) => ({
  name: `${what} ${mark}`,
  handle: `${what}-${mark}`,
  description: `About ${mark}`,
});

function documentsOf(shop: Shop) {
  const { merchantId, mark, productIds, collectionId, locationId } = shop;
  const next = nextOf(shop);
  const [open = '', draft = ''] = productIds;
  const texts = { handle: `handle-${mark}`, title: `Treasure ${mark}`, subtitle: mark, description: `Of ${mark}` };
  return {
    merchants: [merchant(merchantId, { name: `Merchant ${mark}`, handle: `merchant-${mark}` })],
    locations: [location(locationId, merchantId, { name: `Location ${mark}`, handle: `location-${mark}` })],
    products: [
      product(open, merchantId, { ...texts, locationId }),
      // This draft names a location of the next shop.
      product(draft, merchantId, { ...texts, locationId: next.locationId, status: 'draft' }),
    ],
    collections: [
      collection(collectionId, merchantId, marked(mark, 'Collection')),
      collection(`${collectionId}-of-others`, merchantId, marked(mark, 'Others')),
      collection(`${collectionId}-hidden`, merchantId, { ...marked(mark, 'Hidden'), status: 'draft' }),
    ],
    memberships: [
      ...productIds.map((id) => membership(collectionId, id, merchantId)),
      membership(`${collectionId}-hidden`, open, merchantId),
      // Memberships of this shop that refer to a product or a collection of the next.
      membership(collectionId, next.productIds[0] ?? '', merchantId),
      membership(`${next.collectionId}-of-others`, open, merchantId),
      // A membership of this shop whose collection and product are both of the next.
      membership(`${next.collectionId}-of-others`, next.productIds[0] ?? '', merchantId),
    ],
  };
}

const all = shops.map(documentsOf);

/** All documents of all shops. */
export const documents = {
  merchants: all.flatMap(({ merchants }) => merchants),
  locations: all.flatMap(({ locations }) => locations),
  products: all.flatMap(({ products }) => products),
  collections: all.flatMap(({ collections }) => collections),
  memberships: all.flatMap(({ memberships }) => memberships),
};

/** The marks of shops in a text. */
export const marksIn = (text: string): string[] => [...new Set(text.match(/mark\d{3}mark/g))].toSorted();
