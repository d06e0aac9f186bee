/** What `GET /v1/search/suggestions` takes. */
import * as z from 'zod';
import { wholeNumber, withinCharacters } from '../../http/validation.ts';

const MAX_LENGTH = 100;
const MAX_LIMIT = 20;
const DEFAULT_LIMIT = 8;

export const suggestionsParameters = z.object({
  query: withinCharacters(
    z.string(`is required: a text of 1 to ${MAX_LENGTH} characters`).trim().min(1, 'must not be empty'),
    MAX_LENGTH,
  )
    .transform((value) => value.toWellFormed())
    .meta({
      description: 'What has been typed so far.',
      override: { examples: ['red te'], pattern: '[^\\s\\uFEFF]' },
    }),
  limit: wholeNumber(1, MAX_LIMIT)
    .default(DEFAULT_LIMIT)
    .meta({ description: 'The most queries, products and collections, each.', examples: ['8'] }),
});

export type SuggestionsRequest = z.output<typeof suggestionsParameters>;
