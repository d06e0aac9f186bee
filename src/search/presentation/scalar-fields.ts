/**
 * The scalar fields that a request's filter can name, as MongoDB has them. While the index lags, a product that it
 * returns may no longer meet the filter. Collections are no field of a product, so only the index decides about them,
 * and about specifications and variants. Pure functions.
 */
import { isAvailable } from '../../catalogue/availability.ts';
import type { OwnedStored } from '../../catalogue/stored-documents.ts';
import { flag, type OnMalformed, optionalNumber, type Status, status } from '../../catalogue/values.ts';
import { type FilterValues, listOf, type SearchFilter } from '../engine/scope-filter.ts';
import type { FacetKind } from '../index/facets.ts';
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

type ScalarValues = Omit<FilterValues, 'collection' | FacetKind>;

const CHECKS: {
  readonly [F in keyof ScalarValues]: (fields: ScalarFields, given: ScalarValues[F]) => boolean;
} = {
  status: (fields, given) => listOf(given).includes(fields.status),
  featured: (fields, given) => fields.featured === given,
  inStock: (fields, given) => fields.inStock === given,
  location: (fields, given) => listOf(given).includes(fields.locationId),
  price: (fields, given) => isInRange(fields.price, given),
};

const CHECKED = Object.keys(CHECKS) as (keyof ScalarValues)[];

/** Whether a product meets all conditions of the filter on scalar fields. */
export const meetsScalars = (fields: ScalarFields, filter: SearchFilter): boolean =>
  CHECKED.every((field) => meets(fields, field, filter[field]));

const meets = <F extends keyof ScalarValues>(
  fields: ScalarFields,
  field: F,
  given: ScalarValues[F] | undefined,
): boolean => given === undefined || CHECKS[field](fields, given);

/** A product without a price is outside every range. Prices compare as the index compares them. */
function isInRange(price: number | undefined, { min, max }: FilterValues['price']): boolean {
  if (min === undefined && max === undefined) return true;
  if (price === undefined) return false;
  const compared = indexPrice(price);
  return compared >= indexPrice(min ?? price) && compared <= indexPrice(max ?? price);
}
