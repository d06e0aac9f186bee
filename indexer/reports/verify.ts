/**
 * Compares every product with the index, in bounded memory and in the order of product ids. Changes may be pending, so
 * it compares differing products again later and reports only those that still differ.
 *
 * The first pass compares each product with its document, and finds missing and stale documents. The second pass runs
 * only if the index has more documents than the first pass matched. It compares each document with its product, and
 * finds extra documents. It reads the index from end to start, so deletions don't shift documents past it.
 */
import { chunksOf } from '../../src/runtime/lists.ts';
import { merchantFilter, PRODUCTS } from '../../src/search/index/filters.ts';
import { hasOwnKey, KEYS } from '../engine/index-documents.ts';
import type { DeadLetters } from '../pipeline/dead-letters.ts';
import { totalOf } from '../products/count-products.ts';
import { type CompareOptions, type Comparison, compareProducts, type Difference } from './compare-products.ts';

interface VerifyOptions extends CompareOptions {
  readonly deadLetters: DeadLetters;
  /** Verifies only this merchant's products; null for all. */
  readonly merchantId: string | null;
  /** Resolves when pending changes have had time to reach the index. */
  readonly awaitSync: () => Promise<void>;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

export interface Verification {
  readonly products: number;
  readonly differences: readonly Difference[];
  /** True when verification stopped early because too many products differed. */
  readonly truncated: boolean;
}

const CHUNK_SIZE = 500;
const MAX_DIFFERENCES = 20_000;
const CHECKS = 3;

/** Waits while Meilisearch is down. Throws what the engines throw, and the signal's reason. */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { loader, merchantId, onProgress, signal } = options;
  const total = await totalOf(loader.countByMerchant(merchantId === null ? undefined : [merchantId]));
  const documentsBefore = await countDocuments(options);
  let found: Difference[] = [];
  let products = 0;
  let present = 0;
  for await (const chunk of compareAll(options)) {
    found.push(...chunk.differences);
    products += chunk.products;
    present += chunk.present;
    if (products > 0) onProgress(products, total);
    // A large change may be pending: compare again before giving up.
    if (found.length > MAX_DIFFERENCES) found = await remainingOf(options, found);
    if (found.length > MAX_DIFFERENCES) break;
    signal.throwIfAborted();
  }
  if (documentsBefore !== present || (await countDocuments(options)) !== present)
    found.push(...(await findExtra(options)));

  const unique = uniqueByKey(found);
  const truncated = unique.length > MAX_DIFFERENCES;
  const differences = await recheck(options, unique.slice(0, MAX_DIFFERENCES));
  return { products, differences: await markDeadLetters(options, differences), truncated };
}

/** Compares all products in the order of their ids. Loads the next chunk while it compares the current one. */
async function* compareAll(options: VerifyOptions): AsyncGenerator<Comparison> {
  const { loader, merchantId } = options;
  const range = { kind: merchantId === null ? 'all' : 'merchant', id: merchantId ?? '', until: null } as const;
  let before: Promise<Comparison> | null = null;
  for (let after = ''; ; ) {
    const ids: string[] = await loader.nextIds({ ...range, after }, CHUNK_SIZE);
    const comparing = compareProducts(options, ids);
    comparing.catch(() => undefined);
    if (before !== null) yield await before;
    before = comparing;
    after = ids.at(-1) ?? after;
    if (ids.length < CHUNK_SIZE) break;
  }
  yield await before;
}

/** Compares up to three times, until the differences no longer change. Resolves to the stable ones. */
async function recheck(options: VerifyOptions, found: readonly Difference[]): Promise<readonly Difference[]> {
  let differences = found;
  for (let check = 1; check <= CHECKS && differences.length > 0; check += 1) {
    const before = new Map(differences.map((difference) => [difference.key, difference]));
    const again = await remainingOf(options, differences);
    const standing = again.filter((difference) => isSame(before.get(difference.key), difference));
    if (standing.length === again.length) return standing;
    // A product whose difference changes with every check is updated continuously, and the index follows it.
    differences = check === CHECKS ? standing : again;
  }
  return differences;
}

/** Returns whether a difference is unchanged since the previous check: same kind, same document. */
const isSame = (before: Difference | undefined, after: Difference): boolean =>
  before?.kind === after.kind && before.indexedHash === after.indexedHash;

/** Resolves to the differences that remain after pending changes have had time to reach the index. */
async function remainingOf(options: VerifyOptions, found: readonly Difference[]): Promise<Difference[]> {
  await options.awaitSync();
  options.signal.throwIfAborted();
  const remaining: Difference[] = [];
  for (const chunk of chunksOf(found, CHUNK_SIZE)) {
    const strays = chunk.filter(({ productId }) => productId === null);
    const standing = await options.index.documentsByKey(
      options.indexName,
      strays.map(({ key }) => key),
    );
    remaining.push(...strays.filter(({ key }) => standing.has(key)));
    const ids = chunk.flatMap(({ productId }) => productId ?? []);
    remaining.push(...(await compareProducts(options, ids)).differences);
  }
  return remaining;
}

/** Marks missing products that are dead letters. */
async function markDeadLetters({ deadLetters }: VerifyOptions, found: readonly Difference[]): Promise<Difference[]> {
  const isMissing = ({ kind }: Difference) => kind === 'missing';
  const named = found.filter((difference) => !isMissing(difference));
  for (const chunk of chunksOf(found.filter(isMissing), CHUNK_SIZE)) {
    const dead = new Set<string | null>();
    for await (const letters of deadLetters.pages({ productIds: chunk.flatMap(({ productId }) => productId ?? []) }))
      for (const { productId } of letters) dead.add(productId);
    for (const difference of chunk)
      named.push(dead.has(difference.productId) ? { ...difference, kind: 'dead letter' } : difference);
  }
  return named;
}

/**
 * Compares the documents of the index with their products, from last to first. Finds documents whose product is gone,
 * and documents whose key is not the key of their product. For one merchant, it also finds documents that belong to
 * another merchant's product.
 */
async function findExtra(options: VerifyOptions): Promise<Difference[]> {
  const { index, indexName, signal } = options;
  const found: Difference[] = [];
  for (let to = await countDocuments(options); to > 0 && found.length <= MAX_DIFFERENCES; ) {
    const offset = Math.max(0, to - CHUNK_SIZE);
    const productIds: string[] = [];
    const listed = await index.listDocuments(indexName, documentsFilter(options), { limit: to - offset, offset }, KEYS);
    for (const document of listed) {
      const { id: key, product_id: productId, merchant_id: merchant } = document;
      if (hasOwnKey(document)) productIds.push(productId);
      else found.push({ kind: 'extra', key, productId: null, merchant });
    }
    found.push(...(await compareProducts(options, productIds)).differences);
    to = offset;
    signal.throwIfAborted();
  }
  return found;
}

/** Excludes tombstones and the checkpoint, which have no merchant. */
const documentsFilter = ({ merchantId }: VerifyOptions): string =>
  merchantId === null ? PRODUCTS : merchantFilter(merchantId);

const countDocuments = (options: VerifyOptions): Promise<number> =>
  options.index.count(options.indexName, documentsFilter(options));

/**
 * Removes duplicates by key. Prefers the difference with a product id: a repair then writes the product and deletes
 * nothing.
 */
const uniqueByKey = (differences: readonly Difference[]): Difference[] => [
  ...new Map(
    differences
      .toSorted((one, other) => Number(one.productId !== null) - Number(other.productId !== null))
      .map((difference) => [difference.key, difference]),
  ).values(),
];
