/**
 * Loads products by id and maps them to document lines, in MongoDB's order of ids. A product that the driver can't decode, or
 * that the mapper fails on, is reported as unreadable and stops no other.
 *
 * Memory: the products of one answer of the server are held at a time, at most 16 MB of BSON. Lines are counted as they are
 * made, so loading stops with the document that reaches the limit.
 */
import { MongoError } from 'mongodb';
import type { Catalogue, OwnedStored } from '../../src/catalogue/collections.ts';
import { isMongoUnavailable } from '../../src/engines/mongo.ts';
import { chunksOf } from '../../src/runtime/chunks.ts';
import type { Analyzer } from '../../src/search/text/analyzer.ts';
import type { Reads } from './causal-reads.ts';
import { decodable } from './decodable.ts';
import { type DocumentLine, toLine } from './document-line.ts';
import { compareIds } from './id-order.ts';
import { loadActiveMerchants } from './load-merchants.ts';
import { bytesOf, joined, type LoadedProducts, type Unreadable } from './loaded-products.ts';
import { toSearchDocument } from './mapper.ts';
import { loadCollections } from './related-data.ts';

interface LoadRequest {
  readonly catalogue: Catalogue;
  readonly reads: Reads;
  readonly ids: readonly string[];
  /** Bytes of NDJSON after which no further product is mapped. */
  readonly limitBytes: number;
}

export interface LoadedPart extends LoadedProducts {
  /** The ids that were not looked at, in MongoDB's order. */
  readonly leftIds: readonly string[];
}

const IDS_IN_ONE_QUERY = 500;

/**
 * Loads up to 500 products in one query. Where that fails to decode one of them, it loads the query's ids in halves, and in
 * halves of halves, until the product stands alone. Throws what MongoDB throws.
 */
export async function loadProducts({ ids, limitBytes, ...from }: LoadRequest): Promise<LoadedPart> {
  const parts: LoadedProducts[] = [];
  const queue = chunksOf([...new Set(ids)].toSorted(compareIds), IDS_IN_ONE_QUERY);
  let bytes = 0;
  for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) {
    try {
      const part = await loadTogether({ ...from, ids: chunk, limitBytes: limitBytes - bytes });
      parts.push(part);
      bytes += bytesOf(part);
      if (part.leftIds.length > 0) queue.unshift([...part.leftIds]);
    } catch (error) {
      if (error instanceof MongoError || isMongoUnavailable(error)) throw error;
      if (chunk.length > 1) queue.unshift(...chunksOf(chunk, Math.ceil(chunk.length / 2)));
      else parts.push(await undecodable({ ...from, ids: chunk }, error));
    }
    if (bytes >= limitBytes) break;
  }
  return { ...joined(...parts), leftIds: queue.flat() };
}

/** Throws the driver's error where it can't decode one of the products. */
async function loadTogether({ catalogue, reads, ids, limitBytes }: LoadRequest): Promise<LoadedPart> {
  const documents: DocumentLine[] = [];
  const unreadable: Unreadable[] = [];
  let bytes = 0;
  let lastId: string | null = null;
  await reads(async (options) => {
    const found = catalogue.products.find(
      { _id: { $in: [...ids] } },
      { ...options, projection: { images: 0 }, sort: { _id: 1 }, batchSize: ids.length + 1 },
    );
    try {
      while (bytes < limitBytes && (await found.hasNext())) {
        const products = found.readBufferedDocuments().filter(({ merchantId }) => typeof merchantId === 'string');
        const [active, collectionsOf] = await Promise.all([
          loadActiveMerchants(
            catalogue,
            reads,
            products.map(({ merchantId }) => merchantId),
          ),
          loadCollections(catalogue, reads, products),
        ]);
        for (const product of products) {
          if (bytes >= limitBytes) break;
          lastId = product._id;
          const analyzer = active.get(product.merchantId);
          if (analyzer === undefined) continue;
          const line = mapped(product, collectionsOf.get(product._id) ?? [], analyzer);
          if ('reason' in line) unreadable.push(line);
          else {
            documents.push(line);
            bytes += line.json.length;
          }
        }
      }
    } finally {
      await found.close();
    }
  });
  const isLeft = (id: string) => bytes >= limitBytes && lastId !== null && compareIds(id, lastId) > 0;
  const present = new Set([...documents, ...unreadable].map(({ productId }) => productId));
  return {
    documents,
    unreadable,
    goneIds: ids.filter((id) => !present.has(id) && !isLeft(id)),
    leftIds: ids.filter(isLeft),
  };
}

function mapped(
  product: OwnedStored,
  collections: readonly OwnedStored[],
  analyzer: Analyzer,
): DocumentLine | Unreadable {
  try {
    return toLine(toSearchDocument(product, collections, analyzer));
  } catch (error) {
    const { _id: productId, merchantId } = product;
    return { productId, merchantId, reason: `the product cannot be mapped: ${String(error)}` };
  }
}

/** What is loaded of one product that the driver can't decode: nothing where its merchant is disabled or unknown. */
async function undecodable(
  { catalogue, reads, ids: [productId = ''] }: Omit<LoadRequest, 'limitBytes'>,
  error: unknown,
): Promise<LoadedProducts> {
  const found = await reads((options) =>
    catalogue.products.findOne({ _id: productId }, { ...options, projection: { merchantId: decodable('merchantId') } }),
  );
  const merchantId = found?.merchantId ?? '';
  const active = await loadActiveMerchants(catalogue, reads, [merchantId]);
  if (!active.has(merchantId)) return { documents: [], goneIds: [productId], unreadable: [] };
  const reason = `the product cannot be read: ${String(error)}`;
  return { documents: [], goneIds: [], unreadable: [{ productId, merchantId, reason }] };
}
