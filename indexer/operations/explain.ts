/** Explains one product: what MongoDB holds, what the index holds, and whether they agree. */
import type { Meilisearch } from 'meilisearch';
import type { Db } from 'mongodb';
import { catalogueOf } from '../../src/data/collections.ts';
import { type IndexedDocument, indexKey } from '../../src/search/index-document.ts';
import { contentHash } from '../documents/content-hash.ts';
import { decodable } from '../documents/decodable.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { DeadLetter, DeadLetters } from '../pipeline/dead-letters.ts';
import type { LeaseState, ReadLease } from './leader-report.ts';

/** The answer of `explain --json`. */
export interface Explanation {
  readonly productId: string;
  /** The id of its document. */
  readonly key: string;
  /**
   * What search should have of it. `hidden`: nothing, because its merchant is disabled or missing. `unreadable`: nothing,
   * because no document can be made of it.
   */
  readonly mongodb: {
    readonly state: 'document' | 'absent' | 'hidden' | 'unreadable';
    readonly merchantId: string | null;
    readonly status: string | null;
    /** Why it is unreadable. */
    readonly reason: string | null;
  };
  /** `tombstone`: it was deleted, and the mark of that is not swept yet. */
  readonly index: { readonly state: 'document' | 'absent' | 'tombstone'; readonly indexedAt: Date | null };
  readonly agrees: boolean;
  /** What may still bring the two together; null: they agree, or nothing is under way. */
  readonly underWay: string | null;
  readonly deadLetter: Pick<DeadLetter, 'reason' | 'firstAt' | 'lastAt' | 'tries'> | null;
}

interface ExplainOptions {
  readonly database: Db;
  readonly meilisearch: Meilisearch;
  readonly indexName: string;
  readonly loader: ProductLoader;
  readonly deadLetters: DeadLetters;
  readonly readLease: ReadLease;
}

/** Throws what the engines throw, also where there is no index. */
export async function explainProduct(options: ExplainOptions, productId: string): Promise<Explanation> {
  const key = indexKey(productId);
  // First and alone: when MongoDB can't be reached, the first operation gets the reason.
  const lease = await options.readLease();
  const [loaded, stored, indexed, deadLetter] = await Promise.all([
    options.loader.load([productId]),
    storedProduct(options, productId),
    indexedDocument(options, key),
    deadLetterOf(options, productId),
  ]);
  const { documents, unreadable } = loaded;
  const expectedHash = documents[0]?.hash ?? null;
  const indexedHash = indexed?.merchant_id === undefined ? null : contentHash(indexed);
  // A field that somebody changed by hand leaves `content_hash` as it was.
  const agrees = expectedHash === indexedHash && (indexedHash === null || indexed?.content_hash === indexedHash);
  const absentState = stored === null ? 'absent' : 'hidden';
  return {
    ...{ productId, key, agrees, deadLetter },
    mongodb: {
      state: expectedHash !== null ? 'document' : unreadable.length > 0 ? 'unreadable' : absentState,
      merchantId: textOrNull(stored?.merchantId),
      status: textOrNull(stored?.status),
      reason: unreadable[0]?.reason ?? null,
    },
    index: {
      state: indexedHash !== null ? 'document' : indexed === null ? 'absent' : 'tombstone',
      indexedAt: typeof indexed?.indexed_at === 'number' ? new Date(indexed.indexed_at) : null,
    },
    underWay: agrees ? null : underWay(lease),
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Null where MongoDB has no such product. */
const storedProduct = ({ database }: ExplainOptions, productId: string) =>
  catalogueOf(database).products.findOne(
    { _id: productId },
    { projection: { merchantId: decodable('merchantId'), status: decodable('status') } },
  );

async function indexedDocument(
  { meilisearch, indexName }: ExplainOptions,
  key: string,
): Promise<Partial<IndexedDocument> | null> {
  const { results } = await meilisearch.index(indexName).getDocuments<IndexedDocument>({ ids: [key], limit: 1 });
  return results[0] ?? null;
}

async function deadLetterOf({ deadLetters }: ExplainOptions, productId: string): Promise<Explanation['deadLetter']> {
  for await (const [letter] of deadLetters.pages({ productIds: [productId] })) {
    if (letter === undefined) continue;
    const { reason, firstAt, lastAt, tries } = letter;
    return { reason, firstAt, lastAt, tries };
  }
  return null;
}

function underWay({ isHeld, report }: LeaseState): string | null {
  if (!isHeld) return 'no indexer runs: changes wait';
  if (report === null) return null;
  if (report.state === 'paused') return 'the indexer is paused: changes wait until `resume`';
  if (report.progress === null) return `the leader is ${report.state}: changes wait`;
  if (report.fanOuts > 0) return `${report.fanOuts} fan-outs are under way`;
  return report.lagMs !== null && report.lagMs > 0 ? `the index is ${Math.ceil(report.lagMs / 1000)} s behind` : null;
}

const REPAIR = '`verify --repair`, or the next change of the product, sets it right';

/** The explanation as lines for a person. */
export function renderExplanation(explanation: Explanation): string {
  const { productId, key, mongodb, index, agrees, underWay, deadLetter } = explanation;
  const inMongodb = {
    document: `product of merchant ${mongodb.merchantId}, ${mongodb.status ?? 'without a status'}`,
    absent: 'no such product',
    hidden: `its merchant ${mongodb.merchantId} is disabled or missing: not to be found`,
    unreadable: mongodb.reason ?? 'no document can be made of it',
  }[mongodb.state];
  const inIndex = {
    document: 'a document',
    absent: 'nothing',
    tombstone: 'nothing (a tombstone that is not swept yet)',
  }[index.state];
  const letter =
    deadLetter && `${deadLetter.reason} (${deadLetter.tries} tries, the last at ${deadLetter.lastAt.toISOString()})`;
  const rows: [string, string][] = [
    ['product', productId],
    ['key', key],
    ['MongoDB', inMongodb],
    ['index', inIndex],
    ['last written', index.indexedAt?.toISOString() ?? 'not known'],
    ['agrees', agrees ? 'yes' : `no: ${underWay ?? REPAIR}`],
    ['dead letter', letter ?? 'none'],
  ];
  return rows.map(([name, value]) => `${name.padEnd(12)}  ${value}`).join('\n');
}
