/**
 * A search document as one line of NDJSON, with its content hash. The line takes a tenth of the memory of the document.
 * Its bytes are outside the JavaScript heap, so garbage collection doesn't copy them.
 */
import { type MappedDocument, withoutEmptyFields } from '../../src/search/index/document.ts';
import { hashOfJson } from './content-hash.ts';

export interface DocumentLine {
  readonly productId: string;
  readonly merchantId: string;
  readonly hash: string;
  /** UTF-8 JSON that ends with a line feed. */
  readonly json: Buffer;
}

export function toLine(document: MappedDocument, merchantId: string): DocumentLine {
  const fields = JSON.stringify(withoutEmptyFields(document));
  const hash = hashOfJson(fields);
  const line = `${fields.slice(0, -1)},"content_hash":"${hash}","indexed_at":${Date.now()}}\n`;
  return { productId: document.product_id, merchantId, hash, json: Buffer.from(line) };
}
