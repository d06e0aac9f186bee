/**
 * The hash of a search document. It covers the fields and the schema version. Each document in the index stores its
 * hash as `content_hash`.
 *
 * Equal documents have equal hashes, whether they come from the mapper or from the index. `verify` compares the hashes,
 * and the indexer skips a document that the index already holds. Raise MAPPING_VERSION when you change the mapping.
 */
import { hash } from 'node:crypto';
import type { MappedDocument } from '../../src/search/index/document.ts';
import { analyzerOf, DEFAULT_LANGUAGE } from '../../src/search/text/analyzer.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import { toSearchDocument } from './mapper.ts';

/** A document as the indexer writes it: without empty texts and lists, see `withoutEmptyFields`. */
type WrittenDocument = { readonly [F in keyof MappedDocument]?: MappedDocument[F] | undefined };

/** Fields that don't describe the product. */
const NOT_HASHED = ['content_hash', 'indexed_at'];

const FIELDS = Object.keys(toSearchDocument({ _id: '', merchantId: '' }, [], analyzerOf(DEFAULT_LANGUAGE)));

/**
 * Returns the SHA-256 as base64url. The order of the fields doesn't matter. The hash covers all fields except
 * `content_hash` and `indexed_at`, including fields that the mapper doesn't write.
 */
export function contentHash(document: WrittenDocument): string {
  const unknown = Object.keys(document).filter((field) => !NOT_HASHED.includes(field) && !FIELDS.includes(field));
  // With a list of names, JSON.stringify writes these fields in this order.
  return hashOfJson(JSON.stringify(document, [...FIELDS, ...unknown]));
}

/** Returns the hash of a document as JSON, whose fields must be in the order of the mapper. */
export const hashOfJson = (json: string): string => hash('sha256', `${SCHEMA_VERSION} ${json}`, 'base64url');
