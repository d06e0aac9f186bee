/** The query parameters of `GET /v1/search/suggestions`. */
import * as z from 'zod';
import { wholeNumber } from '../../http/fields.ts';
import { QUERY_PATTERN, typedText } from '../request-fields.ts';

const MAX_LENGTH = 100;
const MAX_LIMIT = 20;
const DEFAULT_LIMIT = 8;

export const suggestionsParameters = z.object({
  query: typedText(MAX_LENGTH).meta({
    description: 'What has been typed so far.',
    override: { examples: ['red te'], pattern: QUERY_PATTERN },
  }),
  limit: wholeNumber(1, MAX_LIMIT)
    .default(DEFAULT_LIMIT)
    .meta({
      description: 'The maximum number of queries, of products and of collections.',
      override: { default: DEFAULT_LIMIT, examples: [DEFAULT_LIMIT] },
    }),
});

export type SuggestionsRequest = z.output<typeof suggestionsParameters>;
