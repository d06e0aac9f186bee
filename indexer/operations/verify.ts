/**
 * Compares every product with the index, by a hash of its content, in the order of their ids and in bounded memory. What differs is
 * compared again after a while, since changes may be under way: only what stays different is told.
 *
 * Two passes: each product against its document (missing, stale), and where the index held more documents than were
 * found, before or after, each document against its product (extra). The second goes from the end to the beginning, so that
 * documents that are deleted meanwhile never make it pass over another.
 */
import { chunksOf } from '../../src/platform/chunks.ts';
import { merchantFilter } from '../../src/search/filter.ts';
import { indexKey, type SearchDocument } from '../../src/search/index-document.ts';
import type { DeadLetters } from '../pipeline/dead-letters.ts';
import { type Compared, compareProducts, type Difference, fetchDocuments, type Sides } from './compare-products.ts';

export interface VerifyOptions extends Sides {
  readonly deadLetters: DeadLetters;
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
  /** There were more differences than are kept to be compared again: not all was compared. */
  readonly truncated: boolean;
}

const PIECE = 500;
const MAX_DIFFERENCES = 20_000;
const CHECKS = 3;

/** Resolves to what differs. Waits while Meilisearch is out. Throws what the engines throw. */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { reader, merchantId, onProgress, signal } = options;
  const counts = await reader.countByMerchant();
  const total =
    merchantId === null ? [...counts.values()].reduce((sum, count) => sum + count, 0) : (counts.get(merchantId) ?? 0);
  const documentsBefore = await countDocuments(options);
  let found: Difference[] = [];
  let products = 0;
  let present = 0;
  for await (const piece of comparePieces(options)) {
    found.push(...piece.differences);
    products += piece.products;
    present += piece.present;
    onProgress(products, total);
    // Many changes may be under way: what they left behind is no difference any more.
    if (found.length > MAX_DIFFERENCES) found = await settledOf(options, found);
    if (found.length > MAX_DIFFERENCES) break;
    signal.throwIfAborted();
  }
  if (documentsBefore !== present || (await countDocuments(options)) !== present)
    found.push(...(await findExtra(options)));

  const truncated = found.length > MAX_DIFFERENCES;
  found = uniqueByKey(found).slice(0, MAX_DIFFERENCES);
  for (let check = 0; check < CHECKS && found.length > 0; check += 1) {
    const before = new Map(found.map((difference) => [difference.key, difference]));
    const again = await settledOf(options, found);
    const standing = again.filter((difference) => isSame(before.get(difference.key), difference));
    // Of those that moved the last check tells that they are being followed: they differ anew each time.
    found = check === CHECKS - 1 ? standing : again;
    if (standing.length === again.length) break;
  }
  return { products, differences: await namingDeadLetters(options, found), truncated };
}

/** Those that still differ when changes have had time to get into the index. */
async function settledOf(options: VerifyOptions, found: readonly Difference[]): Promise<Difference[]> {
  await options.settle();
  options.signal.throwIfAborted();
  return await compareAgain(options, found);
}

/** All products in the order of their ids. While one piece is compared, the engines read the next. */
async function* comparePieces(options: VerifyOptions): AsyncGenerator<Compared> {
  const { reader, merchantId } = options;
  const item = { kind: merchantId === null ? 'all' : 'merchant', id: merchantId ?? '' } as const;
  let before: Promise<Compared> | null = null;
  for (let after = ''; ; ) {
    const ids: string[] = await reader.nextIds({ ...item, after }, PIECE);
    const comparing = compareProducts(options, ids);
    comparing.catch(() => undefined);
    if (before !== null) yield await before;
    before = comparing;
    after = ids.at(-1) ?? after;
    if (ids.length < PIECE) break;
  }
  yield await before;
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

/** Documents whose product is gone or not to be found, from the end of the index to its beginning. */
async function findExtra(options: VerifyOptions): Promise<Difference[]> {
  const { reader, client, persistently, indexName, merchantId, signal } = options;
  const extra: Difference[] = [];
  let to = await countDocuments(options);
  while (to > 0 && extra.length <= MAX_DIFFERENCES) {
    const offset = Math.max(0, to - PIECE);
    const page = {
      filter: documentsFilter(options),
      offset,
      limit: to - offset,
      fields: ['id' as const, 'product_id' as const, 'merchant_id' as const],
    };
    const { results } = await persistently('list documents', () =>
      client.index(indexName).getDocuments<SearchDocument>(page),
    );
    const { goneIds } = await reader.read(
      results.map(({ product_id: id }) => id),
      null,
    );
    const gone = new Set(goneIds);
    const standing: string[] = [];
    for (const { id: key, product_id: productId, merchant_id: merchant } of results) {
      if (key !== indexKey(productId)) extra.push({ kind: 'extra', key, productId: null, merchant });
      else if (gone.has(productId)) extra.push({ kind: 'extra', key, productId, merchant });
      else standing.push(productId);
    }
    // Of one merchant the first pass has looked at its own products alone; the index may give it another's.
    if (merchantId !== null) extra.push(...(await compareProducts(options, standing)).differences);
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
    const { differences } = await compareProducts(
      options,
      piece.flatMap(({ productId }) => productId ?? []),
    );
    remaining.push(...differences);
  }
  return remaining;
}

const documentsFilter = ({ merchantId }: VerifyOptions): string =>
  merchantId === null ? 'merchant_id EXISTS' : merchantFilter(merchantId);

async function countDocuments(options: VerifyOptions): Promise<number> {
  const { client, persistently, indexName } = options;
  const page = { filter: documentsFilter(options), fields: ['id' as const], limit: 1 };
  const { total } = await persistently('count', () => client.index(indexName).getDocuments<SearchDocument>(page));
  return total;
}

/** Of two about one key the one that names a product: it is written again, where the other would be deleted. */
const uniqueByKey = (differences: readonly Difference[]): Difference[] => [
  ...new Map(
    differences
      .toSorted((one, other) => Number(one.productId !== null) - Number(other.productId !== null))
      .map((difference) => [difference.key, difference]),
  ).values(),
];
