/**
 * Reads products together with what their search documents are made of: their collections, and whether their merchant is
 * active. One that cannot be read or mapped spoils nothing but itself.
 *
 * Products stay the bytes that MongoDB sent until their turn comes: the objects of a whole answer would live through several
 * collections of garbage, each of which copies them.
 */
import { MongoError } from 'mongodb';
import type { Catalogue, OwnedStored } from '../../src/data/collections.ts';
import { fieldNames, isDocument, placeFields, textOf } from '../../src/platform/bson-walk.ts';
import { chunksOf } from '../../src/platform/chunks.ts';
import { groupBy } from '../../src/platform/group.ts';
import { bufferOf, deserialise } from '../../src/platform/mongo.ts';
import { deserialiseReadable } from '../../src/platform/readable-bson.ts';
import type { Reads } from '../source/causal-reads.ts';
import type { ProductSource } from './content-hash.ts';
import { joined, type Reading } from './loaded-products.ts';

/** What is made of each product as soon as it was read. */
export type Form<D> = (source: ProductSource) => D;

interface Wanted<D> {
  readonly catalogue: Catalogue;
  readonly ids: readonly string[];
  readonly reads: Reads;
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
async function unreadable(catalogue: Catalogue, id: string, error: unknown, reads: Reads): Promise<Reading<never>> {
  const found = await reads((options) =>
    catalogue.products.findOne({ _id: id }, { ...options, projection: { merchantId: 1 } }),
  );
  const merchantId = found?.merchantId ?? '';
  const active = await readActive(catalogue, [merchantId], reads);
  if (!active.has(merchantId)) return { documents: [], goneIds: [id], unreadable: [] };
  const reason = `the product cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  return { documents: [], goneIds: [], unreadable: [{ productId: id, merchantId, reason }] };
}

/**
 * A batch is what MongoDB puts into one answer: at most 16 MB, however large the products are; most often all of them. For
 * each, what needs no other answer is asked at once: a change waits for three answers.
 */
async function readTogether<D>({ catalogue, ids, reads, form }: Wanted<D>): Promise<Reading<D>> {
  const documents = new Map<string, D>();
  await reads(async (options) => {
    const found = catalogue.products.find<Uint8Array>(
      { _id: { $in: [...ids] } },
      { ...options, projection: { images: 0 }, batchSize: ids.length + 1, raw: true },
    );
    try {
      while (await found.hasNext()) {
        const products = found.readBufferedDocuments().flatMap((given) => ownedBytes(bufferOf(given)) ?? []);
        const [collectionsOf, active] = await Promise.all([
          readCollections(catalogue, products, reads),
          readActive(
            catalogue,
            products.map(({ merchantId }) => merchantId),
            reads,
          ),
        ]);
        for (const product of products.filter(({ merchantId }) => active.has(merchantId))) {
          const collections = (collectionsOf.get(product.productId) ?? []).map(({ collection }) => collection);
          documents.set(product.productId, form({ collections, ...product }));
        }
      }
    } finally {
      await found.close();
    }
  });
  return {
    documents: [...documents.values()],
    goneIds: ids.filter((id) => !documents.has(id)),
    unreadable: [],
  };
}

/** A product as it is stored, and what of it is needed to read what belongs to it. */
type OwnedBytes = Omit<ProductSource, 'collections'>;

const OWNED = fieldNames(['_id', 'merchantId']);

/** Null where the product is no merchant's. Throws what the driver throws where the bytes are no document that it can read. */
function ownedBytes(bytes: Buffer): OwnedBytes | null {
  const places = new Int32Array(OWNED.names.length);
  const isPlaced = isDocument(bytes) && placeFields(bytes, 0, OWNED, places);
  const [id = 0, merchant = 0] = isPlaced ? places : [];
  const [productId, merchantId] = [textOf(bytes, id), textOf(bytes, merchant)];
  if (productId !== null && merchantId !== null) return { productId, merchantId, bytes };
  const { _id: otherId, merchantId: other } = deserialise<OwnedStored>(bytes);
  return typeof other === 'string' ? { productId: otherId, merchantId: other, bytes } : null;
}

/** Those of the merchants that are not disabled. */
async function readActive(catalogue: Catalogue, merchantIds: readonly string[], reads: Reads) {
  const wanted = { _id: { $in: [...new Set(merchantIds)] }, status: { $ne: 'disabled' } } as const;
  return new Set(await reads((options) => catalogue.merchants.distinct('_id', wanted, options)));
}

/** By product id: the collections that exist and that a membership of its own merchant puts it into, ordered by id. */
async function readCollections(catalogue: Catalogue, products: readonly OwnedBytes[], reads: Reads) {
  const ownerOf = new Map(products.map(({ productId, merchantId }) => [productId, merchantId]));
  const memberships = await reads((options) =>
    catalogue.memberships
      .find(
        { merchantId: { $in: [...new Set(ownerOf.values())] }, productId: { $in: [...ownerOf.keys()] } },
        { ...options, projection: { merchantId: 1, productId: 1, collectionId: 1 } },
      )
      .toArray(),
  );
  const collectionIds = [...new Set(memberships.map(({ collectionId }) => collectionId))];
  const collections = new Map<string, OwnedStored>();
  for (const chunk of chunksOf(collectionIds, COLLECTIONS_IN_ONE_QUERY)) {
    const found = await reads((options) =>
      catalogue.collections
        .find<Uint8Array>(
          { _id: { $in: chunk } },
          { ...options, projection: { merchantId: 1, name: 1, status: 1 }, raw: true },
        )
        .toArray(),
    );
    for (const bytes of found) {
      // A name that cannot be read must not set all its products apart.
      const collection = deserialiseReadable<OwnedStored>(bufferOf(bytes));
      collections.set(collection._id, collection);
    }
  }
  const pairs = memberships
    .toSorted((one, other) => (one.collectionId < other.collectionId ? -1 : 1))
    .flatMap(({ merchantId, productId, collectionId }) => {
      const collection = collections.get(collectionId);
      const isTheirs = ownerOf.get(productId) === merchantId && collection?.merchantId === merchantId;
      return isTheirs ? [{ productId, collection }] : [];
    });
  return groupBy(pairs, ({ productId }) => productId);
}
