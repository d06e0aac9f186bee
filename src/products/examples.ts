/** One product in each of its forms, as the OpenAPI document shows it. */
import type { CollectionSummaryAnswer, ImageAnswer, ProductAnswer, ReducedProductAnswer } from './schema.ts';

const CREATED = '2026-01-31T09:30:00.123+00:00';
const UPDATED = '2026-02-03T16:05:41.007+00:00';

export const imageExample: ImageAnswer = {
  path: 'img/tent.jpg',
  mimeType: 'image/jpeg',
  role: 'image',
  url: {
    upload: 'https://uploads.example.com/img/tent.jpg',
    download: 'https://images.example.com/img/tent.jpg',
  },
};

export const collectionSummaryExample: CollectionSummaryAnswer = {
  id: 'camping',
  name: 'Camping',
  handle: 'camping',
  description: 'Nights outside',
  status: 'published',
  createdAt: CREATED,
  updatedAt: UPDATED,
};

export const reducedProductExample: ReducedProductAnswer = {
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

export const productExample: ProductAnswer = {
  ...reducedProductExample,
  subtitle: 'For two',
  description: 'Stands in three minutes.',
  barcode: '4006381333931',
  variants: [{ key: 'Colour', value: 'red' }],
  specifications: { material: 'polyester' },
  collections: [collectionSummaryExample],
  inventory: { sku: 'TENT-2-RED', tracked: true, reserved: 1, allowBackorder: false },
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
