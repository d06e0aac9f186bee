/** The query parameters of `GET /v1/collections`. */
import * as z from 'zod';
import { withinCharacters } from '../http/fields.ts';
import { pageParameters } from '../http/pagination.ts';

const MAX_COLLECTION_SEARCH_LENGTH = 200;

export const collectionsParameters = (maxPerPage: number) =>
  z.object({
    ...pageParameters(maxPerPage),
    search: withinCharacters(z.string().trim(), MAX_COLLECTION_SEARCH_LENGTH)
      .refine((value) => !value.includes('\u0000'), 'must not contain a null character')
      .default('')
      .meta({
        description:
          'Only collections with this text in their name, handle or description, in any case. White space at either end ' +
          'is ignored.',
        examples: ['camp'],
        override: { pattern: '^[^\\u0000]*$' },
      }),
  });

export type CollectionsRequest = z.output<ReturnType<typeof collectionsParameters>>;
