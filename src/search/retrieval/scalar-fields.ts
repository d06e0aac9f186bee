/**
 * The scalar fields that a request's filter can name, as MongoDB has them. While the index lags, a product that it returns may no
 * longer meet the filter. Collections are no field of a product, so only the index decides about them. Pure functions.
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
  /** Empty if the product has none. */
  readonly locationId: string;
}

/** The projection for `scalarFieldsOf`. */
export const SCALAR_PATHS = [
  ...['status', 'featured', 'price', 'locationId', 'quantity'],
  ...['inventory.tracked', 'inventory.allowBackorder'],
] as const;

/** Malformed values are counted when the product's JSON is made. */
const ignore: OnMalformed = () => undefined;

/** Reads malformed values as lists show them, and as the indexer does. */
export const scalarFieldsOf = (product: OwnedStored): ScalarFields => ({
  status: status(product.status, ignore),
  featured: flag(product.featured, 'featured', ignore),
  inStock: isAvailable(product, ignore),
  price: number(product.price, 'price', ignore),
  locationId: typeof product.locationId === 'string' ? product.locationId : '',
});

/** Whether a product meets all conditions of the filter on scalar fields. */
export function meetsScalars(fields: ScalarFields, filter: SearchFilter): boolean {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = filter.price ?? {};
  return (
    equalsIfGiven(fields.status, filter.status) &&
    equalsIfGiven(fields.featured, filter.featured) &&
    equalsIfGiven(fields.inStock, filter.inStock) &&
    equalsIfGiven(fields.locationId, filter.location) &&
    fields.price >= min &&
    fields.price <= max
  );
}

const equalsIfGiven = <T>(value: T, given: T | undefined): boolean => given === undefined || value === given;
