/**
 * Reads the products of a backlog piece by piece, and the next piece ahead, while the engine works on the one before.
 *
 * What was read ahead may change before it is written. Such a product stands among the changes that its stream brings, and
 * whoever writes the piece takes those as they were read then. Work that was added may be of other products than its own,
 * so a piece that was read ahead of another backlog than the one that stands is left.
 */
import { merchantFilter, quoted } from '../../src/search/filter.ts';
import { indexKey } from '../../src/search/index-document.ts';
import type { BacklogItem } from '../checkpoint/checkpoint.ts';
import { bytesOf, joined, type LoadedProducts } from '../documents/loaded-products.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { IndexClient } from '../engine/index-client.ts';

export interface BacklogPiece {
  readonly ids: readonly string[];
  readonly reading: LoadedProducts;
  /** What remains when these are written. */
  readonly rest: readonly BacklogItem[];
}

export interface BacklogReader {
  /** The next products of a backlog, from as many of its items as fit into one piece. Throws what the engines throw. */
  next(backlog: readonly BacklogItem[]): Promise<BacklogPiece>;
  /** Begins to read the next products of what will be the backlog. What it throws is thrown by `next`. */
  readAhead(backlog: readonly BacklogItem[]): void;
  /** Resolves when nothing is read any more. */
  close(): Promise<void>;
}

interface BacklogReaderOptions {
  readonly reader: ProductLoader;
  readonly index: IndexClient;
  readonly indexName: string;
  /** Products in one piece; fewer where they are large. */
  readonly pieceSize: number;
}

/** Whether the index itself is asked for some of the products, which does not know yet what is being written. */
export const asksIndex = (backlog: readonly BacklogItem[]): boolean =>
  backlog.some(({ kind }) => kind === 'collection');

const IDS_AT_ONCE = 500;
/** Less than one request brings, and enough for the engine to work at its full speed. */
const MAX_BYTES = 6_000_000;

export function createBacklogReader({ reader, index, indexName, pieceSize }: BacklogReaderOptions): BacklogReader {
  let ahead: { readonly of: readonly BacklogItem[]; readonly piece: Promise<BacklogPiece> } | null = null;

  async function read(backlog: readonly BacklogItem[]): Promise<BacklogPiece> {
    const ids: string[] = [];
    const readings: LoadedProducts[] = [];
    const rest = [...backlog];
    let bytes = 0;
    for (let item = rest[0]; item !== undefined && ids.length < pieceSize && bytes < MAX_BYTES; item = rest[0]) {
      const limit = Math.min(IDS_AT_ONCE, pieceSize - ids.length);
      const strays = item.kind === 'collection' && item.after === '' ? await straysOf(item.id, limit) : [];
      const isFull = strays.length === limit;
      const found = isFull ? [] : await reader.nextIds(item, limit - strays.length);
      ids.push(...strays, ...found);
      const reading = await reader.load([...strays, ...found]);
      readings.push(reading);
      bytes += bytesOf(reading);
      // The index tells of the same strays again until these are written.
      if (isFull) break;
      if (strays.length + found.length < limit) rest.shift();
      else rest[0] = { ...item, after: found.at(-1) ?? item.after };
    }
    return { ids, rest, reading: joined(...readings) };
  }

  /**
   * Products that the index has in a collection that is gone or belongs to another merchant now. Memberships may have
   * gone with it, so the index itself tells which they are; once they are written, it no longer does.
   */
  async function straysOf(collectionId: string, limit: number): Promise<readonly string[]> {
    const key = quoted(indexKey(collectionId));
    const named = `(collection_ids = ${key} OR hidden_collection_ids = ${key})`;
    const owner = await reader.merchantOfCollection(collectionId);
    const filter = owner === null ? named : `${named} AND NOT ${merchantFilter(owner)}`;
    return await index.productIds(indexName, filter, limit);
  }

  return {
    async next(backlog) {
      const found = ahead?.of === backlog ? ahead.piece : null;
      await ahead?.piece.catch(() => undefined);
      ahead = null;
      return await (found ?? read(backlog));
    },
    readAhead(backlog) {
      if (backlog.length === 0 || asksIndex(backlog)) return;
      const piece = read(backlog);
      piece.catch(() => undefined);
      ahead = { of: backlog, piece };
    },
    async close() {
      await ahead?.piece.catch(() => undefined);
    },
  };
}
