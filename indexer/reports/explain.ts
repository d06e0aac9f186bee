/** Explains one product: its state in MongoDB, its state in the index, and whether they agree. */
import { decodable } from '../../src/catalogue/decodable.ts';
import { catalogueOf } from '../../src/catalogue/stored-documents.ts';
import type { IndexedDocument } from '../../src/search/index/document.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import type { IndexerContext } from '../context.ts';
import type { LeaseState } from '../leader-report.ts';
import type { DeadLetter } from '../pipeline/dead-letters.ts';
import type { LoadedProducts } from '../products/loaded-products.ts';
import type { ProductLoader } from '../products/product-loader.ts';
import { hasHash } from './compare-products.ts';
import { foreignSource } from './foreign-source.ts';

/** The output of `explain --json`. */
export interface Explanation {
  readonly productId: string;
  /** The id of the document in the index. */
  readonly key: string;
  /**
   * What the index should contain. `hidden`: no document, because the merchant is disabled or missing. `unreadable`: no
   * document, because the product can't be decoded or mapped.
   */
  readonly mongodb: {
    readonly state: 'document' | 'absent' | 'hidden' | 'unreadable';
    readonly merchantId: string | null;
    readonly status: string | null;
    /** Why the product is unreadable. */
    readonly reason: string | null;
  };
  /** `tombstone`: the document was deleted, and its tombstone is not removed yet. */
  readonly index: { readonly state: 'document' | 'absent' | 'tombstone'; readonly indexedAt: Date | null };
  /** Also false for an unreadable product, as in `verify`. */
  readonly agrees: boolean;
  /**
   * The pending work that may still bring the two into agreement, or that the index belongs to another MongoDB; null when
   * they agree or no work is pending.
   */
  readonly pending: string | null;
  readonly deadLetter: Pick<DeadLetter, 'reason' | 'firstAt' | 'lastAt' | 'tries'> | null;
}

/** Throws what the engines throw, for example when there is no index. */
export async function explainProduct(
  indexer: IndexerContext,
  loader: ProductLoader,
  productId: string,
): Promise<Explanation> {
  const key = indexKey(productId);
  const [lease, loaded, stored, indexed, deadLetter] = await Promise.all([
    indexer.readLease(),
    loader.load([productId]),
    storedProduct(indexer, productId),
    indexedDocument(indexer, key),
    deadLetterOf(indexer, productId),
  ]);
  const [document] = loaded.documents;
  const [unreadable] = loaded.unreadable;
  const isIndexed = indexed?.merchant_id !== undefined;
  const isAsExpected = document === undefined ? !isIndexed : hasHash(indexed ?? undefined, document.hash);
  const agrees = isAsExpected && unreadable === undefined;
  const mayChange = !isAsExpected && unreadable === undefined;
  return {
    productId,
    key,
    agrees,
    deadLetter,
    mongodb: {
      state: stateOf(loaded, stored !== null),
      merchantId: textOrNull(stored?.merchantId),
      status: textOrNull(stored?.status),
      reason: unreadable?.reason ?? null,
    },
    index: {
      state: indexed === null ? 'absent' : isIndexed ? 'document' : 'tombstone',
      indexedAt: typeof indexed?.indexed_at === 'number' ? new Date(indexed.indexed_at) : null,
    },
    pending: mayChange ? await whyItDiffers(indexer, lease) : null,
  };
}

function stateOf({ documents, unreadable }: LoadedProducts, isStored: boolean): Explanation['mongodb']['state'] {
  if (documents.length > 0) return 'document';
  if (unreadable.length > 0) return 'unreadable';
  return isStored ? 'hidden' : 'absent';
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Resolves to null when MongoDB has no such product. */
const storedProduct = ({ database }: IndexerContext, productId: string) =>
  catalogueOf(database).products.findOne(
    { _id: productId },
    { projection: { merchantId: decodable('merchantId'), status: decodable('status') } },
  );

async function indexedDocument(
  { meilisearch, indexName }: IndexerContext,
  key: string,
): Promise<Partial<IndexedDocument> | null> {
  const { results } = await meilisearch.index(indexName).getDocuments<IndexedDocument>({ ids: [key], limit: 1 });
  return results[0] ?? null;
}

async function deadLetterOf({ deadLetters }: IndexerContext, productId: string): Promise<Explanation['deadLetter']> {
  for await (const [letter] of deadLetters.pages({ productIds: [productId] })) {
    if (letter === undefined) continue;
    const { reason, firstAt, lastAt, tries } = letter;
    return { reason, firstAt, lastAt, tries };
  }
  return null;
}

const whyItDiffers = async (indexer: IndexerContext, lease: LeaseState): Promise<string | null> =>
  (await foreignSource(indexer, (_operation, call) => call())) ?? whyChangesWait(lease);

function whyChangesWait({ isHeld, report }: LeaseState): string | null {
  if (!isHeld) return 'no indexer runs: changes wait';
  if (report === null) return null;
  if (report.state === 'paused') return 'the indexer is paused: changes wait until `resume`';
  if (report.progress === null) return `the leader is ${report.state}: changes wait`;
  if (report.fanOuts > 0) return `${report.fanOuts} fan-outs are pending`;
  return report.lagMs !== null && report.lagMs > 0 ? `the index is ${Math.ceil(report.lagMs / 1000)} s behind` : null;
}
