/**
 * Reads products again, by id or in the order of their ids, as search documents. Reads are from the primary and not
 * older than the events that asked for them: a secondary, or a primary just elected, may not have the change yet.
 */
import {
  type ClientSession,
  type Db,
  type MongoClient,
  MongoError,
  type ReadConcernLike,
  type Timestamp,
} from 'mongodb';
import { type Catalogue, catalogueOf, type OwnedStored } from '../src/data/collections.ts';
import { chunksOf } from '../src/platform/chunks.ts';
import { groupBy } from '../src/platform/group.ts';
import type { SearchDocument } from '../src/search/index-document.ts';
import type { Refusal } from './dead-letters.ts';
import { toSearchDocument } from './mapper.ts';
import type { BacklogItem } from './position.ts';

/** What the index should hold of some products: their documents, and the ids of those it should not hold. */
export interface Reading {
  readonly documents: readonly SearchDocument[];
  readonly goneIds: readonly string[];
  /** Products that stand in MongoDB and of which no document can be made. */
  readonly unreadable: readonly Unreadable[];
}

export interface Unreadable extends Refusal {
  readonly merchantId: string;
}

export interface ProductReader {
  /** Reads products as they are at `atLeast` (an event's cluster time) or later. */
  read(ids: Iterable<string>, atLeast: Timestamp | null): Promise<Reading>;
  /** The next ids of a backlog item after those done, in their order; fewer than `limit` when it ends. */
  nextIds(item: BacklogItem, limit: number): Promise<string[]>;
  /** Whose a collection is; null when it does not exist. */
  merchantOfCollection(id: string): Promise<string | null>;
  /** How many products each active merchant has. */
  countByMerchant(): Promise<Map<string, number>>;
  close(): Promise<void>;
}

const IDS_IN_ONE_QUERY = 500;

export function createProductReader(client: MongoClient, database: Db): ProductReader {
  const session = client.startSession({ causalConsistency: true });
  const readConcern: ReadConcernLike = 'majority';
  const reads = { session, readConcern, readPreference: 'primary' } as const;
  const catalogue = catalogueOf(database);
  // The driver allows one operation at a time in a session, and two indexes may be followed with one reader.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result;
    return result;
  };

  return {
    read: (ids, atLeast) =>
      inTurn(async () => {
        if (atLeast !== null) session.advanceOperationTime(atLeast);
        const readings: Reading[] = [];
        for (const chunk of chunksOf([...ids], IDS_IN_ONE_QUERY))
          readings.push(await readChunk(catalogue, chunk, reads));
        return {
          documents: readings.flatMap(({ documents }) => documents),
          goneIds: readings.flatMap(({ goneIds }) => goneIds),
          unreadable: readings.flatMap(({ unreadable }) => unreadable),
        };
      }),

    nextIds: (item, limit) => inTurn(() => nextIds(catalogue, item, limit, reads)),

    merchantOfCollection: (id) =>
      inTurn(async () => {
        const found = await catalogue.collections.findOne({ _id: id }, { ...reads, projection: { merchantId: 1 } });
        return found?.merchantId ?? null;
      }),

    countByMerchant: () =>
      inTurn(async () => {
        const active = await catalogue.merchants.distinct('_id', { status: { $ne: 'disabled' } }, reads);
        const counts = new Map<string, number>(active.map((id) => [id, 0]));
        const groups = catalogue.products.aggregate<{ _id: string; count: number }>(
          [{ $match: { _id: { $type: 'string' } } }, { $group: { _id: '$merchantId', count: { $sum: 1 } } }],
          reads,
        );
        for await (const { _id, count } of groups) if (counts.has(_id)) counts.set(_id, count);
        return counts;
      }),

    close: () => session.endSession(),
  };
}

interface ReadOptions {
  readonly session: ClientSession;
  readonly readConcern: ReadConcernLike;
  readonly readPreference: 'primary';
}

/**
 * Reads together; where one product cannot be read or mapped, in halves until it stands alone. MongoDB keeps what no
 * driver can read, as a binary value of a wrong length.
 */
async function readChunk(catalogue: Catalogue, ids: readonly string[], reads: ReadOptions): Promise<Reading> {
  try {
    return await readTogether(catalogue, ids, reads);
  } catch (error) {
    if (error instanceof MongoError) throw error;
    const [only = '', ...others] = ids;
    if (others.length === 0) return await unreadable(catalogue, only, error, reads);
    const middle = Math.ceil(ids.length / 2);
    const one = await readChunk(catalogue, ids.slice(0, middle), reads);
    const other = await readChunk(catalogue, ids.slice(middle), reads);
    return {
      documents: [...one.documents, ...other.documents],
      goneIds: [...one.goneIds, ...other.goneIds],
      unreadable: [...one.unreadable, ...other.unreadable],
    };
  }
}

/** The reading of one product that cannot be read: of a disabled merchant it is gone. */
async function unreadable(catalogue: Catalogue, id: string, error: unknown, reads: ReadOptions): Promise<Reading> {
  const found = await catalogue.products.findOne({ _id: id }, { ...reads, projection: { merchantId: 1 } });
  const merchantId = found?.merchantId ?? '';
  const isShown = await catalogue.merchants.findOne(
    { _id: merchantId, status: { $ne: 'disabled' } },
    { ...reads, projection: { _id: 1 } },
  );
  if (isShown === null) return { documents: [], goneIds: [id], unreadable: [] };
  const reason = `the product cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  return { documents: [], goneIds: [], unreadable: [{ productId: id, merchantId, reason }] };
}

async function readTogether(catalogue: Catalogue, ids: readonly string[], reads: ReadOptions): Promise<Reading> {
  const wanted = { $in: [...ids] };
  // Mapped one by one as they come: a stored product may have 16 MB, its search document is bounded.
  const collectionsOf = await readCollections(catalogue, ids, reads);
  const documents: SearchDocument[] = [];
  const merchantIds = new Set<string>();
  const found = catalogue.products.find({ _id: wanted }, { ...reads, projection: { images: 0 }, batchSize: 100 });
  const readIds = new Map<string, string>();
  for await (const product of found) {
    if (typeof product.merchantId !== 'string') continue;
    merchantIds.add(product.merchantId);
    readIds.set(product._id, product.merchantId);
    documents.push(
      toSearchDocument(
        product,
        (collectionsOf.get(product._id) ?? [])
          .map(({ collection }) => collection)
          .filter(({ merchantId }) => merchantId === product.merchantId),
      ),
    );
  }
  const active = new Set(
    await catalogue.merchants.distinct('_id', { _id: { $in: [...merchantIds] }, status: { $ne: 'disabled' } }, reads),
  );
  const isShown = (id: string) => active.has(readIds.get(id) ?? '');
  return {
    documents: documents.filter((document) => isShown(document.product_id)),
    goneIds: ids.filter((id) => !isShown(id)),
    unreadable: [],
  };
}

/** By product id: the collections that exist and that a membership of their own merchant puts it into, ordered by id. */
async function readCollections(catalogue: Catalogue, productIds: readonly string[], reads: ReadOptions) {
  const merchants = await catalogue.products.distinct('merchantId', { _id: { $in: [...productIds] } }, reads);
  const memberships = await catalogue.memberships
    .find(
      { merchantId: { $in: merchants }, productId: { $in: [...productIds] } },
      { ...reads, projection: { merchantId: 1, productId: 1, collectionId: 1 } },
    )
    .toArray();
  const collectionIds = [...new Set(memberships.map(({ collectionId }) => collectionId))];
  const collections = new Map<string, OwnedStored>();
  for (const chunk of chunksOf(collectionIds, IDS_IN_ONE_QUERY)) {
    const found = catalogue.collections.find(
      { _id: { $in: chunk } },
      { ...reads, projection: { merchantId: 1, name: 1, status: 1 } },
    );
    for await (const collection of found) collections.set(collection._id, collection);
  }
  const pairs = memberships
    .toSorted((one, other) => (one.collectionId < other.collectionId ? -1 : 1))
    .flatMap(({ merchantId, productId, collectionId }) => {
      const collection = collections.get(collectionId);
      return collection?.merchantId === merchantId ? [{ productId, collection }] : [];
    });
  return groupBy(pairs, ({ productId }) => productId);
}

async function nextIds(
  catalogue: Catalogue,
  { kind, id, after }: BacklogItem,
  limit: number,
  reads: ReadOptions,
): Promise<string[]> {
  if (kind === 'collection') {
    const collection = await catalogue.collections.findOne({ _id: id }, { ...reads, projection: { merchantId: 1 } });
    if (collection === null) return [];
    const { merchantId } = collection;
    const members = await catalogue.memberships
      .find({ merchantId, collectionId: id, productId: { $gt: after } }, { ...reads, projection: { productId: 1 } })
      .sort({ productId: 1 })
      .limit(limit)
      .toArray();
    return members.map(({ productId }) => productId);
  }
  const filter = kind === 'merchant' ? { merchantId: id, _id: { $gt: after } } : { _id: { $gt: after } };
  const products = await catalogue.products
    .find(filter, { ...reads, projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return products.map(({ _id }) => _id);
}
