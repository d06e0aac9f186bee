/** The expected index content for a set of products. */
import type { DocumentLine } from '../documents/document-line.ts';

/** A product that can't get into the index, and why. */
export interface FailedProduct {
  readonly productId: string;
  /** Null if the id is not valid UTF-8, because the product counts of merchants don't include such products. */
  readonly merchantId: string | null;
  readonly reason: string;
}

export interface LoadedProducts {
  readonly documents: readonly DocumentLine[];
  /** The ids of products that don't exist, or whose merchant is disabled or missing. */
  readonly goneIds: readonly string[];
  /** Products without a document, because the driver can't decode them or the mapper can't map them. */
  readonly unreadable: readonly FailedProduct[];
}

/** Returns the size of the documents as NDJSON. */
export const bytesOf = ({ documents }: LoadedProducts): number =>
  documents.reduce((sum, { json }) => sum + json.length, 0);

export const mergeLoaded = (...parts: readonly LoadedProducts[]): LoadedProducts => ({
  documents: parts.flatMap(({ documents }) => documents),
  goneIds: parts.flatMap(({ goneIds }) => goneIds),
  unreadable: parts.flatMap(({ unreadable }) => unreadable),
});

/** Returns the loaded products without those that have one of these ids. */
export const excludeIds = (
  { documents, goneIds, unreadable }: LoadedProducts,
  ids: ReadonlySet<string>,
): LoadedProducts => ({
  documents: documents.filter(({ productId }) => !ids.has(productId)),
  goneIds: goneIds.filter((id) => !ids.has(id)),
  unreadable: unreadable.filter(({ productId }) => !ids.has(productId)),
});
