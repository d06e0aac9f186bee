/** Builds a page of a list: `meta` and the items as JSON, in one chunk, or in several if the list is very large. */
import { type Page, pageOf } from '../cache/page.ts';
import { type PageRequest, pageMeta } from './pagination.ts';

interface List {
  readonly resource: string;
  readonly request: PageRequest;
  readonly total: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const CHUNK_BYTES = 1_000_000;
const COMMA = Buffer.from(',');

/**
 * `items` has each item as JSON. Each is encoded by itself, which takes two thirds of the time that their joined text
 * would take. Separate chunks avoid one buffer that holds all of a large list.
 */
export function listPage({ resource, request, total, headers = {} }: List, items: readonly string[]): Page {
  const chunks: Buffer[] = [];
  let parts = [Buffer.from(`{"meta":${JSON.stringify(pageMeta(resource, request, total))},"data":[`)];
  let bytes = 0;
  for (const [index, item] of items.entries()) {
    if (index > 0) parts.push(COMMA);
    const encoded = Buffer.from(item);
    parts.push(encoded);
    bytes += encoded.length;
    if (bytes < CHUNK_BYTES) continue;
    chunks.push(Buffer.concat(parts));
    [parts, bytes] = [[], 0];
  }
  return pageOf([...chunks, Buffer.concat([...parts, Buffer.from(']}')])], headers);
}
