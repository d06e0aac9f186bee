/** What `GET /v1/products` takes. */
import { z } from 'zod';
import { PRODUCT_SORT_FIELDS } from '../data/setup.ts';
import { STATUSES } from '../data/values.ts';
import { pageParameters } from '../http/pagination.ts';
import { oneOf } from '../http/validation.ts';

export const MAX_ID_PARAMETER_LENGTH = 200;

export const productsParameters = (maxPerPage: number) =>
  z.object({
    ...pageParameters(maxPerPage),
    sortBy: oneOf(PRODUCT_SORT_FIELDS).optional(),
    sortOrder: oneOf(['asc', 'desc']).optional(),
    collection: z
      .string()
      .min(1, 'must not be empty')
      .max(MAX_ID_PARAMETER_LENGTH, `must have at most ${MAX_ID_PARAMETER_LENGTH} characters`)
      .optional(),
    status: oneOf(STATUSES).optional(),
  });

export type ProductsRequest = z.output<ReturnType<typeof productsParameters>>;
