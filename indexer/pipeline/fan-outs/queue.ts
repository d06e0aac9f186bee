/**
 * Loads the next chunk of the fan-out queue. A chunk takes products from each fan-out in turn until it is full, and an
 * incomplete fan-out then moves to the end of the queue. So no fan-out waits for another to end, whatever its size and
 * however often it is requested again.
 */
import { merchantFilter, quoted } from '../../../src/search/index/filters.ts';
import { indexKey } from '../../../src/search/index/keys.ts';
import { afterChunk, type FanOut } from '../../checkpoint/fan-outs.ts';
import type { IndexClient } from '../../engine/index-client.ts';
import { hasOwnKey, KEYS } from '../../engine/index-documents.ts';
import { compareIds } from '../../products/id-order.ts';
import { bytesOf, type LoadedProducts, mergeLoaded } from '../../products/loaded-products.ts';
import type { ProductLoader } from '../../products/product-loader.ts';
import type { Visited } from './visited.ts';

interface Chunk {
  /** The ids of the products in the chunk, without those that were skipped. */
  readonly ids: readonly string[];
  readonly loaded: LoadedProducts;
  /** The ids of products that are written even if the index has the same document. */
  readonly forcedIds: readonly string[];
  /** The queue after the chunk is written. */
  readonly rest: readonly FanOut[];
}

/**
 * Returns whether the next products of a fan-out depend on the index, which must then include every earlier write. A
 * collection fan-out starts with the former members, which only the index still has in the collection.
 */
export const readsIndex = (fanOut: FanOut | undefined): boolean => fanOut?.kind === 'collection' && fanOut.after === '';

interface ChunkOptions {
  readonly indexName: string;
  readonly loader: ProductLoader;
  readonly index: Pick<IndexClient, 'listDocuments'>;
  readonly visited: Pick<Visited, 'has'>;
  /** The maximum number of products of a chunk, with those that are skipped. */
  readonly chunkSize: number;
}

/** Loads the next chunk, up to `limitBytes`. It's empty if the queue is, or without room. Throws what the engines throw. */
export async function nextChunk(options: ChunkOptions, queue: readonly FanOut[], limitBytes: number): Promise<Chunk> {
  const { chunkSize } = options;
  const mayReadIndex = readsIndex(queue[0]);
  const turns: Turn[] = [];
  const inChunk = new Set<string>();
  const visited = { has: (id: string) => inChunk.has(id) || options.visited.has(id) };
  let [products, bytes] = [0, 0];
  for (const fanOut of queue) {
    if (products >= chunkSize || bytes >= limitBytes || (readsIndex(fanOut) && !mayReadIndex)) break;
    const room = { products: chunkSize - products, bytes: limitBytes - bytes };
    const turn = await takeTurn({ ...options, visited }, fanOut, room);
    turns.push(turn);
    for (const id of turn.ids) inChunk.add(id);
    products += turn.found;
    bytes += bytesOf(turn.loaded);
  }
  return {
    ids: turns.flatMap(({ ids }) => ids),
    loaded: mergeLoaded(...turns.map(({ loaded }) => loaded)),
    forcedIds: turns.flatMap(({ ids, isForced }) => (isForced ? ids : [])),
    rest: [...queue.slice(turns.length), ...turns.flatMap(({ rest }) => rest ?? [])],
  };
}

interface Turn {
  /** The number of products, with those that were skipped. */
  readonly found: number;
  readonly ids: readonly string[];
  /** Write these products even if the index has the same documents. */
  readonly isForced: boolean;
  readonly loaded: LoadedProducts;
  /** Null when the fan-out is complete. */
  readonly rest: FanOut | null;
}

async function takeTurn(
  options: ChunkOptions,
  fanOut: FanOut,
  room: { readonly products: number; readonly bytes: number },
): Promise<Turn> {
  const { loader, visited } = options;
  const formerIds = readsIndex(fanOut) ? await formerMembersOf(options, fanOut.id, room.products) : [];
  const found = formerIds.length > 0 ? formerIds : await loader.nextIds(fanOut, room.products);
  const maySkip = fanOut.kind === 'collection' && formerIds.length === 0;
  const due = maySkip ? found.filter((id) => !visited.has(id)) : found;
  const { remainingIds, ...loaded } = await loader.load(due, room.bytes);
  const remaining = new Set(remainingIds);
  const ids = due.filter((id) => !remaining.has(id));
  // Once these are written, the index no longer has them in the collection, and the next query finds others. Another
  // client may have added the collection and left the content hash unchanged.
  if (formerIds.length > 0) return { found: found.length, ids, isForced: true, loaded, rest: fanOut };
  const isAtEnd = found.length < room.products && remainingIds.length === 0;
  const last = remainingIds.length === 0 ? found.at(-1) : ids.at(-1);
  const rest = afterChunk(fanOut, last ?? fanOut.after, isAtEnd);
  return { found: found.length, ids, isForced: fanOut.isForced, loaded, rest };
}

/**
 * Resolves to the products that the index has in a collection which is gone or belongs to another merchant now. Their
 * memberships may be gone, too, so only the index can list them.
 */
async function formerMembersOf(
  { loader, index, indexName }: ChunkOptions,
  collectionId: string,
  limit: number,
): Promise<string[]> {
  const key = quoted(indexKey(collectionId));
  const isMember = `(collection_ids = ${key} OR hidden_collection_ids = ${key})`;
  const owner = await loader.merchantOfCollection(collectionId);
  const filter = owner === null ? isMember : `${isMember} AND NOT ${merchantFilter(owner)}`;
  const found = await index.listDocuments(indexName, filter, { limit }, KEYS);
  return found
    .filter(hasOwnKey)
    .map(({ product_id: productId }) => productId)
    .toSorted(compareIds);
}
