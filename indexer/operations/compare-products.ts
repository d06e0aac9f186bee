/**
 * Compares products with their documents in the index: by the content hash, which needs no mapping, and where that tells of
 * a difference, field by field. What it says is true of one moment: changes may be under way.
 */
import type { Meilisearch } from 'meilisearch';
import { type IndexedDocument, indexKey, type MappedDocument, writtenFields } from '../../src/search/index-document.ts';
import { isMadeFrom, type ProductSource, sourceHash } from '../documents/content-hash.ts';
import type { ProductReader } from '../documents/product-loader.ts';
import type { Persistently } from '../engine/retry-while-down.ts';

/** `dead letter`: not in the index, because it was set apart. */
export type DifferenceKind = 'missing' | 'extra' | 'stale' | 'dead letter';

export interface Difference {
  readonly kind: DifferenceKind;
  /** The key of the document in the index. */
  readonly key: string;
  readonly productId: string | null;
  /** As the index or MongoDB names it. */
  readonly merchant: string;
  /** What the index holds instead, where it holds something. */
  readonly actual?: string;
}

export interface Compared {
  readonly products: number;
  readonly differences: readonly Difference[];
  /** How many documents the index has of these products. */
  readonly present: number;
}

/** A product by the hash of what its document is made from. */
export interface HashedProduct {
  readonly productId: string;
  readonly source: string;
}

export const toHashed = (product: ProductSource): HashedProduct => ({
  productId: product.productId,
  source: sourceHash(product),
});

/** The two sides; the products once by their hashes, and once as their documents should be. */
export interface Sides {
  readonly reader: ProductReader<HashedProduct>;
  readonly mapped: ProductReader<MappedDocument>;
  readonly client: Meilisearch;
  readonly persistently: Persistently;
  readonly indexName: string;
}

type Indexed = ReadonlyMap<string, IndexedDocument>;

/** Throws what the engines throw. */
export async function compareProducts(sides: Sides, ids: readonly string[]): Promise<Compared> {
  const [{ documents, goneIds }, indexed] = await Promise.all([
    sides.reader.read(ids, null),
    fetchDocuments(sides, ids.map(indexKey)),
  ]);
  const isAsMade = ({ productId, source }: HashedProduct): boolean => {
    const document = indexed.get(indexKey(productId));
    return document !== undefined && isMadeFrom(source, document);
  };
  const settled = new Set([
    ...documents.filter(isAsMade).map(({ productId }) => productId),
    ...goneIds.filter((productId) => !indexed.has(indexKey(productId))),
  ]);
  const doubtful = ids.filter((productId) => !settled.has(productId));
  const differences = doubtful.length === 0 ? [] : await compareFields(sides, doubtful, indexed);
  return { products: ids.length, differences, present: indexed.size };
}

async function compareFields({ mapped }: Sides, ids: readonly string[], indexed: Indexed): Promise<Difference[]> {
  const { documents, goneIds, unreadable } = await mapped.read(ids, null);
  const differences: Difference[] = [];
  for (const expected of documents) {
    const actual = indexed.get(expected.id);
    const told = { key: expected.id, productId: expected.product_id, merchant: expected.merchant_id };
    if (actual === undefined) differences.push({ kind: 'missing', ...told });
    else if (!isSameDocument(actual, expected)) differences.push({ kind: 'stale', ...told, actual: canonical(actual) });
  }
  for (const { productId, merchantId: merchant } of unreadable) {
    const actual = indexed.get(indexKey(productId));
    const told = { key: indexKey(productId), productId, merchant };
    differences.push(
      actual === undefined ? { kind: 'missing', ...told } : { kind: 'stale', ...told, actual: canonical(actual) },
    );
  }
  for (const productId of goneIds) {
    const actual = indexed.get(indexKey(productId));
    if (actual !== undefined)
      differences.push({ kind: 'extra', key: actual.id, productId, merchant: actual.merchant_id });
  }
  return differences;
}

/** By key; those that the index does not have are left out. */
export async function fetchDocuments(
  { client, persistently, indexName }: Sides,
  keys: readonly string[],
): Promise<Map<string, IndexedDocument>> {
  if (keys.length === 0) return new Map();
  const { results } = await persistently('give documents', () =>
    client.index(indexName).getDocuments<IndexedDocument>({ ids: [...keys], limit: keys.length }),
  );
  return new Map(results.map((document) => [document.id, document]));
}

/** Whether a document has all fields as they should be, with the same texts, numbers or lists of texts, and no others. */
function isSameDocument({ content_hash, ...actual }: IndexedDocument, expected: MappedDocument): boolean {
  const written = writtenFields(expected);
  const fields = (Object.keys(written) as (keyof MappedDocument)[]).filter((field) => written[field] !== undefined);
  return (
    fields.length === Object.keys(actual).length && fields.every((field) => isSameValue(actual[field], written[field]))
  );
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** A document as a text that is the same for the same content, whatever the order of its fields. */
const canonical = (document: IndexedDocument): string =>
  JSON.stringify(Object.entries(document).toSorted(([one], [other]) => (one < other ? -1 : 1)));
