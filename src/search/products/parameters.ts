/** The request body of `POST /v1/products/search`, and the fields that other searches share. */
import * as z from 'zod';
import { STATUSES } from '../../catalogue/values.ts';
import { flag, id, oneOf, strictObject, wholeNumberTo, withinCharacters } from '../../http/fields.ts';
import type { SearchFilter } from '../engine/scope-filter.ts';
import type { FacetKind } from '../index/facets.ts';

export const MAX_QUERY_LENGTH = 512;
const DEFAULT_LIMIT = 10;

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

const filter = strictObject(filterShape);

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

export const searchBody = (maxLimit: number) =>
  strictObject({
    query: typedText(MAX_QUERY_LENGTH).meta({
      description:
        'The text to search for. White space at either end is ignored. "Words in quotes" must be adjacent; -word and -"some words" exclude products that have them, and alone mean all products without them.',
      override: { examples: ['red tent'], pattern: QUERY_PATTERN },
    }),
    limit: wholeNumberTo(maxLimit)
      .default(Math.min(DEFAULT_LIMIT, maxLimit))
      .meta({ description: 'How many hits are considered.', examples: [10] }),
    filter: filter.default({}).meta({ description: 'Narrows the search. All conditions must hold.' }),
    highlight,
  });

export type SearchRequest = z.output<ReturnType<typeof searchBody>>;
