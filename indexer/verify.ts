/**
 * Compares every product with the index, field by field, in the order of their ids and in bounded memory. What differs is
 * compared again after a while, since changes may be under way: only what stays different is told.
 *
 * Two passes: each product against its document (missing, stale), and where the index holds more documents than were
 * found, each document against its product (extra). The second goes from the end to the beginning, so that documents
 * that are deleted meanwhile never make it pass over another.
 */
import type { Meilisearch } from 'meilisearch';
import { chunksOf } from '../src/platform/chunks.ts';
import { groupBy } from '../src/platform/group.ts';
import { pause } from '../src/platform/retry.ts';
import { merchantFilter } from '../src/search/filter.ts';
import { indexKey, type SearchDocument } from '../src/search/index-document.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { ProductReader } from './product-reader.ts';

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

export interface VerifyOptions {
  readonly reader: ProductReader;
  readonly client: Meilisearch;
  readonly deadLetters: DeadLetters;
  readonly indexName: string;
  /** Only this merchant's products; null: all. */
  readonly merchantId: string | null;
  /** Resolves when changes that were under way have had time to get into the index. */
  readonly settle: () => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

export interface Verification {
  readonly products: number;
  readonly differences: readonly Difference[];
  /** There were more differences than are kept to be compared again. */
  readonly truncated: boolean;
}

const PIECE = 1000;
const MAX_DIFFERENCES = 20_000;
const CHECKS = 3;

/** Resolves to what differs. Throws what the engines throw. */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { reader, merchantId, onProgress, signal } = options;
  const counts = await reader.countByMerchant();
  const total =
    merchantId === null ? [...counts.values()].reduce((sum, count) => sum + count, 0) : (counts.get(merchantId) ?? 0);
  let found: Difference[] = [];
  let products = 0;
  let present = 0;
  let after = '';
  for (;;) {
    const ids = await reader.nextIds(
      { kind: merchantId === null ? 'all' : 'merchant', id: merchantId ?? '', after },
      PIECE,
    );
    const compared = await compare(options, ids);
    found.push(...compared.differences);
    products += ids.length;
    present += compared.present;
    after = ids.at(-1) ?? after;
    onProgress(products, total);
    if (ids.length < PIECE || found.length > MAX_DIFFERENCES) break;
    signal.throwIfAborted();
  }
  if ((await countDocuments(options)) !== present) found.push(...(await findExtra(options)));

  const truncated = found.length > MAX_DIFFERENCES;
  found = uniqueByKey(found).slice(0, MAX_DIFFERENCES);
  for (let check = 0; check < CHECKS && found.length > 0; check += 1) {
    await options.settle();
    signal.throwIfAborted();
    const before = new Map(found.map((difference) => [difference.key, difference]));
    const again = await compareAgain(options, found);
    const standing = again.filter((difference) => isSame(before.get(difference.key), difference));
    // Of those that moved the last check tells that they are being followed: they differ anew each time.
    found = check === CHECKS - 1 ? standing : again;
    if (standing.length === again.length) break;
  }
  return { products, differences: await namingDeadLetters(options, found), truncated };
}

/** The same differences; of what is missing, those that were set apart are named so. */
async function namingDeadLetters({ deadLetters }: VerifyOptions, found: readonly Difference[]): Promise<Difference[]> {
  const isMissing = ({ kind }: Difference) => kind === 'missing';
  const named: Difference[] = found.filter((difference) => !isMissing(difference));
  for (const piece of chunksOf(found.filter(isMissing), PIECE)) {
    const letters = await deadLetters.list({ productIds: piece.flatMap(({ productId }) => productId ?? []) });
    const apart = new Set(letters.map(({ productId }) => productId));
    for (const difference of piece)
      named.push(apart.has(difference.productId ?? '') ? { ...difference, kind: 'dead letter' } : difference);
  }
  return named;
}

/** Whether a difference is what it was at the check before: the same kind, and the same document in the index. */
const isSame = (before: Difference | undefined, after: Difference): boolean =>
  before?.kind === after.kind && before.actual === after.actual;

/** Compares products with their documents. `present`: how many documents the index has of them. */
async function compare(
  options: VerifyOptions,
  ids: readonly string[],
): Promise<{ differences: Difference[]; present: number }> {
  const [{ documents, goneIds, unreadable }, indexed] = await Promise.all([
    options.reader.read(ids, null),
    fetchDocuments(options, ids.map(indexKey)),
  ]);
  const differences: Difference[] = [];
  for (const expected of documents) {
    const actual = indexed.get(expected.id);
    const told = { key: expected.id, productId: expected.product_id, merchant: expected.merchant_id };
    if (actual === undefined) differences.push({ kind: 'missing', ...told });
    else if (canonical(actual) !== canonical(expected))
      differences.push({ kind: 'stale', ...told, actual: canonical(actual) });
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
  return { differences, present: indexed.size };
}

/** Documents whose product is gone or not to be found, from the end of the index to its beginning. */
async function findExtra(options: VerifyOptions): Promise<Difference[]> {
  const { reader, client, indexName, signal } = options;
  const extra: Difference[] = [];
  let to = await countDocuments(options);
  while (to > 0 && extra.length <= MAX_DIFFERENCES) {
    const offset = Math.max(0, to - PIECE);
    const { results } = await client.index(indexName).getDocuments<SearchDocument>({
      filter: documentsFilter(options),
      offset,
      limit: to - offset,
      fields: ['id', 'product_id', 'merchant_id'],
    });
    const { goneIds } = await reader.read(
      results.map(({ product_id: id }) => id),
      null,
    );
    const gone = new Set(goneIds);
    for (const { id: key, product_id: productId, merchant_id: merchant } of results) {
      if (key !== indexKey(productId)) extra.push({ kind: 'extra', key, productId: null, merchant });
      else if (gone.has(productId)) extra.push({ kind: 'extra', key, productId, merchant });
    }
    to = offset;
    signal.throwIfAborted();
  }
  return extra;
}

async function compareAgain(options: VerifyOptions, suspects: readonly Difference[]): Promise<Difference[]> {
  const remaining: Difference[] = [];
  for (const piece of chunksOf(suspects, PIECE)) {
    const strays = piece.filter(({ productId }) => productId === null);
    const standing = await fetchDocuments(
      options,
      strays.map(({ key }) => key),
    );
    remaining.push(...strays.filter(({ key }) => standing.has(key)));
    const { differences } = await compare(
      options,
      piece.flatMap(({ productId }) => productId ?? []),
    );
    remaining.push(...differences);
  }
  return remaining;
}

async function fetchDocuments(
  { client, indexName }: VerifyOptions,
  keys: readonly string[],
): Promise<Map<string, SearchDocument>> {
  if (keys.length === 0) return new Map();
  const { results } = await client
    .index(indexName)
    .getDocuments<SearchDocument>({ ids: [...keys], limit: keys.length });
  return new Map(results.map((document) => [document.id, document]));
}

const documentsFilter = ({ merchantId }: VerifyOptions): string =>
  merchantId === null ? 'merchant_id EXISTS' : merchantFilter(merchantId);

async function countDocuments(options: VerifyOptions): Promise<number> {
  const page = { filter: documentsFilter(options), fields: ['id' as const], limit: 1 };
  return (await options.client.index(options.indexName).getDocuments<SearchDocument>(page)).total;
}

/** A document as a text that is the same for the same content, whatever the order of its fields. */
const canonical = (document: SearchDocument): string =>
  JSON.stringify(Object.entries(document).toSorted(([one], [other]) => (one < other ? -1 : 1)));

const uniqueByKey = (differences: readonly Difference[]): Difference[] => [
  ...new Map(differences.map((difference) => [difference.key, difference])).values(),
];

const SETTLE_MS = 1000;
const SETTLE_LIMIT_MS = 60_000;

/**
 * Waits until the leader says, after now, that it is not behind; at least a second, at most a minute. Where nobody leads
 * there is nothing to wait for.
 */
export function settleBy(
  lagOf: () => Promise<{ readonly atMs: number; readonly lagMs: number | null } | null>,
  signal: AbortSignal,
) {
  return async (): Promise<void> => {
    const sinceMs = Date.now();
    const endMs = sinceMs + SETTLE_LIMIT_MS;
    while (Date.now() < endMs && !signal.aborted) {
      await pause(SETTLE_MS, signal);
      const said = await lagOf();
      if (said === null) return;
      if (said.atMs - (said.lagMs ?? Number.POSITIVE_INFINITY) > sinceMs) return;
    }
  };
}

/** The differences as lines for a person: how many of each kind each merchant has, and the first ids. */
export function renderVerification({ products, differences, truncated }: Verification): string {
  if (differences.length === 0) return `${products} products: the index is true to MongoDB`;
  const lines = [`${products} products: ${truncated ? 'more than ' : ''}${differences.length} differences`];
  const byMerchant = groupBy(differences, ({ merchant }) => merchant);
  for (const [merchant, ofMerchant] of [...byMerchant].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    for (const kind of ['missing', 'extra', 'stale', 'dead letter'] as const) {
      const ids = ofMerchant
        .filter((difference) => difference.kind === kind)
        .map(({ productId, key }) => productId ?? key);
      if (ids.length > 0)
        lines.push(
          `${merchant}\t${kind}\t${ids.length}\t${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ', …' : ''}`,
        );
    }
  }
  return lines.join('\n');
}
