/**
 * Loads the next chunk of the fan-outs that wait. A chunk takes some products of each fan-out in turn until it is full, and a
 * fan-out whose turn is over goes to the end of the queue. So no fan-out waits for another to end, whatever its size and
 * however often it is requested again.
 */

import { indexKey } from '../../src/search/index/document.ts';
import { merchantFilter, quoted } from '../../src/search/index/filters.ts';
import { afterChunk, type FanOut } from '../checkpoint/fan-outs.ts';
import { compareIds } from '../documents/id-order.ts';
import { bytesOf, joined, type LoadedProducts } from '../documents/loaded-products.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { IndexClient } from '../engine/index-client.ts';

export interface Chunk {
  /** Ids of the products that it covers. */
  readonly ids: readonly string[];
  readonly loaded: LoadedProducts;
  /** Ids of products that are written even if the index has the same document. */
  readonly forcedIds: readonly string[];
  /** The queue when the chunk is written. */
  readonly rest: readonly FanOut[];
}

interface FanOutOptions {
  readonly loader: ProductLoader;
  readonly index: IndexClient;
  readonly indexName: string;
  /** Products in one chunk at most. */
  readonly chunkSize: number;
}

/**
 * Whether the next products of a fan-out depend on what the index holds, so that every earlier write must be in it: a collection
 * begins with the products that the index has in it by mistake.
 */
export const readsIndex = (fanOut: FanOut | undefined): boolean => fanOut?.kind === 'collection' && fanOut.after === '';

/** Loads the next chunk, of `limitBytes` at most; null when nothing waits. Throws what the engines throw. */
export async function nextChunk(
  options: FanOutOptions,
  queue: readonly FanOut[],
  limitBytes: number,
): Promise<Chunk | null> {
  if (queue.length === 0) return null;
  const mayReadIndex = readsIndex(queue[0]);
  const turns: Turn[] = [];
  let [products, bytes] = [0, 0];
  for (const fanOut of queue) {
    if (products >= options.chunkSize || bytes >= limitBytes || (readsIndex(fanOut) && !mayReadIndex)) break;
    const turn = await takeTurn(options, fanOut, { products: options.chunkSize - products, bytes: limitBytes - bytes });
    turns.push(turn);
    products += turn.ids.length;
    bytes += bytesOf(turn.loaded);
  }
  return {
    ids: turns.flatMap(({ ids }) => ids),
    loaded: joined(...turns.map(({ loaded }) => loaded)),
    forcedIds: turns.flatMap(({ ids, fanOut }) => (fanOut.isForced ? ids : [])),
    rest: [...queue.slice(turns.length), ...turns.flatMap(({ rest }) => rest ?? [])],
  };
}

interface Turn {
  readonly fanOut: FanOut;
  readonly ids: readonly string[];
  readonly loaded: LoadedProducts;
  /** Null when the fan-out is done. */
  readonly rest: FanOut | null;
}

async function takeTurn(
  options: FanOutOptions,
  fanOut: FanOut,
  room: { readonly products: number; readonly bytes: number },
): Promise<Turn> {
  const { loader } = options;
  if (readsIndex(fanOut)) {
    const strayIds = await straysOf(options, fanOut.id, room.products);
    if (strayIds.length > 0) {
      // Once these are written the index has them in the collection no more, and the next look finds others.
      const { leftIds, ...loaded } = await loader.load(strayIds, { limitBytes: room.bytes });
      return { fanOut, ids: without(strayIds, leftIds), loaded, rest: fanOut };
    }
  }
  const found = await loader.nextIds(fanOut, room.products);
  const { leftIds, ...loaded } = await loader.load(found, { limitBytes: room.bytes });
  const ids = without(found, leftIds);
  const isAtEnd = found.length < room.products && leftIds.length === 0;
  return { fanOut, ids, loaded, rest: afterChunk(fanOut, ids.at(-1) ?? fanOut.after, isAtEnd) };
}

/**
 * Products that the index has in a collection which is gone or belongs to another merchant now. Their memberships may be gone,
 * too, so only the index still knows them.
 */
async function straysOf(
  { loader, index, indexName }: FanOutOptions,
  collectionId: string,
  limit: number,
): Promise<string[]> {
  const key = quoted(indexKey(collectionId));
  const isMember = `(collection_ids = ${key} OR hidden_collection_ids = ${key})`;
  const owner = await loader.merchantOfCollection(collectionId);
  const filter = owner === null ? isMember : `${isMember} AND NOT ${merchantFilter(owner)}`;
  return (await index.productIds(indexName, filter, limit)).toSorted(compareIds);
}

function without(ids: readonly string[], leftIds: readonly string[]): string[] {
  const left = new Set(leftIds);
  return ids.filter((id) => !left.has(id));
}
