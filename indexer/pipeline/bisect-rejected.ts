/**
 * Writes to an index around the documents that the engine refuses. A task fails as a whole, so the batch is split until
 * each refused document stands alone: some twenty tasks for one of a thousand, at most two for each document.
 *
 * Trouble of the engine must not be taken for a bad document. Only a failure that may tell of a document is looked into,
 * and only while the engine takes documents that it had taken before; this is asked before the search and after it.
 */
import type { Logger } from '../../src/platform/logger.ts';
import { backoffMs, pause } from '../../src/platform/retry.ts';
import { indexKey } from '../../src/search/index-document.ts';
import type { Position } from '../checkpoint/checkpoint.ts';
import type { DocumentLine } from '../documents/document-line.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { IndexClient } from '../engine/index-client.ts';
import { TaskFailed } from '../engine/index-errors.ts';
import type { IndexWrite } from '../engine/index-write.ts';
import type { Rejection } from './dead-letters.ts';

interface WriteAroundOptions {
  readonly index: IndexClient;
  readonly indexName: string;
  readonly write: IndexWrite & { readonly previous: Position };
  /** Products that the index holds and that are not in this write, to be written again, in their order. */
  readonly knownGood: (otherThan: readonly DocumentLine[]) => Promise<readonly DocumentLine[]>;
  /** Keeps the refused ones, before the position moves past them. */
  readonly setAside: (refusals: readonly Rejection[]) => Promise<void>;
  readonly logger: Logger;
}

/**
 * Resolves to the refused products, when all others and the position are in; what the index held of the refused is
 * deleted, since it is no longer true. Throws what `IndexClient.write` throws: the first failure where the engine is to blame.
 */
export async function writeAround(options: WriteAroundOptions): Promise<readonly Rejection[]> {
  const { index, indexName, write, setAside, logger } = options;
  const failure = await tryToWrite(index, indexName, write);
  if (failure === null) return [];
  logger.warn(
    { err: failure, index: indexName, documents: write.documents.length },
    'a write was refused: splitting it',
  );
  await assertTakesOthers(options, failure);
  const refusals = await findRefused(options);
  await assertTakesOthers(options, failure);
  await setAside(refusals);
  const refusedKeys = refusals.map(({ productId }) => indexKey(productId));
  await index.write(indexName, { ...write, deletedKeys: [...write.deletedKeys, ...refusedKeys], documents: [] });
  return refusals;
}

/** Writes the documents in halves, and halves of halves, with the position as it was; resolves to those refused alone. */
async function findRefused({ index, indexName, write }: WriteAroundOptions): Promise<readonly Rejection[]> {
  const refusals: Rejection[] = [];
  const groups = halvesOf(write.documents);
  for (let documents = groups.shift(); documents !== undefined; documents = groups.shift()) {
    const part = { ...write, deletedKeys: [], documents, position: write.previous };
    const failure = await tryToWrite(index, indexName, part);
    if (failure === null) continue;
    const [only, ...others] = documents;
    if (only !== undefined && others.length === 0)
      refusals.push({ productId: only.productId, reason: failure.message });
    else groups.push(...halvesOf(documents));
  }
  return refusals;
}

/** Throws the failure when the engine does not take what it had taken before: then it is the engine's own. */
async function assertTakesOthers(options: WriteAroundOptions, failure: TaskFailed): Promise<void> {
  const { index, indexName, write, knownGood } = options;
  const known = (await knownGood(write.documents)).map((document) => [document]);
  for (const documents of known.length === 0 ? [[]] : known) {
    const control = { ...write, deletedKeys: [], documents, position: write.previous };
    if ((await tryToWrite(index, indexName, control)) === null) return;
  }
  throw failure;
}

const CRASHES = 3;

/** Resolves to why the write was refused, null where it is in. Throws what is no matter of the documents. */
async function tryToWrite(index: IndexClient, indexName: string, write: IndexWrite): Promise<TaskFailed | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await index.write(indexName, write);
      return null;
    } catch (error) {
      if (!(error instanceof TaskFailed) || !error.mayBlameDocuments) throw error;
      // The engine crashed in its work: that may pass, or a document may be what it cannot work on.
      if (error.code !== 'internal' || attempt === CRASHES) return error;
      await pause(backoffMs(attempt));
    }
  }
}

const halvesOf = (documents: readonly DocumentLine[]): (readonly DocumentLine[])[] =>
  [documents.slice(0, Math.ceil(documents.length / 2)), documents.slice(Math.ceil(documents.length / 2))].filter(
    (half) => half.length > 0,
  );

/** How many products are tried to learn whether the engine takes what it had taken before. */
const KNOWN_GOOD = 10;

/** Returns what reads some products again that the index holds, other than the given ones. */
export function createKnownGood({
  index,
  indexName,
  reader,
}: Pick<WriteAroundOptions, 'index' | 'indexName'> & { readonly reader: ProductLoader }) {
  return async (otherThan: readonly DocumentLine[]): Promise<readonly DocumentLine[]> => {
    const others = new Set(otherThan.map(({ productId }) => productId));
    const ids = await index.productIds(indexName, 'merchant_id EXISTS', others.size + KNOWN_GOOD);
    const known = ids.filter((id) => !others.has(id)).slice(0, KNOWN_GOOD);
    return (await reader.load(known)).documents;
  };
}
