/** The request body of `POST /v1/products/search`. */
import type * as z from 'zod';
import { strictObject, wholeNumberTo } from '../../http/fields.ts';
import { filterShape, highlight, MAX_QUERY_LENGTH, QUERY_PATTERN, typedText } from '../request-fields.ts';

const DEFAULT_LIMIT = 10;

const filter = strictObject(filterShape);

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
