/** The fields that requests of several searches have. */
import * as z from 'zod';
import { STATUSES } from '../catalogue/values.ts';
import { flag, id, oneOf, strictObject, withinCharacters } from '../http/fields.ts';
import type { SearchFilter } from './engine/scope-filter.ts';
import type { FacetKind } from './index/facets.ts';

export const MAX_QUERY_LENGTH = 512;

const amount = z.number('must be a number');

const priceRange = strictObject({
  min: amount.optional().meta({ description: 'At least this.', examples: [10] }),
  max: amount.optional().meta({ description: 'At most this.', examples: [250] }),
})
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, 'min must not be greater than max')
  .meta({ description: 'Only products with a price in this range. `min` must not be greater than `max`.' });

export const filterShape = {
  status: oneOf(STATUSES)
    .optional()
    .meta({ description: 'Only products of this status.', examples: ['published'] }),
  collection: id.optional().meta({ description: 'Only of the collection with this id.', examples: ['camping'] }),
  location: id.optional().meta({ description: 'Only at the location with this id.', examples: ['porto'] }),
  featured: flag
    .optional()
    .meta({ description: 'Only products that are featured, or only those that are not.', examples: [false] }),
  inStock: flag.optional().meta({
    description:
      'Only products that can be sold, or only those that cannot: more than 0 in stock, not counted (`tracked: false`), or sold beyond the stock (`allowBackorder: true`).',
    examples: [true],
  }),
  price: priceRange.optional(),
} satisfies Record<Exclude<keyof SearchFilter, FacetKind>, z.ZodType>;

/** What a shopper typed. A lone surrogate is not text, and the engine rejects it. */
export const typedText = (maximum: number) =>
  withinCharacters(
    z.string(`is required: a text of 1 to ${maximum} characters`).trim().min(1, 'must not be empty'),
    maximum,
  ).transform((value) => value.toWellFormed());

export const highlight = flag
  .default(false)
  .meta({ description: 'Whether to return where in each text the words of the query are.', examples: [true] });

/** White space alone is no query. */
export const QUERY_PATTERN = '[^\\s\\uFEFF]';
