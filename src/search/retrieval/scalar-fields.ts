/**
 * The scalar fields that a request's filter can name, as MongoDB has them: while the index lags, a product that it found may no
 * longer meet the filter. Collections are no field of a product, so the index alone decides about these. Pure functions.
 */
import { isAvailable } from '../../catalogue/availability.ts';
import type { OwnedStored } from '../../catalogue/collections.ts';
import { flag, number, type OnMalformed, type Status, status } from '../../catalogue/values.ts';
import type { SearchFilter } from './scope-filter.ts';

export interface ScalarFields {
  readonly status: Status;
  readonly featured: boolean;
  readonly inStock: boolean;
  readonly price: number;
  /** Empty where the product has none. */
  readonly locationId: string;
}

/** What a projection has to name for `scalarFieldsOf`. */
export const SCALAR_PATHS = [
  ...['status', 'featured', 'price', 'locationId', 'quantity'],
  ...['inventory.tracked', 'inventory.allowBackorder'],
] as const;

/** The product's JSON counts malformed values. */
const ignore: OnMalformed = () => undefined;

/** Reads malformed values as lists show them, and as the indexer does. */
export const scalarFieldsOf = (product: OwnedStored): ScalarFields => ({
  status: status(product.status, ignore),
  featured: flag(product.featured, 'featured', ignore),
  inStock: isAvailable(product, ignore),
  price: number(product.price, 'price', ignore),
  locationId: typeof product.locationId === 'string' ? product.locationId : '',
});

/** Whether a product meets every condition of the filter that is about a scalar field. */
export function meetsScalars(fields: ScalarFields, filter: SearchFilter): boolean {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = filter.price ?? {};
  return (
    isAsked(fields.status, filter.status) &&
    isAsked(fields.featured, filter.featured) &&
    isAsked(fields.inStock, filter.inStock) &&
    isAsked(fields.locationId, filter.location) &&
    fields.price >= min &&
    fields.price <= max
  );
}

const isAsked = <T>(value: T, asked: T | undefined): boolean => asked === undefined || value === asked;
