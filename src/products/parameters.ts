/** The query parameters of `GET /v1/products`. */
import * as z from 'zod';
import { PRODUCT_SORT_FIELDS } from '../catalogue/definitions.ts';
import { STATUSES } from '../catalogue/values.ts';
import { id, oneOf, withinCharacters } from '../http/fields.ts';
import { pageParameters } from '../http/pagination.ts';

const MAX_HANDLE_PARAMETER_LENGTH = 500;
export const DEFAULT_SORT = 'createdAt';

export const productsParameters = (maxPerPage: number) =>
  z.object({
    ...pageParameters(maxPerPage),
    sortBy: oneOf(PRODUCT_SORT_FIELDS)
      .optional()
      .meta({
        description:
          'The field to sort by, `createdAt` when absent. Equal values are ordered by `id`, in the same direction. With ' +
          '`collection` and without `sortBy`, products come in the order of the collection.',
        examples: ['price'],
      }),
    sortOrder: oneOf(['asc', 'desc'])
      .optional()
      .meta({
        description: '`desc` when absent, but `asc` in the order of a collection.',
        examples: ['asc'],
      }),
    collection: id.optional().meta({
      description: 'Only products of the collection with this id.',
      examples: ['camping'],
    }),
    handle: withinCharacters(z.string().min(1, 'must not be empty'), MAX_HANDLE_PARAMETER_LENGTH)
      .optional()
      .meta({
        description: 'Only products with exactly this handle, so that a product page can be found by its address.',
        examples: ['tent-2'],
      }),
    status: oneOf(STATUSES)
      .optional()
      .meta({ description: 'Only products of this status.', examples: ['published'] }),
  });

export type ProductsRequest = z.output<ReturnType<typeof productsParameters>>;
