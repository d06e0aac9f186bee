/**
 * A product as MongoDB sends it: bytes, and where in them its fields are. Pages are written from the bytes (`product-json.ts`);
 * what else needs a product's fields reads the document, which the driver makes of the same bytes.
 */
import type { Collection, Filter, FindOptions } from 'mongodb';
import { fieldsOf } from '../data/bson-values.ts';
import type { OwnedStored } from '../data/collections.ts';
import { isDocument, placeFields, textOf } from '../platform/bson-walk.ts';
import { bufferOf, deserialise } from '../platform/mongo.ts';
import { deserialiseReadable } from '../platform/readable-bson.ts';
import { REDUCED_PRODUCT_FIELDS } from './presentation.ts';

const PRODUCT = fieldsOf(
  [
    '_id',
    'merchantId',
    'locationId',
    ...REDUCED_PRODUCT_FIELDS,
    'subtitle',
    'description',
    'barcode',
    'variants',
    'specifications',
    'inventory',
    'createdAt',
    'updatedAt',
  ],
  { _id: ',"id":', merchantId: ',"merchant":{"id":' },
);

export const PRODUCT_FIELDS = PRODUCT.fields;

export interface StoredProduct {
  readonly _id: string;
  readonly locationId: unknown;
  readonly bytes: Buffer;
  /** Of `PRODUCT_FIELDS`; null where the bytes hold something that only the driver can read. */
  readonly places: Int32Array | null;
}

/** What a query finds, as it is stored. Throws what the driver throws. */
export async function findStored(
  products: Collection<OwnedStored>,
  filter: Filter<OwnedStored>,
  options: FindOptions,
): Promise<StoredProduct[]> {
  const found: unknown[] = await products.find(filter, { ...options, raw: true }).toArray();
  return (found as Uint8Array[]).map(storedProduct);
}

/** Throws what the driver throws where the bytes are no document. */
export function storedProduct(given: Uint8Array): StoredProduct {
  const bytes = bufferOf(given);
  const places = new Int32Array(PRODUCT.names.names.length);
  if (isDocument(bytes) && placeFields(bytes, 0, PRODUCT.names, places)) {
    const _id = textOf(bytes, places[PRODUCT_FIELDS._id.number] as number);
    const place = places[PRODUCT_FIELDS.locationId.number] as number;
    // A query for reduced products leaves it out.
    const locationId = place === 0 ? undefined : textOf(bytes, place);
    if (_id !== null && locationId !== null) return { _id, locationId, bytes, places };
  }
  const { _id, locationId } = deserialiseReadable<OwnedStored>(bytes);
  return { _id, locationId, bytes, places: null };
}

/** All that the product holds, as the driver reads it. Throws what the driver throws. */
export const documentOf = ({ bytes }: StoredProduct): OwnedStored => deserialise(bytes);

/** What of it can be read. Throws what the driver throws where the bytes are no document. */
export const readableDocumentOf = ({ bytes }: StoredProduct): OwnedStored => deserialiseReadable(bytes);
