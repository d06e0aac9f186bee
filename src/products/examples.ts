/** Example products and collections for the OpenAPI document. */
import type { CollectionSummaryResponse, ImageResponse, ProductResponse, ProductSummaryResponse } from './schema.ts';

const CREATED = '2026-01-31T09:30:00.123+00:00';
const UPDATED = '2026-02-03T16:05:41.007+00:00';

export const imageExample: ImageResponse = {
  path: 'img/tent.jpg',
  mimeType: 'image/jpeg',
  role: 'image',
  url: {
    upload: 'https://uploads.example.com/img/tent.jpg',
    download: 'https://images.example.com/img/tent.jpg',
  },
};

export const collectionSummaryExample: CollectionSummaryResponse = {
  id: 'camping',
  name: 'Camping',
  handle: 'camping',
  description: 'Nights outside',
  status: 'published',
  createdAt: CREATED,
  updatedAt: UPDATED,
};

export const productSummaryExample: ProductSummaryResponse = {
  id: 'tent-2',
  handle: 'dome-tent',
  quantity: 7,
  price: 199.95,
  currency: 'EUR',
  status: 'published',
  featured: false,
  title: 'Dome tent',
  images: [imageExample],
};

export const productExample: ProductResponse = {
  ...productSummaryExample,
  subtitle: 'For two',
  description: 'Stands in three minutes.',
  barcode: '4006381333931',
  variants: [{ key: 'Colour', value: 'red' }],
  specifications: { material: 'polyester' },
  collections: [collectionSummaryExample],
  inventory: { sku: 'FJ-1042', tracked: true, reserved: 1, allowBackorder: false },
  merchant: { id: 'fjell', name: 'Fjell', handle: 'fjell' },
  location: {
    id: 'porto',
    name: 'Porto',
    handle: 'porto',
    address: { line1: '1 Quay Street', city: 'Porto', region: 'Norte', postalCode: '4000-001', countryCode: 'PT' },
    timezone: 'Europe/Lisbon',
  },
  createdAt: CREATED,
  updatedAt: UPDATED,
};
