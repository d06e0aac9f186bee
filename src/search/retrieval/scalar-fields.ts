/**
 * The scalar fields that a request's filter can name, as MongoDB has them. While the index lags, a product that it
 * returns may no longer meet the filter. Collections are no field of a product, so only the index decides about them.
 * Pure functions.
 */
import { isAvailable } from '../../catalogue/availability.ts';
import type { OwnedStored } from '../../catalogue/collections.ts';
import { flag, type OnMalformed, optionalNumber, type Status, status } from '../../catalogue/values.ts';
import { listOf, type SearchFilter } from '../engine/scope-filter.ts';
import { indexPrice } from '../index/keys.ts';

export interface ScalarFields {
  readonly status: Status;
  readonly featured: boolean;
  readonly inStock: boolean;
  /** Undefined without a price. */
  readonly price: number | undefined;
  /** Empty if the product has none. */
  readonly locationId: string;
}

/** The projection for `scalarFieldsOf`. */
export const SCALAR_PATHS = [
  'status',
  'featured',
  'price',
  'locationId',
  'quantity',
  'inventory.tracked',
  'inventory.allowBackorder',
] as const;

/** Malformed values are counted when the product's JSON is made. */
const ignore: OnMalformed = () => undefined;

/** Reads malformed values as lists show them, and as the indexer does. */
export const scalarFieldsOf = (product: OwnedStored): ScalarFields => ({
  status: status(product.status, ignore),
  featured: flag(product.featured, 'featured', ignore),
  inStock: isAvailable(product, ignore),
  price: optionalNumber(product.price, 'price', ignore),
  locationId: typeof product.locationId === 'string' ? product.locationId : '',
});

/** Whether a product meets all conditions of the filter on scalar fields. */
export function meetsScalars(fields: ScalarFields, filter: SearchFilter): boolean {
  return (
    isAmong(fields.status, filter.status) &&
    equalsIfGiven(fields.featured, filter.featured) &&
    equalsIfGiven(fields.inStock, filter.inStock) &&
    isAmong(fields.locationId, filter.location) &&
    isInRange(fields.price, filter.price)
  );
}

/** A product without a price is outside every range. Prices compare as the index compares them. */
function isInRange(price: number | undefined, range: SearchFilter['price']): boolean {
  const { min, max } = range ?? {};
  if (min === undefined && max === undefined) return true;
  if (price === undefined) return false;
  const compared = indexPrice(price);
  return compared >= indexPrice(min ?? price) && compared <= indexPrice(max ?? price);
}

const equalsIfGiven = <T>(value: T, given: T | undefined): boolean => given === undefined || value === given;

const isAmong = (value: string, given: SearchFilter['status']): boolean =>
  given === undefined || listOf(given).includes(value);
