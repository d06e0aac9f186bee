/** The response schemas of products. The OpenAPI document shows the descriptions of the fields. */
import * as z from 'zod';
import { STATUSES } from '../catalogue/values.ts';
import { exampleOf } from '../http/schema.ts';

const timestampSchema = z
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
    mimeType: text('The media type; empty if unknown.', 'image/jpeg'),
    role: text('What the image is for.', 'image'),
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
  .meta({ id: 'CollectionSummary', description: 'A collection, as part of a product.' });

/**
 * The fields of every form of a product, except its images, which come later in the full form. The reduced form has
 * exactly the fields of the contract: a new field goes into `productSchema`.
 */
const productHead = {
  id: text('Identifier of the product.', 'tent-2'),
  handle: text('URL-style slug.', 'dome-tent'),
  quantity: amount('How many are in stock.', 7),
  price: amount('Decimal amount in `currency`.', 199.95),
  currency: text('Currency code.', 'EUR'),
  status: statusSchema,
  featured: flag('Whether the merchant features the product.', false),
  title: text('The title.', 'Dome tent'),
};

const images = z.array(imageSchema).meta({ description: 'Its images; may be empty.' });

export const productSummaryShape = { ...productHead, images };

export const productSummarySchema = z
  .strictObject(productSummaryShape)
  .meta({ id: 'ReducedProduct', description: 'The nine fields that a product has in search results.' });

const inventorySchema = z
  .strictObject({
    sku: text('Stock keeping unit.', 'FJ-1042'),
    tracked: flag('Whether the stock is counted.', true),
    reserved: amount('How many of `quantity` are promised already.', 1),
    allowBackorder: flag('Whether it may be sold beyond the stock.', false),
  })
  .meta({ id: 'Inventory', description: 'The stock of a product.' });

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
      .meta({ description: 'The address; unknown parts are empty.' }),
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
      .array(z.strictObject({ key: text('What varies.', 'Colour'), value: text('The value of this product.', 'red') }))
      .meta({ description: 'What distinguishes this product from similar ones; may be empty.' }),
    specifications: z
      .record(z.string(), z.string())
      .meta({ description: 'Free-form properties.', examples: [{ material: 'polyester' }] }),
    images,
    collections: z.array(collectionSummarySchema).meta({ description: 'The collections it belongs to; may be empty.' }),
    inventory: inventorySchema,
    merchant: merchantSchema,
    location: locationSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'Product', description: 'A product with all its fields.' });

/** For the OpenAPI document. */
export const productSummaryExample = exampleOf(productSummarySchema);
export const productExample = exampleOf(productSchema);

/** The stored fields of the two summaries. A query for a summary needs no others. */
export const PRODUCT_SUMMARY_FIELDS = storedFieldsOf(productSummarySchema);
export const COLLECTION_SUMMARY_FIELDS = storedFieldsOf(collectionSummarySchema);

/** Fields are stored under the names that the API shows, except for the id. */
function storedFieldsOf({ shape }: z.ZodObject): readonly string[] {
  return Object.keys(shape).map((name) => (name === 'id' ? '_id' : name));
}

export type ImageResponse = z.output<typeof imageSchema>;
export type CollectionSummaryResponse = z.output<typeof collectionSummarySchema>;
export type ProductSummaryResponse = z.output<typeof productSummarySchema>;
export type ProductResponse = z.output<typeof productSchema>;
export type MerchantResponse = z.output<typeof merchantSchema>;
export type LocationResponse = z.output<typeof locationSchema>;
