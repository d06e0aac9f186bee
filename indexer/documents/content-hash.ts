/**
 * The hash of a search document's fields and of the schema version. Each document in the index carries its own as `content_hash`.
 *
 * Equal documents have equal hashes, whether they come from the mapper or from the index: `verify` compares the two, and the
 * indexer doesn't write a document that the index already holds. Whoever changes the mapping raises MAPPING_VERSION.
 */
import { hash } from 'node:crypto';
import type { MappedDocument } from '../../src/search/index/document.ts';
import { analyzerOf, DEFAULT_LANGUAGE } from '../../src/search/text/analyzer.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import { toSearchDocument } from './mapper.ts';

/** A document as it is written: fields without a text or an item are left out or undefined, see `writtenFields`. */
export type WrittenDocument = { readonly [F in keyof MappedDocument]?: MappedDocument[F] | undefined };

/** Fields of the line that say nothing about the product. */
const NOT_HASHED = ['content_hash', 'indexed_at'];

const FIELDS = Object.keys(toSearchDocument({ _id: '', merchantId: '' }, [], analyzerOf(DEFAULT_LANGUAGE)));

/**
 * Returns the SHA-256 as base64url. The order of the fields doesn't matter, `content_hash` and `indexed_at` are left out, and
 * every other field counts, including one that the mapper doesn't know.
 */
export function contentHash(document: WrittenDocument): string {
  const unknown = Object.keys(document).filter((field) => !NOT_HASHED.includes(field) && !FIELDS.includes(field));
  // A list of names makes JSON.stringify write these fields in this order.
  return hashOf(JSON.stringify(document, [...FIELDS, ...unknown]));
}

/** The hash of a document as JSON, with its fields in the order of the mapper. */
export const hashOf = (json: string): string => hash('sha256', `${SCHEMA_VERSION} ${json}`, 'base64url');
