/**
 * What the search document of one product is made from, and the hash of both by which an index tells that it holds just what
 * was made from just this: to compare them takes no mapping. Whoever changes the mapping raises MAPPING_VERSION, and with that
 * every document is made anew.
 */
import { hash } from 'node:crypto';
import type { OwnedStored } from '../../src/data/collections.ts';
import { deserialise } from '../../src/platform/mongo.ts';
import type { IndexedDocument, MappedDocument } from '../../src/search/index-document.ts';
import { MAX_NAME, toSearchDocument } from './mapper.ts';

export interface ProductSource {
  readonly productId: string;
  readonly merchantId: string;
  /** The product as MongoDB stores it, without its images. */
  readonly bytes: Buffer;
  /** Those that it belongs to and that exist, in the order of their ids. */
  readonly collections: readonly OwnedStored[];
}

/** Throws what the driver throws where it cannot read the bytes. */
export const mappedDocument = ({ bytes, collections }: ProductSource): MappedDocument =>
  toSearchDocument(deserialise<OwnedStored>(bytes), collections);

/** Equal for equal sources, and for no others of which another document is made. */
export const sourceHash = ({ bytes, collections }: ProductSource): string =>
  hash('sha256', hash('sha256', bytes) + JSON.stringify(collections.map(told)));

/** A name may have 16 MB, and it is the name of many products. */
const told = ({ _id, name, status }: OwnedStored) => [
  _id,
  typeof name === 'string' ? name.slice(0, MAX_NAME) : name,
  status,
];

/** `json`: the document as it is written, but for this hash, its fields in the order in which the mapper gives them. */
export const contentHash = (source: string, json: string): string => hash('sha256', source + json, 'base64url');

const MAPPED_FIELDS = Object.keys(toSearchDocument({ _id: '', merchantId: '' }, [])) as (keyof MappedDocument)[];

/** Whether a document of the index is, in every field, what was made from this source. False where it is not known. */
export function isMadeFrom(source: string, { content_hash, ...written }: IndexedDocument): boolean {
  const inOrder = MAPPED_FIELDS.filter((field) => field in written).map((field) => [field, written[field]]);
  if (inOrder.length !== Object.keys(written).length) return false;
  return content_hash === contentHash(source, JSON.stringify(Object.fromEntries(inOrder)));
}
