/** The two forms of a response of `POST /v1/products/search`, and their examples for the OpenAPI document. */
import * as z from 'zod';
import { productExample, productSchema } from '../../products/schema.ts';
import { foundProductExample, foundProductSchema } from '../response-schemas.ts';

/** Form A: product summaries, each with its matches. */
export const formASchema = z.array(foundProductSchema).meta({ description: 'Best first.' });

/** Form B: only full products. */
export const formBSchema = z
  .strictObject({ data: z.array(productSchema).meta({ description: 'Best first.' }) })
  .meta({ id: 'FoundProducts', description: 'The products that were found.' });

export const formAExample: z.output<typeof formASchema> = [foundProductExample];

export const formBExample: z.output<typeof formBSchema> = { data: [productExample] };
