/** Builds a page of a list: `meta` and the items as JSON, in one chunk, or in several if the list is very large. */
import { type Page, pageOf } from '../cache/page.ts';
import { type PageRequest, pageMeta } from './pagination.ts';

interface List {
  readonly resource: string;
  readonly request: PageRequest;
  readonly total: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const CHUNK_CHARACTERS = 1_000_000;

/** `items` has each item as JSON. Separate chunks avoid one string that holds all of a large list. */
export function listPage({ resource, request, total, headers = {} }: List, items: readonly string[]): Page {
  const chunks: Buffer[] = [];
  let text = `{"meta":${JSON.stringify(pageMeta(resource, request, total))},"data":[`;
  for (const [index, item] of items.entries()) {
    text += index === 0 ? item : `,${item}`;
    if (text.length < CHUNK_CHARACTERS) continue;
    chunks.push(Buffer.from(text));
    text = '';
  }
  return pageOf([...chunks, Buffer.from(`${text}]}`)], headers);
}
