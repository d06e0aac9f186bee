/** The shape of a collection as the API answers it, and one as the OpenAPI document shows it. */
import * as z from 'zod';
import { collectionSummaryExample, imageExample, reducedProductExample } from '../products/examples.ts';
import { collectionSummarySchema, imageSchema, reducedProductShape } from '../products/schema.ts';

const { createdAt, updatedAt, ...head } = collectionSummarySchema.shape;

const memberSchema = z
  .strictObject({
    ...reducedProductShape,
    hidePrice: z.boolean().meta({ description: 'Whether its price is not to be shown here.', examples: [false] }),
  })
  .meta({ id: 'CollectionProduct', description: 'A product as a collection carries it.' });

export const collectionSchema = z
  .strictObject({
    ...head,
    images: z.array(imageSchema).meta({ description: 'Its images; may be empty.' }),
    products: z.array(memberSchema).meta({ description: 'Its first products, in its own order.' }),
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Collection', description: 'A collection with its first products.' });

export type CollectionAnswer = z.output<typeof collectionSchema>;

export const collectionExample: CollectionAnswer = {
  ...collectionSummaryExample,
  images: [imageExample],
  products: [{ ...reducedProductExample, hidePrice: false }],
};
