/** The shapes of products as the API answers them, with what each field means: the OpenAPI document shows them. */
import * as z from 'zod';
import { STATUSES } from '../catalogue/values.ts';

export const timestampSchema = z
  .string()
  .regex(/^(\d{4}|[+-]\d{6})-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+00:00$/)
  .meta({
    id: 'Timestamp',
    description: 'ISO 8601 with milliseconds and a numeric offset. A year beyond 9999 has a sign and six digits.',
    examples: ['2026-01-31T09:30:00.123+00:00'],
  });

export const statusSchema = z
  .enum(STATUSES)
  .meta({ id: 'Status', description: 'A `published` token sees only what is `published`.', examples: ['published'] });

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });
const amount = (description: string, example: number) => z.number().meta({ description, examples: [example] });
const flag = (description: string, example: boolean) => z.boolean().meta({ description, examples: [example] });

export const imageSchema = z
  .strictObject({
    path: text('Where the file is in the storage.', 'img/tent.jpg'),
    mimeType: text('Its media type; empty where that is not known.', 'image/jpeg'),
    role: text('What it is for.', 'image'),
    url: z
      .strictObject({
        upload: text('Where the file is written.', 'https://uploads.example.com/img/tent.jpg'),
        download: text('Where the file is read.', 'https://images.example.com/img/tent.jpg'),
      })
      .meta({ description: 'The path joined with the base addresses of the storage.' }),
  })
  .meta({ id: 'Image', description: 'An image of a product or a collection.' });

export const collectionSummarySchema = z
  .strictObject({
    id: text('Identifier of the collection.', 'camping'),
    name: text('Its name.', 'Camping'),
    handle: text('URL-style slug.', 'camping'),
    description: text('What it is about.', 'Nights outside'),
    status: statusSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'CollectionSummary', description: 'A collection as a product carries it.' });

/** Fields of every form of a product, but for its images, which come later in the full one. */
const productHead = {
  id: text('Identifier of the product.', 'tent-2'),
  handle: text('URL-style slug.', 'dome-tent'),
  quantity: amount('How many are in stock.', 7),
  price: amount('Decimal amount in `currency`.', 199.95),
  currency: text('Currency code.', 'EUR'),
  status: statusSchema,
  featured: flag('Whether the merchant puts it forward.', false),
  title: text('What it is called.', 'Dome tent'),
};

const images = z.array(imageSchema).meta({ description: 'Its images; may be empty.' });

export const reducedProductShape = { ...productHead, images };

export const reducedProductSchema = z
  .strictObject(reducedProductShape)
  .meta({ id: 'ReducedProduct', description: 'The nine fields that a product has in search results.' });

const inventorySchema = z
  .strictObject({
    sku: text('Stock keeping unit.', 'TENT-2-RED'),
    tracked: flag('Whether the stock is counted.', true),
    reserved: amount('How many of `quantity` are promised already.', 1),
    allowBackorder: flag('Whether it may be sold beyond the stock.', false),
  })
  .meta({ id: 'Inventory', description: 'How the stock of a product is kept.' });

const merchantSchema = z
  .strictObject({
    id: text('Identifier of the merchant.', 'fjell'),
    name: text('Its name.', 'Fjell'),
    handle: text('URL-style slug.', 'fjell'),
  })
  .meta({ id: 'Merchant', description: 'The merchant that the token belongs to.' });

const locationSchema = z
  .strictObject({
    id: text('Identifier of the location.', 'porto'),
    name: text('Its name.', 'Porto'),
    handle: text('URL-style slug.', 'porto'),
    address: z
      .strictObject({
        line1: text('Street and number.', '1 Quay Street'),
        city: text('City.', 'Porto'),
        region: text('Region.', 'Norte'),
        postalCode: text('Postal code.', '4000-001'),
        countryCode: text('Two letters of ISO 3166.', 'PT'),
      })
      .meta({ description: 'Its address; a part that is not known is empty.' }),
    timezone: text('Name in the time zone database.', 'Europe/Lisbon'),
  })
  .meta({ id: 'Location', description: 'Where the product is sold.' });

export const productSchema = z
  .strictObject({
    ...productHead,
    subtitle: text('Product copy.', 'For two'),
    description: text('Product copy.', 'Stands in three minutes.'),
    barcode: text('Barcode.', '4006381333931'),
    variants: z
      .array(z.strictObject({ key: text('What varies.', 'Colour'), value: text('This one’s.', 'red') }))
      .meta({ description: 'What sets this product apart from its like; may be empty.' }),
    specifications: z
      .record(z.string(), z.string())
      .meta({ description: 'Free-form facts.', examples: [{ material: 'polyester' }] }),
    images,
    collections: z.array(collectionSummarySchema).meta({ description: 'The collections it belongs to; may be empty.' }),
    inventory: inventorySchema,
    merchant: merchantSchema,
    location: locationSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'Product', description: 'A product with all its fields.' });

/** The stored fields that the two summaries are made from: a query for one needs no others. */
export const REDUCED_PRODUCT_FIELDS = storedFieldsOf(reducedProductSchema);
export const COLLECTION_SUMMARY_FIELDS = storedFieldsOf(collectionSummarySchema);

/** Fields are stored under the names that the API shows, except for the id. */
function storedFieldsOf({ shape }: z.ZodObject): readonly string[] {
  return Object.keys(shape).map((name) => (name === 'id' ? '_id' : name));
}

export type ImageAnswer = z.output<typeof imageSchema>;
export type CollectionSummaryAnswer = z.output<typeof collectionSummarySchema>;
export type ReducedProductAnswer = z.output<typeof reducedProductSchema>;
export type ProductAnswer = z.output<typeof productSchema>;
export type MerchantAnswer = z.output<typeof merchantSchema>;
export type LocationAnswer = z.output<typeof locationSchema>;
