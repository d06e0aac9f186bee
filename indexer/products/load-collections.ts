/** Loads the collections whose names are part of product documents. */
import { decodable } from '../../src/catalogue/decodable.ts';
import { MEMBERSHIPS_BY_PRODUCT } from '../../src/catalogue/definitions.ts';
import type { Catalogue, OwnedStored, StoredMembership } from '../../src/catalogue/stored-documents.ts';
import { isText } from '../../src/catalogue/values.ts';
import { withIndex } from '../../src/catalogue/with-index.ts';
import { chunksOf, groupBy } from '../../src/runtime/lists.ts';
import { collectionName, MAX_COLLECTIONS } from '../documents/mapper.ts';
import type { Reads } from './causal-reads.ts';
import { relatedFieldsOf } from './related-fields.ts';

/** The collections of each product, by product id and ordered by collection id. Includes collections of any status. */
type CollectionsOf = ReadonlyMap<string, readonly OwnedStored[]>;

const COLLECTIONS_IN_ONE_QUERY = 500;
/** Bounds the memory that memberships and their collections take. */
const MEMBERSHIPS_IN_ONE_BATCH = 5000;

/**
 * Loads the collections of products, as many of each as its document has. A membership counts only when the product, the
 * membership and the collection have the same merchant. A collection whose name can't be decoded gets an empty name.
 * Throws what MongoDB throws.
 */
export async function loadCollections(
  catalogue: Catalogue,
  reads: Reads,
  products: readonly OwnedStored[],
): Promise<CollectionsOf> {
  const merchantOf = new Map(products.map(({ _id, merchantId }) => [_id, merchantId]));
  const filter = {
    merchantId: { $in: [...new Set(merchantOf.values())] },
    productId: { $in: [...merchantOf.keys()] },
    collectionId: { $type: 'string' },
  } as const;
  const projection = {
    _id: 0,
    merchantId: decodable('merchantId'),
    productId: decodable('productId'),
    collectionId: decodable('collectionId'),
  };

  async function addCollectionsOf(
    memberships: readonly StoredMembership[],
    collectionsOf: Map<string, readonly OwnedStored[]>,
  ): Promise<void> {
    const collections = await findCollections(catalogue, reads, memberships);
    const ofMerchant = memberships.filter(
      ({ merchantId, productId, collectionId }) =>
        merchantOf.get(productId) === merchantId && collections.get(collectionId)?.merchantId === merchantId,
    );
    for (const [productId, own] of groupBy(ofMerchant, (membership) => membership.productId)) {
      const added = own.flatMap(({ collectionId }) => collections.get(collectionId) ?? []);
      collectionsOf.set(productId, firstById([...(collectionsOf.get(productId) ?? []), ...added]));
    }
  }

  // Without the hint, MongoDB may read all memberships of the merchants, in the order of the collections: a fan-out
  // loads products that are all in one collection, which may be the first.
  return await withIndex(MEMBERSHIPS_BY_PRODUCT, (hint) =>
    reads.run(async (options) => {
      const collectionsOf = new Map<string, readonly OwnedStored[]>();
      const batchSize = MEMBERSHIPS_IN_ONE_BATCH;
      const found = catalogue.memberships.find(filter, { ...options, ...hint, projection, batchSize });
      try {
        // The filter also matches lists, which are read as null.
        while (await found.hasNext())
          await addCollectionsOf(
            found.readBufferedDocuments().filter(({ collectionId }) => isText(collectionId)),
            collectionsOf,
          );
        return collectionsOf;
      } finally {
        await found.close();
      }
    }),
  );
}

const firstById = (collections: readonly OwnedStored[]): readonly OwnedStored[] =>
  collections.toSorted((one, other) => (one._id < other._id ? -1 : 1)).slice(0, MAX_COLLECTIONS);

async function findCollections(
  { collections }: Catalogue,
  reads: Reads,
  memberships: readonly Pick<StoredMembership, 'collectionId'>[],
): Promise<ReadonlyMap<string, OwnedStored>> {
  const ids = new Set(memberships.map(({ collectionId }) => collectionId));
  const found = new Map<string, OwnedStored>();
  const projection = relatedFieldsOf('collections');
  for (const chunk of chunksOf([...ids], COLLECTIONS_IN_ONE_QUERY))
    await reads.run(async (options) => {
      for await (const collection of collections.find({ _id: { $in: chunk } }, { ...options, projection }))
        found.set(collection._id, { ...collection, name: collectionName(collection) });
    });
  return found;
}
