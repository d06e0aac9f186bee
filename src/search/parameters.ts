/** What `POST /v1/products/search` takes. */
import { z } from 'zod';
import { MAX_ID_LENGTH } from '../data/setup.ts';
import { STATUSES } from '../data/values.ts';
import { oneOf } from '../http/validation.ts';

export const MAX_QUERY_LENGTH = 512;
const DEFAULT_LIMIT = 10;

const strictObject = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) => {
      const allowed = Object.keys(shape).join(', ');
      if (issue.code === 'unrecognized_keys')
        return `has unknown fields: ${issue.keys.join(', ')}; the known ones are ${allowed}`;
      return 'must be an object';
    },
  });

const identifier = z
  .string('must be a text')
  .min(1, 'must not be empty')
  .max(MAX_ID_LENGTH, `must have at most ${MAX_ID_LENGTH} characters`);
const amount = z.number('must be a number');
const flag = z.boolean('must be true or false');

const priceRange = strictObject({ min: amount.optional(), max: amount.optional() }).refine(
  ({ min, max }) => min === undefined || max === undefined || min <= max,
  'min must not be greater than max',
);

const filter = strictObject({
  status: oneOf(STATUSES).optional(),
  collection: identifier.optional(),
  location: identifier.optional(),
  featured: flag.optional(),
  inStock: flag.optional(),
  price: priceRange.optional(),
});

export const searchBody = (maxLimit: number) =>
  strictObject({
    query: z
      .string(`is required: a text of 1 to ${MAX_QUERY_LENGTH} characters`)
      .trim()
      .min(1, 'must not be empty')
      .max(MAX_QUERY_LENGTH, `must have at most ${MAX_QUERY_LENGTH} characters`)
      // A lone surrogate is not text, and the engine refuses it.
      .transform((value) => value.toWellFormed()),
    limit: z
      .int(`must be a whole number from 1 to ${maxLimit}`)
      .min(1, `must be a whole number from 1 to ${maxLimit}`)
      .max(maxLimit, `must be a whole number from 1 to ${maxLimit}`)
      .default(Math.min(DEFAULT_LIMIT, maxLimit)),
    filter: filter.default({}),
    highlight: flag.default(false),
  });

export type SearchRequest = z.output<ReturnType<typeof searchBody>>;
export type SearchFilter = SearchRequest['filter'];
