/**
 * Versions of very many things in fixed memory. Each thing has a cell, by the hash of its names. Things that share a
 * cell cost an extra read now and then, never a stale one.
 */
import { fnv1a } from '../runtime/fnv1a.ts';

interface VersionTable {
  /** The cell of a tag of a merchant's data. */
  cellOfTag(merchantId: string, tag: string): number;
  cellOfProduct(merchantId: string, productId: string): number;
  /** The highest version of these cells. */
  highest(cells: Iterable<number>): number;
  bump(cell: number, version: number): void;
  bumpAll(version: number): void;
}

/**
 * Tags and products have separate cells: a product that is written all the time must not share a cell with a tag. There
 * are so many that busy merchants hardly ever share one with the others. A cell takes memory, eight bytes, only once it or
 * one near it is written.
 */
const TAG_CELLS = 2 ** 20;
const PRODUCT_CELLS = 2 ** 22;

/** Versions must rise from call to call. */
export function createVersionTable(): VersionTable {
  const versions = new Float64Array(TAG_CELLS + PRODUCT_CELLS);
  let floor = 0;
  return {
    cellOfTag: (merchantId, tag) => fnv1a(merchantId, tag) % TAG_CELLS,
    cellOfProduct: (merchantId, productId) => TAG_CELLS + (fnv1a(merchantId, productId) % PRODUCT_CELLS),
    highest(cells) {
      let highest = floor;
      for (const cell of cells) highest = Math.max(highest, versions[cell] ?? 0);
      return highest;
    },
    bump(cell, version) {
      versions[cell] = version;
    },
    bumpAll(version) {
      floor = version;
    },
  };
}
