/** What the index should hold of some products, as they were read. */

import type { DocumentLine } from '../engine/index-write.ts';
import type { Refusal } from '../pipeline/dead-letters.ts';

export interface Unreadable extends Refusal {
  readonly merchantId: string;
}

/** The documents of products, in the form that the reader gives them, and the ids of those that the index should not hold. */
export interface Reading<D> {
  readonly documents: readonly D[];
  readonly goneIds: readonly string[];
  /** Products that stand in MongoDB and of which no document can be made. */
  readonly unreadable: readonly Unreadable[];
}

export const bytesOf = ({ documents }: Reading<DocumentLine>): number =>
  documents.reduce((sum, { json }) => sum + json.length, 0);

export const joined = <D>(...readings: readonly Reading<D>[]): Reading<D> => ({
  documents: readings.flatMap(({ documents }) => documents),
  goneIds: readings.flatMap(({ goneIds }) => goneIds),
  unreadable: readings.flatMap(({ unreadable }) => unreadable),
});

/** A reading without some of its products. */
export const without = <D extends { readonly productId: string }>(
  { documents, goneIds, unreadable }: Reading<D>,
  ids: ReadonlySet<string>,
): Reading<D> => ({
  documents: documents.filter(({ productId }) => !ids.has(productId)),
  goneIds: goneIds.filter((id) => !ids.has(id)),
  unreadable: unreadable.filter(({ productId }) => !ids.has(productId)),
});
