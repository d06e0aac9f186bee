/**
 * Writes a batch and finds the documents that the engine rejects. A task fails as a whole, so a rejected batch is split
 * in halves until each rejected document is alone. This takes about two tasks per halving, and at most two per
 * document.
 *
 * Don't blame documents for a fault of the engine: only an error that a document can cause starts a search, and only
 * while the engine accepts documents that it has accepted before. Both are checked before and after the search.
 */
import type { Logger } from '../../src/runtime/logger.ts';
import { backoffMs, sleep } from '../../src/runtime/retry.ts';
import { PRODUCTS } from '../../src/search/index/filters.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { DocumentLine } from '../documents/document-line.ts';
import type { IndexClient } from '../engine/index-client.ts';
import { classOf, TaskFailed } from '../engine/index-errors.ts';
import { type IndexWrite, jsonLine } from '../engine/index-write.ts';
import type { FailedProduct } from '../products/loaded-products.ts';

interface BisectOptions {
  readonly index: IndexClient;
  readonly indexName: string;
  readonly write: IndexWrite & { readonly documents: readonly DocumentLine[] };
  /** The checkpoint that stays valid until the whole write is in the index. */
  readonly before: Checkpoint;
  /** Stores the rejected products before the checkpoint advances past them. */
  readonly deadLetter: (rejected: readonly FailedProduct[]) => Promise<void>;
  readonly logger: Logger;
}

/**
 * Writes the batch without the documents that the engine rejects, and resolves to the rejected products. Deletes their
 * old documents, because these no longer match MongoDB. Throws what `IndexClient.write` throws; if the engine is at
 * fault, that is the first failure.
 */
export async function bisectRejected(given: BisectOptions): Promise<readonly FailedProduct[]> {
  const { index, indexName, before, deadLetter, logger } = given;
  const { expected } = given.write;
  // Each written part carries `before`, which the index may not have had yet.
  const write = { ...given.write, expected: expected === null ? null : [before, ...expected] };
  const options = { ...given, write };
  const documents = write.documents.length;
  const failure = await failureOf(options, write);
  if (failure === null) return [];
  logger.warn({ err: failure, index: indexName, documents }, 'Meilisearch rejected a batch: splitting it');
  if (!(await acceptsKnownGood(options))) throw failure;
  const rejected = await findRejected(options, failure);
  if (!(await acceptsKnownGood(options))) throw failure;
  await deadLetter(rejected);
  const rejectedKeys = rejected.map(({ productId }) => indexKey(productId));
  await index.write(indexName, { ...write, deletedKeys: [...write.deletedKeys, ...rejectedKeys], documents: [] });
  return rejected;
}

/** Writes halves of the failed documents recursively. Resolves to the documents that fail alone. */
async function findRejected(options: BisectOptions, failure: TaskFailed): Promise<readonly FailedProduct[]> {
  const rejected: FailedProduct[] = [];
  const failed = [{ documents: options.write.documents, failure }];
  for (let part = failed.shift(); part !== undefined; part = failed.shift()) {
    const [first, ...others] = part.documents;
    if (first === undefined) continue;
    const { productId, merchantId } = first;
    if (others.length === 0) rejected.push({ productId, merchantId, reason: part.failure.message });
    else
      for (const documents of halvesOf(part.documents)) {
        const again = await failureOf(options, { documents });
        if (again !== null) failed.push({ documents, failure: again });
      }
  }
  return rejected;
}

const KNOWN_GOOD = 3;

/**
 * Resolves to whether the engine accepts a document that the index already holds, or the checkpoint alone if the index
 * holds no document. One accepted document is enough, because the settings may have changed and other documents may be
 * rejected since.
 */
async function acceptsKnownGood(options: BisectOptions): Promise<boolean> {
  const found = await options.index.listDocuments(options.indexName, PRODUCTS, { limit: KNOWN_GOOD });
  const parts = found.length === 0 ? [[]] : found.map((document) => [{ json: jsonLine(document) }]);
  for (const documents of parts) if ((await failureOf(options, { documents })) === null) return true;
  return false;
}

const ATTEMPTS = 3;

/**
 * Writes a part. Resolves to the failure if a document may have caused it, otherwise to null. A part without a
 * checkpoint carries `before`, and deletes nothing. Throws every other failure.
 */
async function failureOf(
  { index, indexName, before, write: { expected } }: BisectOptions,
  part: Pick<IndexWrite, 'documents'> & Partial<IndexWrite>,
): Promise<TaskFailed | null> {
  const write = { deletedKeys: [], checkpoint: before, ...part, expected };
  // Each crash of the engine is an outage. One crash is enough to split a part; only a single document gets a second
  // attempt.
  const maxRestarts = part.documents.length > 1 ? 1 : undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await index.write(indexName, write, maxRestarts);
      return null;
    } catch (error) {
      if (!(error instanceof TaskFailed) || !error.mayBlameDocuments) throw error;
      if (classOf(error) === 'bad document' || attempt === ATTEMPTS) return error;
      await sleep(backoffMs(attempt));
    }
  }
}

function halvesOf(documents: readonly DocumentLine[]): readonly (readonly DocumentLine[])[] {
  const middle = Math.ceil(documents.length / 2);
  return [documents.slice(0, middle), documents.slice(middle)];
}
