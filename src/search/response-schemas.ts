/** A product that was found, as the responses of several searches have it, and its example for the OpenAPI document. */
import * as z from 'zod';
import { count } from '../http/schema.ts';
import { productSummaryExample, productSummarySchema } from '../products/schema.ts';
import { TEXT_FIELDS } from './index/document.ts';

const matchSchema = z
  .strictObject({
    product_id: z.string().meta({ description: 'The product that matched.', examples: ['tent-2'] }),
    location_id: z.string().meta({ description: 'Where it is sold.', examples: ['porto'] }),
    type: z
      .enum(Object.values(TEXT_FIELDS))
      .meta({ description: 'The kind of text that matched.', examples: ['title'] }),
    text: z.string().meta({
      description: 'The text that matched; a long one is cut to a passage around the match.',
      examples: ['Dome tent'],
    }),
    highlights: z
      .array(
        z.strictObject({
          start: count('Where the match begins, in UTF-16 units of `text`.', 0, 5),
          length: count('How many units it has.', 0, 4),
        }),
      )
      .optional()
      .meta({
        description: 'Where in `text` the words of the query are. Present if the request has `highlight: true`.',
      }),
  })
  .meta({ id: 'SearchMatch', description: 'One text of a product that matched.' });

export type SearchMatch = z.output<typeof matchSchema>;

export const searchSchema = z
  .strictObject({
    index: count('The 0-based position of the product among the hits.', 0, 0),
    results: z.array(matchSchema).min(1).meta({ description: 'Every text that matched, best first.' }),
  })
  .meta({ description: 'Why it was found.' });

export const foundProductSchema = z
  .strictObject({ product: productSummarySchema, search: searchSchema })
  .meta({ id: 'FoundProduct', description: 'A product that was found, and the texts that matched.' });

const found = { product_id: 'tent-2', location_id: 'porto' };

export const foundProductExample: z.output<typeof foundProductSchema> = {
  product: productSummaryExample,
  search: {
    index: 0,
    results: [
      { ...found, type: 'title', text: 'Dome tent', highlights: [{ start: 5, length: 4 }] },
      { ...found, type: 'variant', text: 'Colour: red', highlights: [{ start: 8, length: 3 }] },
    ],
  },
};
