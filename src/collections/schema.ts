/** The response schema of a collection. */
import * as z from 'zod';
import { collectionSummarySchema, imageSchema, productSummaryShape } from '../products/schema.ts';

const { createdAt, updatedAt, ...head } = collectionSummarySchema.shape;

const memberSchema = z
  .strictObject({
    ...productSummaryShape,
    hidePrice: z.boolean().meta({ description: 'Whether its price must not be shown here.', examples: [false] }),
  })
  .meta({ id: 'CollectionProduct', description: 'A product, as part of a collection.' });

export const collectionSchema = z
  .strictObject({
    ...head,
    images: z.array(imageSchema).meta({ description: 'Its images; may be empty.' }),
    products: z.array(memberSchema).meta({ description: 'Its first products, in its own order.' }),
    createdAt,
    updatedAt,
  })
  .meta({ id: 'Collection', description: 'A collection with its first products.' });

export type CollectionResponse = z.output<typeof collectionSchema>;
