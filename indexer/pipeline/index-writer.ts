/**
 * Writes the batches of a pipeline to its index and confirms them. When a task fails, puts all batches that were in
 * flight back into the queue, to be written one by one.
 *
 * The *confirmed* checkpoint may be ahead of the one *stored* in the index, because changes that don't change a
 * document need no write. The index gets the confirmed checkpoint with the next write, after 30 s, and when the leader
 * stops the pipeline (a pause, a swap), but not when the process stops. The changes since the stored checkpoint are
 * then loaded again.
 */
import type { Logger } from '../../src/runtime/logger.ts';
import type { Checkpoint, Mark } from '../checkpoint/checkpoint.ts';
import type { IndexClient } from '../engine/index-client.ts';
import { nextStep, type TaskFailed } from '../engine/index-errors.ts';
import { type Batch, isEmpty, type Work } from './batch.ts';
import { bisectRejected } from './bisect-rejected.ts';
import type { ConfirmedState } from './confirmed-state.ts';
import type { DeadLetters, Rejection } from './dead-letters.ts';
import { createInFlightWindow } from './in-flight-window.ts';

/** Every function throws Interrupted, or what the engines throw. */
export interface IndexWriter {
  /** Returns whether no batch is in flight. */
  isIdle(): boolean;
  /** Returns the checkpoint after all batches in flight. */
  reached(): Checkpoint;
  /** Writes a batch and confirms it. `overlaps`: only waits for room in the window. */
  write(batch: Batch, overlaps: boolean): Promise<void>;
  /** Confirms all batches in flight. Resolves to false when a task failed. */
  drain(): Promise<boolean>;
  /** Stores the confirmed checkpoint in the index, unless the index holds it already. Nothing may be in flight. */
  store(): Promise<void>;
  /** Stores the confirmed checkpoint if nothing was stored for `storeEveryMs`. */
  storeIfDue(): Promise<void>;
  /** Sets the restore mark of all later checkpoints. */
  setMark(mark: Mark): void;
}

interface IndexWriterOptions {
  readonly index: IndexClient;
  readonly indexName: string;
  readonly windowSize: () => number;
  readonly storeEveryMs: number;
  readonly confirmed: ConfirmedState;
  readonly deadLetters: DeadLetters;
  /** Called with the work of the batches that were in flight when a task failed. */
  readonly putBack: (...work: readonly Work[]) => void;
  readonly logger: Logger;
}

export function createIndexWriter(options: IndexWriterOptions): IndexWriter {
  const { index, indexName, windowSize, storeEveryMs, confirmed, deadLetters, putBack, logger } = options;
  const window = createInFlightWindow({ index, indexName, size: windowSize, start: confirmed.checkpoint() });
  let { mark } = confirmed.checkpoint();
  let storedMs = performance.now();
  const isIdle = (): boolean => window.newest() === undefined;

  async function confirm(batch: Batch, rejections: readonly Rejection[]): Promise<void> {
    await confirmed.confirm(batch, rejections);
    if (!isEmpty(batch)) storedMs = performance.now();
  }

  /** Resolves to false when a task failed. All batches that were in flight are then in the queue. */
  async function confirmOldest(): Promise<boolean> {
    const result = await window.confirmOldest();
    if (result.kind === 'confirmed') {
      await confirm(result.batch, []);
      return true;
    }
    const { failure, batches } = result;
    logger.warn(
      { err: failure, index: indexName, batches: batches.length },
      'a write failed: writing again, one by one',
    );
    putBack(...workAfter(failure, batches));
    return false;
  }

  async function drain(): Promise<boolean> {
    while (!isIdle()) if (!(await confirmOldest())) return false;
    return true;
  }

  async function deadLetter(rejections: readonly Rejection[]): Promise<void> {
    for (const { productId, reason } of rejections)
      logger.error({ index: indexName, productId, reason }, 'a product became a dead letter: see `dead-letters list`');
    await deadLetters.add(rejections);
  }

  async function writeAlone({ documents, deletedKeys, next, work }: Batch): Promise<readonly Rejection[]> {
    const write = { documents, deletedKeys, checkpoint: next, expected: window.held() };
    const { rejection } = work;
    const rejections = await bisectRejected({
      ...{ index, indexName, write, before: confirmed.checkpoint(), rejection, deadLetter, logger },
    });
    window.reset(next);
    return rejections;
  }

  async function store(): Promise<void> {
    const held = window.held();
    if (held.length === 1 && held[0] === confirmed.checkpoint()) return;
    const checkpoint = { ...confirmed.checkpoint(), mark };
    await index.write(indexName, { documents: [], deletedKeys: [], checkpoint, expected: held });
    window.reset(checkpoint);
    confirmed.advance(checkpoint);
    storedMs = performance.now();
  }

  return {
    isIdle,
    drain,
    store,
    reached: () => ({ ...(window.newest()?.next ?? confirmed.checkpoint()), mark }),

    async write(batch, overlaps) {
      await deadLetter(batch.unreadable);
      if (isEmpty(batch)) await confirm(batch, []);
      else if (batch.work.isAlone) await confirm(batch, await writeAlone(batch));
      else {
        await window.send(batch, confirmed.checkpoint());
        while (window.isFull() || (!overlaps && !isIdle())) if (!(await confirmOldest())) return;
      }
    },

    async storeIfDue() {
      if (performance.now() - storedMs > storeEveryMs) await store();
    },

    setMark(newMark) {
      mark = newMark;
    },
  };
}

/** Returns the work that writes each batch alone. The failed task was the first batch's. */
function workAfter(failure: TaskFailed, batches: readonly Batch[]): Work[] {
  const rejection = nextStep(failure) === 'reject' ? failure : null;
  return batches.map(({ work }, position) => ({
    ...work,
    isAlone: true,
    rejection: position === 0 ? rejection : null,
  }));
}
