/** Loads the collections whose names are part of product documents. */
import { decodable } from '../../src/catalogue/decodable.ts';
import type { Catalogue, OwnedStored } from '../../src/catalogue/stored-documents.ts';
import { isText } from '../../src/catalogue/values.ts';
import { chunksOf, groupBy } from '../../src/runtime/lists.ts';
import type { Reads } from './causal-reads.ts';
import { relatedFieldsOf } from './related-fields.ts';

/** The collections of each product, by product id and ordered by collection id. Includes collections of any status. */
type CollectionsOf = ReadonlyMap<string, readonly OwnedStored[]>;

const COLLECTIONS_IN_ONE_QUERY = 500;

/**
 * Loads the collections of products. A membership counts only when the product, the membership and the collection have
 * the same merchant. A collection whose name can't be decoded gets an empty name. Throws what MongoDB throws.
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
  const found = await reads.find(catalogue.memberships, filter, { projection });
  // The filter also matches lists, which are read as null.
  const memberships = found.filter(({ collectionId }) => isText(collectionId));
  const collections = await findCollections(
    catalogue,
    reads,
    memberships.map(({ collectionId }) => collectionId),
  );
  const pairs = memberships
    .toSorted((one, other) => (one.collectionId < other.collectionId ? -1 : 1))
    .flatMap(({ merchantId, productId, collectionId }) => {
      const collection = collections.get(collectionId);
      const isSameMerchant = merchantOf.get(productId) === merchantId && collection?.merchantId === merchantId;
      return isSameMerchant ? [{ productId, collection }] : [];
    });
  const byProduct = groupBy(pairs, ({ productId }) => productId);
  return new Map([...byProduct].map(([productId, own]) => [productId, own.map(({ collection }) => collection)]));
}

async function findCollections(
  { collections }: Catalogue,
  reads: Reads,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OwnedStored>> {
  const found = new Map<string, OwnedStored>();
  const projection = relatedFieldsOf('collections');
  for (const chunk of chunksOf([...new Set(ids)], COLLECTIONS_IN_ONE_QUERY)) {
    const documents = await reads.find(collections, { _id: { $in: chunk } }, { projection });
    for (const collection of documents) found.set(collection._id, collection);
  }
  return found;
}
