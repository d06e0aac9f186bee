/** The response schema of suggestions, and its example for the OpenAPI document. */
import * as z from 'zod';
import { collectionSummarySchema, productSummaryExample, productSummarySchema } from '../../products/schema.ts';

const { id, name, handle } = collectionSummarySchema.shape;

export const suggestionsSchema = z
  .strictObject({
    data: z.strictObject({
      queries: z
        .array(z.strictObject({ text: z.string().meta({ description: 'The whole query.', examples: ['red tent'] }) }))
        .meta({
          description: 'Queries of shoppers that begin with the text: those that were searched often and lately first.',
        }),
      products: z
        .array(productSummarySchema)
        .meta({ description: 'The best products for the text, whose last word may be unfinished.' }),
      collections: z.array(z.strictObject({ id, name, handle })).meta({
        description:
          'Collections with products whose name has a word that begins with the text: those with most products first.',
      }),
    }),
  })
  .meta({ id: 'Suggestions', description: 'What a search box shows while a shopper types.' });

export const suggestionsExample = {
  data: {
    queries: [{ text: 'red tent' }],
    products: [productSummaryExample],
    collections: [{ id: 'tents', name: 'Red tents', handle: 'red-tents' }],
  },
};
