/**
 * Loads products by id and maps them to document lines, in MongoDB's order of ids. A product that the driver can't
 * decode or the mapper can't map is reported as unreadable. The other products are not affected.
 *
 * Memory: one server batch at a time, at most 16 MB of BSON. Loading stops after the document that reaches the byte
 * limit. Products are mapped in turns, because the lease must be renewed meanwhile.
 */
import { type AggregationCursor, type Document, MongoError } from 'mongodb';
import { decodable } from '../../src/catalogue/decodable.ts';
import type { Catalogue, OwnedStored } from '../../src/catalogue/stored-documents.ts';
import { isMongoUnavailable } from '../../src/engines/mongodb/errors.ts';
import { createTurns } from '../../src/runtime/concurrency/turns.ts';
import { chunksOf } from '../../src/runtime/lists.ts';
import type { Analyzer } from '../../src/search/text/analyzer.ts';
import { type DocumentLine, toLine } from '../documents/document-line.ts';
import { toSearchDocument } from '../documents/mapper.ts';
import type { Reads } from './causal-reads.ts';
import { compareIds } from './id-order.ts';
import { merchantsOfInvalidUtf8Ids } from './invalid-utf8-ids.ts';
import { loadCollections } from './load-collections.ts';
import { loadAnalyzers } from './load-merchants.ts';
import { bytesOf, excludeIds, type FailedProduct, type LoadedProducts, mergeLoaded } from './loaded-products.ts';

export interface PartialLoad extends LoadedProducts {
  /** The ids that were not loaded, in MongoDB's order. */
  readonly remainingIds: readonly string[];
}

const IDS_IN_ONE_QUERY = 500;

const NO_PRODUCTS: LoadedProducts = { documents: [], goneIds: [], unreadable: [] };

/**
 * Loads up to 500 products per query, until the documents have `limitBytes` of NDJSON. When the driver fails to decode a
 * product, splits the ids of the query in halves until the product is alone. Throws what MongoDB throws.
 */
export async function loadProducts(
  catalogue: Catalogue,
  reads: Reads,
  ids: Iterable<string>,
  limitBytes: number,
): Promise<PartialLoad> {
  const parts: LoadedProducts[] = [];
  const queue = chunksOf([...new Set(ids)].toSorted(compareIds), IDS_IN_ONE_QUERY);
  let bytes = 0;
  for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) {
    try {
      const part = await loadInOneQuery(catalogue, reads, chunk, limitBytes - bytes);
      parts.push(part);
      bytes += bytesOf(part);
      if (part.remainingIds.length > 0) queue.unshift([...part.remainingIds]);
    } catch (error) {
      if (error instanceof MongoError || isMongoUnavailable(error)) throw error;
      const [id = '', ...others] = chunk;
      if (others.length > 0) queue.unshift(...chunksOf(chunk, Math.ceil(chunk.length / 2)));
      else parts.push(await loadUndecodable(catalogue, reads, id, error));
    }
    if (bytes >= limitBytes) break;
  }
  const loaded = mergeLoaded(...parts);
  const invalid = await loadInvalidUtf8(catalogue, reads, loaded.goneIds);
  const invalidUtf8Ids = new Set(invalid.unreadable.map(({ productId }) => productId));
  return { ...mergeLoaded(excludeIds(loaded, invalidUtf8Ids), invalid), remainingIds: queue.flat() };
}

/** Stages that keep what is mapped. */
const MAPPED_FIELDS: readonly Document[] = [
  { $unset: 'images' },
  // Of a field that a product has twice, MongoDB selects by the first, and the driver reads the last.
  { $set: { merchantId: '$merchantId' } },
];

/** Loads products in one query. Throws the driver's error when it can't decode one of them. */
async function loadInOneQuery(
  catalogue: Catalogue,
  reads: Reads,
  ids: readonly string[],
  limitBytes: number,
): Promise<PartialLoad> {
  return await reads.run(async (options) => {
    const documents: DocumentLine[] = [];
    const unreadable: FailedProduct[] = [];
    let bytes = 0;
    let lastId: string | null = null;
    const turns = createTurns();
    const found = catalogue.products.aggregate<OwnedStored>(
      [{ $match: { _id: { $gt: '', $in: [...ids] } } }, { $sort: { _id: 1 } }, ...MAPPED_FIELDS],
      { ...options, batchSize: ids.length + 1 },
    );
    try {
      for await (const { product, collections, analyzer } of withRelated(catalogue, reads, found)) {
        if (turns.isOver()) await turns.next();
        lastId = product._id;
        if (analyzer === undefined) continue;
        const line = mapProduct(product, collections, analyzer);
        if ('reason' in line) unreadable.push(line);
        else {
          documents.push(line);
          bytes += line.json.length;
        }
        if (bytes >= limitBytes) break;
      }
    } finally {
      await found.close();
    }
    const isRemaining = (id: string) => bytes >= limitBytes && lastId !== null && compareIds(id, lastId) > 0;
    const present = new Set([...documents, ...unreadable].map(({ productId }) => productId));
    return {
      documents,
      unreadable,
      goneIds: ids.filter((id) => !present.has(id) && !isRemaining(id)),
      remainingIds: ids.filter(isRemaining),
    };
  });
}

/** A product with what mapping it requires. `analyzer`: undefined when its merchant is disabled or unknown. */
interface WithRelated {
  readonly product: OwnedStored;
  readonly collections: readonly OwnedStored[];
  readonly analyzer: Analyzer | undefined;
}

/** Loads the related data of each server batch at once. */
async function* withRelated(
  catalogue: Catalogue,
  reads: Reads,
  found: AggregationCursor<OwnedStored>,
): AsyncGenerator<WithRelated> {
  while (await found.hasNext()) {
    const products = found.readBufferedDocuments().filter(({ merchantId }) => typeof merchantId === 'string');
    const merchantIds = products.map(({ merchantId }) => merchantId);
    const [analyzers, collectionsOf] = await Promise.all([
      loadAnalyzers(catalogue, reads, merchantIds),
      loadCollections(catalogue, reads, products),
    ]);
    for (const product of products)
      yield {
        product,
        collections: collectionsOf.get(product._id) ?? [],
        analyzer: analyzers.get(product.merchantId),
      };
  }
}

function mapProduct(
  product: OwnedStored,
  collections: readonly OwnedStored[],
  analyzer: Analyzer,
): DocumentLine | FailedProduct {
  const { _id: productId, merchantId } = product;
  try {
    return toLine(toSearchDocument(product, collections, analyzer), merchantId);
  } catch (error) {
    return { productId, merchantId, reason: `the product cannot be mapped: ${String(error)}` };
  }
}

/**
 * Reports a product that the driver can't decode as unreadable, or as gone when its merchant is disabled or unknown.
 */
async function loadUndecodable(
  catalogue: Catalogue,
  reads: Reads,
  productId: string,
  error: unknown,
): Promise<LoadedProducts> {
  const projection = { merchantId: decodable('merchantId') };
  const found = await reads.findOne(catalogue.products, { _id: productId }, { projection });
  const merchantId = found?.merchantId ?? '';
  const analyzers = await loadAnalyzers(catalogue, reads, [merchantId]);
  if (!analyzers.has(merchantId)) return { ...NO_PRODUCTS, goneIds: [productId] };
  const reason = `the product cannot be read: ${String(error)}`;
  return { ...NO_PRODUCTS, unreadable: [{ productId, merchantId, reason }] };
}

/** Reports the products whose ids are not valid UTF-8 as unreadable, unless their merchant is disabled or unknown. */
async function loadInvalidUtf8(catalogue: Catalogue, reads: Reads, ids: readonly string[]): Promise<LoadedProducts> {
  const merchants = await merchantsOfInvalidUtf8Ids(catalogue, reads, ids);
  if (merchants.size === 0) return NO_PRODUCTS;
  const analyzers = await loadAnalyzers(catalogue, reads, merchants.values());
  const unreadable = [...merchants]
    .filter(([, merchantId]) => analyzers.has(merchantId))
    .map(([productId]) => ({ productId, merchantId: null, reason: 'the _id of the product is not valid UTF-8' }));
  return { ...NO_PRODUCTS, unreadable };
}
