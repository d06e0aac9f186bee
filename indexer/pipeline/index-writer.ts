/**
 * Writes the batches of a pipeline to its index and confirms them, oldest first. The engine processes the tasks of an
 * index in the order of their requests, so a document that was loaded earlier never overwrites one that was loaded
 * later. When a task fails, all batches in flight go back into the queue, to be written one by one.
 *
 * A rebuild keeps several batches in flight: Meilisearch merges waiting tasks, which costs less than one task at a time,
 * and never waits for further ones. The live index has one.
 *
 * The *confirmed* checkpoint may be ahead of the one *stored* in the index, because changes that don't change a
 * document need no write. The index gets the confirmed checkpoint with the next write, after 30 s, and when the leader
 * stops the pipeline (a pause, a swap), but not when the process stops. The changes since the stored checkpoint are
 * then loaded again.
 */
import type { Checkpoint, Mark } from '../checkpoint/checkpoint.ts';
import type { SentWrite } from '../engine/index-client.ts';
import { TaskFailed } from '../engine/index-errors.ts';
import type { FailedProduct } from '../products/loaded-products.ts';
import { type Batch, isEmpty, type Work } from './batch.ts';
import { bisectRejected } from './bisect-rejected.ts';
import type { ConfirmedState } from './confirmed-state.ts';
import type { PipelineOptions } from './options.ts';

/** Every function throws Interrupted, or what the engines throw. */
export interface IndexWriter {
  /** Returns whether no batch is in flight. */
  isIdle(): boolean;
  /** Returns the checkpoint after all batches in flight. */
  reached(): Checkpoint;
  /** Returns the last checkpoint that is certainly in the index. A batch in flight may have replaced it. */
  stored(): Checkpoint;
  /**
   * Writes a batch. Waits until fewer than `windowSize` batches are in flight if it may overlap with others, and
   * otherwise until it's confirmed. Nothing may be in flight if the batch is empty or may not overlap.
   */
  write(batch: Batch, mayOverlap: boolean): Promise<void>;
  /** Confirms all batches in flight. Resolves to false when a task failed. */
  drain(): Promise<boolean>;
  /** Stores the confirmed checkpoint in the index, unless the index holds it already. Nothing may be in flight. */
  store(): Promise<void>;
  /** Stores the confirmed checkpoint if nothing was stored for half a minute. */
  storeIfDue(): Promise<void>;
  /** Sets the restore mark of all later checkpoints. */
  setMark(mark: Mark): void;
}

interface InFlight {
  readonly batch: Batch;
  readonly checkpoint: Checkpoint;
  readonly write: SentWrite;
}

/** Calls `putBack` with the work of the batches that were in flight when a task failed. */
export function createIndexWriter(
  options: PipelineOptions,
  confirmed: ConfirmedState,
  putBack: (...work: readonly Work[]) => void,
): IndexWriter {
  const { index, indexName, profile, deadLetters, logger } = options;
  let inFlight: readonly InFlight[] = [];
  let stored = confirmed.checkpoint();
  let { mark } = confirmed.checkpoint();
  let storedMs = performance.now();
  const isIdle = (): boolean => inFlight.length === 0;
  /** The index has one of these. */
  const expected = (): readonly Checkpoint[] => [stored, ...inFlight.map(({ checkpoint }) => checkpoint)];

  async function send(batch: Batch): Promise<void> {
    // A checkpoint must not cover a write that may still fail.
    const checkpoint = isIdle() ? batch.next : confirmed.checkpoint();
    const { documents, deletedKeys } = batch;
    const write = await index.send(indexName, { documents, deletedKeys, checkpoint, expected: expected() });
    // The engine has the documents now. A batch that must be written again is loaded again.
    inFlight = [...inFlight, { batch: { ...batch, documents: [] }, checkpoint, write }];
  }

  /** Confirms the oldest batch. Resolves to false when its task failed. All batches in flight are then in the queue. */
  async function confirmOldest(): Promise<boolean> {
    const [oldest, ...others] = inFlight;
    if (oldest === undefined) return true;
    const failure = await failureOf(oldest.write);
    if (failure !== null) {
      await putAllBack(failure);
      return false;
    }
    inFlight = others;
    stored = oldest.checkpoint;
    await confirm(oldest.batch, []);
    return true;
  }

  /**
   * Puts all batches in flight back into the queue. The task of the oldest one failed. The others may be in the index, so
   * this waits until their tasks have ended.
   */
  async function putAllBack(failure: TaskFailed): Promise<void> {
    const batches = inFlight.map(({ batch }) => batch);
    const [, ...others] = inFlight;
    inFlight = [];
    for (const { write, checkpoint } of others) if ((await failureOf(write)) === null) stored = checkpoint;
    const about = { err: failure, index: indexName, batches: batches.length };
    logger.warn(about, 'a write failed: writing again, one by one');
    putBack(...batches.map(({ work }) => ({ ...work, isAlone: true })));
  }

  async function confirm(batch: Batch, rejected: readonly FailedProduct[]): Promise<void> {
    const unreadableSince = inFlight.flatMap((newer) => newer.batch.unreadable);
    await confirmed.confirmAndCleanUp(batch, rejected, unreadableSince);
    if (!isEmpty(batch)) storedMs = performance.now();
  }

  async function drain(): Promise<boolean> {
    while (!isIdle()) if (!(await confirmOldest())) return false;
    return true;
  }

  async function deadLetter(failed: readonly FailedProduct[]): Promise<void> {
    for (const { productId, reason } of failed)
      logger.error({ index: indexName, productId, reason }, 'a product became a dead letter: see `dead-letters list`');
    await deadLetters.add(failed);
  }

  async function writeAlone({ documents, deletedKeys, next }: Batch): Promise<readonly FailedProduct[]> {
    const write = { documents, deletedKeys, checkpoint: next, expected: expected() };
    const before = confirmed.checkpoint();
    const rejected = await bisectRejected({ index, indexName, write, before, deadLetter, logger });
    stored = next;
    return rejected;
  }

  async function store(): Promise<void> {
    if (stored === confirmed.checkpoint()) return;
    const checkpoint = { ...confirmed.checkpoint(), mark };
    await index.write(indexName, { documents: [], deletedKeys: [], checkpoint, expected: expected() });
    stored = checkpoint;
    confirmed.advance(checkpoint);
    storedMs = performance.now();
  }

  return {
    isIdle,
    drain,
    store,
    stored: () => stored,
    reached: () => ({ ...(inFlight.at(-1)?.batch.next ?? confirmed.checkpoint()), mark }),

    async write(batch, mayOverlap) {
      await deadLetter(batch.unreadable);
      if (isEmpty(batch)) return await confirm(batch, []);
      if (batch.work.isAlone) return await confirm(batch, await writeAlone(batch));
      await send(batch);
      while (inFlight.length >= (mayOverlap ? profile.windowSize() : 1)) if (!(await confirmOldest())) return;
    },

    async storeIfDue() {
      if (performance.now() - storedMs > profile.storeEveryMs) await store();
    },

    setMark(newMark) {
      mark = newMark;
    },
  };
}

/** Waits until the task of a write has ended. Resolves to null when it has succeeded. */
function failureOf(write: SentWrite): Promise<TaskFailed | null> {
  return write.waitForSuccess().then(
    () => null,
    (error: unknown) => {
      if (error instanceof TaskFailed) return error;
      throw error;
    },
  );
}
