/**
 * Reads products together with what their search documents are made of: their collections, and whether their merchant is
 * active. One that cannot be read or mapped spoils nothing but itself.
 */
import { type ClientSession, MongoError, type ReadConcernLike } from 'mongodb';
import type { Catalogue, OwnedStored } from '../src/data/collections.ts';
import { chunksOf } from '../src/platform/chunks.ts';
import { groupBy } from '../src/platform/group.ts';
import type { SearchDocument } from '../src/search/index-document.ts';
import { toSearchDocument } from './mapper.ts';
import { joined, type Reading } from './reading.ts';

/** How the driver is to read. */
export interface ReadOptions {
  readonly session: ClientSession;
  readonly readConcern: ReadConcernLike;
  readonly readPreference: 'primary';
}

/** What a search document becomes as soon as it is made. */
export type Form<D> = (document: SearchDocument) => D;

interface Wanted<D> {
  readonly catalogue: Catalogue;
  readonly ids: readonly string[];
  readonly reads: ReadOptions;
  readonly form: Form<D>;
}

const COLLECTIONS_IN_ONE_QUERY = 500;

/**
 * Reads together; where one product cannot be read or mapped, in halves until it stands alone. MongoDB keeps what no
 * driver can read, as a binary value of a wrong length.
 */
export async function readProducts<D>(wanted: Wanted<D>): Promise<Reading<D>> {
  const { catalogue, ids, reads } = wanted;
  try {
    return await readTogether(wanted);
  } catch (error) {
    if (error instanceof MongoError) throw error;
    const [only = '', ...others] = ids;
    if (others.length === 0) return await unreadable(catalogue, only, error, reads);
    const middle = Math.ceil(ids.length / 2);
    return joined(
      await readProducts({ ...wanted, ids: ids.slice(0, middle) }),
      await readProducts({ ...wanted, ids: ids.slice(middle) }),
    );
  }
}

/** The reading of one product that cannot be read: of a disabled merchant it is gone. */
async function unreadable(
  catalogue: Catalogue,
  id: string,
  error: unknown,
  reads: ReadOptions,
): Promise<Reading<never>> {
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

async function readTogether<D>({ catalogue, ids, reads, form }: Wanted<D>): Promise<Reading<D>> {
  const wanted = { $in: [...ids] };
  // Mapped one by one as they come: a stored product may have 16 MB, its search document is bounded.
  const collectionsOf = await readCollections(catalogue, ids, reads);
  const documents = new Map<string, D>();
  const merchantIds = new Set<string>();
  const found = catalogue.products.find(
    { _id: wanted },
    {
      ...{ ...reads, projection: { images: 0 } },
      // All in one answer, unless they are large: MongoDB ends an answer at 16 MB.
      batchSize: ids.length + 1,
    },
  );
  const readIds = new Map<string, string>();
  for await (const product of found) {
    if (typeof product.merchantId !== 'string') continue;
    merchantIds.add(product.merchantId);
    readIds.set(product._id, product.merchantId);
    const collections = (collectionsOf.get(product._id) ?? [])
      .map(({ collection }) => collection)
      .filter(({ merchantId }) => merchantId === product.merchantId);
    documents.set(product._id, form(toSearchDocument(product, collections)));
  }
  const active = new Set(
    await catalogue.merchants.distinct('_id', { _id: { $in: [...merchantIds] }, status: { $ne: 'disabled' } }, reads),
  );
  const isShown = (id: string) => active.has(readIds.get(id) ?? '');
  return {
    documents: [...documents].flatMap(([id, document]) => (isShown(id) ? [document] : [])),
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
  for (const chunk of chunksOf(collectionIds, COLLECTIONS_IN_ONE_QUERY)) {
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
