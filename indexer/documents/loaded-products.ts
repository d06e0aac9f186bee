/** What the index should hold of some products, as they were loaded. */
import type { DocumentLine } from './document-line.ts';

/** A product that exists and has no document, because the driver can't decode it or the mapper fails on it. */
export interface Unreadable {
  readonly productId: string;
  readonly merchantId: string;
  readonly reason: string;
}

export interface LoadedProducts {
  readonly documents: readonly DocumentLine[];
  /** Products that don't exist, and those of disabled or missing merchants. */
  readonly goneIds: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

/** The size of the documents as NDJSON, in bytes. */
export const bytesOf = ({ documents }: LoadedProducts): number =>
  documents.reduce((sum, { json }) => sum + json.length, 0);

export const joined = (...parts: readonly LoadedProducts[]): LoadedProducts => ({
  documents: parts.flatMap(({ documents }) => documents),
  goneIds: parts.flatMap(({ goneIds }) => goneIds),
  unreadable: parts.flatMap(({ unreadable }) => unreadable),
});

/** The same without the products that have one of these ids. */
export const without = (
  { documents, goneIds, unreadable }: LoadedProducts,
  ids: ReadonlySet<string>,
): LoadedProducts => ({
  documents: documents.filter(({ productId }) => !ids.has(productId)),
  goneIds: goneIds.filter((id) => !ids.has(id)),
  unreadable: unreadable.filter(({ productId }) => !ids.has(productId)),
});
