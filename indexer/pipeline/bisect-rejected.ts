/**
 * Writes a batch, and finds the documents that the engine rejects. A task fails as a whole, so a rejected batch is split in
 * halves, and halves of halves, until each rejected document is alone: about two tasks per halving, at most two per document.
 *
 * Don't blame documents for a fault of the engine. Only an error that a document can cause starts a search, and only while the engine
 * accepts documents that it has already accepted. This is checked before the search and after it.
 */
import type { Logger } from '../../src/runtime/logger.ts';
import { backoffMs, sleep } from '../../src/runtime/retry.ts';
import { indexKey } from '../../src/search/index/document.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { DocumentLine } from '../documents/document-line.ts';
import type { IndexClient } from '../engine/index-client.ts';
import { nextStep, TaskFailed } from '../engine/index-errors.ts';
import { type IndexWrite, PRODUCTS } from '../engine/index-write.ts';
import type { Rejection } from './dead-letters.ts';

interface BisectOptions {
  readonly index: IndexClient;
  readonly indexName: string;
  readonly write: IndexWrite;
  /** The checkpoint that is true until the whole write is in the index. */
  readonly before: Checkpoint;
  /** The rejection of an earlier try, so that it is not written whole again; null where there was none. */
  readonly rejection: TaskFailed | null;
  /** Stores the rejected products, before the checkpoint moves past them. */
  readonly deadLetter: (rejections: readonly Rejection[]) => Promise<void>;
  readonly logger: Logger;
}

/**
 * Writes the batch without the documents that the engine rejects, and resolves to the rejected products. Their old documents are deleted,
 * because they no longer match MongoDB. Throws what `IndexClient.write` throws; if the engine is at fault, that is the first failure.
 */
export async function bisectRejected(given: BisectOptions): Promise<readonly Rejection[]> {
  const { index, indexName, before, deadLetter, logger } = given;
  const { expected } = given.write;
  // Each part that is written brings `before`, which the index may not have held yet.
  const write = { ...given.write, expected: expected === null ? null : [before, ...expected] };
  const options = { ...given, write };
  const documents = write.documents.length;
  // A single document may have changed since it was rejected.
  const failure = documents > 1 && options.rejection !== null ? options.rejection : await rejectionOf(options, write);
  if (failure === null) return [];
  logger.warn({ err: failure, index: indexName, documents }, 'Meilisearch rejected a batch: splitting it');
  if (!(await acceptsKnownGood(options))) throw failure;
  const rejections = await findRejected(options, failure);
  if (!(await acceptsKnownGood(options))) throw failure;
  await deadLetter(rejections);
  const rejectedKeys = rejections.map(({ productId }) => indexKey(productId));
  await index.write(indexName, { ...write, deletedKeys: [...write.deletedKeys, ...rejectedKeys], documents: [] });
  return rejections;
}

/** Writes the halves of what failed, and their halves, and resolves to the documents that fail alone. */
async function findRejected(options: BisectOptions, failure: TaskFailed): Promise<readonly Rejection[]> {
  const rejections: Rejection[] = [];
  const failed = [{ documents: options.write.documents, failure }];
  for (let part = failed.shift(); part !== undefined; part = failed.shift()) {
    const [first, ...others] = part.documents;
    if (first === undefined) continue;
    if (others.length === 0) rejections.push({ productId: first.productId, reason: part.failure.message });
    else
      for (const documents of halvesOf(part.documents)) {
        // Each crash of the engine is an outage. One is enough to split a part; only a document alone gets a second chance.
        const maxRestarts = documents.length > 1 ? 1 : undefined;
        const again = await rejectionOf(options, { documents }, maxRestarts);
        if (again !== null) failed.push({ documents, failure: again });
      }
  }
  return rejections;
}

const KNOWN_GOOD = 3;

/**
 * Whether the engine accepts one of a few documents that the index already holds, written back as they are; without any, the checkpoint
 * alone. One is enough: since a document was accepted, the settings may have changed so that it is rejected now.
 */
async function acceptsKnownGood(options: BisectOptions): Promise<boolean> {
  const held = await options.index.documents(options.indexName, PRODUCTS, KNOWN_GOOD);
  const lines = held.map((document) => ({
    ...{ productId: document.product_id, merchantKey: document.merchant_id, hash: document.content_hash ?? '' },
    json: Buffer.from(`${JSON.stringify(document)}\n`),
  }));
  for (const documents of lines.length === 0 ? [[]] : lines.map((line) => [line]))
    if ((await rejectionOf(options, { documents })) === null) return true;
  return false;
}

const ATTEMPTS = 3;

/**
 * Writes, and resolves to the failure if a document may have caused it, otherwise null. A part without a checkpoint of its own leaves
 * the checkpoint as it is, and deletes nothing. Throws every other failure.
 */
async function rejectionOf(
  { index, indexName, before, write: { expected } }: BisectOptions,
  part: Pick<IndexWrite, 'documents'> & Partial<IndexWrite>,
  maxRestarts?: number,
): Promise<TaskFailed | null> {
  const write = { deletedKeys: [], checkpoint: before, ...part, expected };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await index.write(indexName, write, maxRestarts);
      return null;
    } catch (error) {
      if (!(error instanceof TaskFailed) || !error.mayBlameDocuments) throw error;
      if (nextStep(error) === 'reject' || attempt === ATTEMPTS) return error;
      await sleep(backoffMs(attempt));
    }
  }
}

function halvesOf(documents: readonly DocumentLine[]): readonly (readonly DocumentLine[])[] {
  const middle = Math.ceil(documents.length / 2);
  return [documents.slice(0, middle), documents.slice(middle)];
}
