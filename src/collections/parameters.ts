/** What `GET /v1/collections` takes. */
import { z } from 'zod';
import { pageParameters } from '../http/pagination.ts';

export const MAX_COLLECTION_SEARCH_LENGTH = 200;

export const collectionsParameters = (maxPerPage: number) =>
  z.object({
    ...pageParameters(maxPerPage),
    search: z
      .string()
      .trim()
      .max(MAX_COLLECTION_SEARCH_LENGTH, `must have at most ${MAX_COLLECTION_SEARCH_LENGTH} characters`)
      .refine((value) => !value.includes('\u0000'), 'must not contain a null character')
      .default(''),
  });

export type CollectionsRequest = z.output<ReturnType<typeof collectionsParameters>>;
