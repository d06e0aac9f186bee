/**
 * The in-flight window: writes to one index that are sent and not confirmed yet, oldest first. The engine processes the
 * tasks of an index in the order of their requests, so a document that was loaded earlier never overwrites one that was
 * loaded later.
 *
 * Meilisearch batches waiting tasks, which costs less than one task at a time, and never waits for further ones. A
 * window of size 1 sends a write and waits for it.
 */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { IndexClient, SentWrite } from '../engine/index-client.ts';
import { TaskFailed } from '../engine/index-errors.ts';
import type { Batch } from './batch.ts';

export interface InFlightWindow {
  /** Returns the batch that was sent last; undefined when nothing is in flight. */
  newest(): Batch | undefined;
  isFull(): boolean;
  /**
   * Sends a batch. If nothing else is in flight, its task carries the checkpoint after the batch, otherwise the
   * confirmed one: a checkpoint must not cover a write that may still fail. Throws what `IndexClient.send` throws.
   */
  send(batch: Batch, confirmed: Checkpoint): Promise<void>;
  /** Waits for the oldest batch. If its task failed, also waits until the tasks of all others have ended. */
  confirmOldest(): Promise<Confirmation>;
  /** Returns the checkpoints that the index may hold now. */
  held(): readonly Checkpoint[];
  /** Sets the checkpoint that the index holds. Nothing may be in flight. */
  reset(checkpoint: Checkpoint): void;
}

export type Confirmation =
  | { readonly kind: 'confirmed'; readonly batch: Batch }
  /** `batches`: all batches that were in flight, oldest first. Some may be in the index. */
  | { readonly kind: 'failed'; readonly failure: TaskFailed; readonly batches: readonly Batch[] };

interface InFlightOptions {
  readonly index: IndexClient;
  readonly indexName: string;
  /** Returns the maximum number of batches in flight. */
  readonly size: () => number;
  /** The checkpoint that the index holds at the start. */
  readonly start: Checkpoint;
}

interface InFlight {
  readonly batch: Batch;
  readonly checkpoint: Checkpoint;
  readonly write: SentWrite;
}

export function createInFlightWindow({ index, indexName, size, start }: InFlightOptions): InFlightWindow {
  let inFlight: readonly InFlight[] = [];
  let held: readonly Checkpoint[] = [start];

  async function waitForAll(): Promise<readonly Batch[]> {
    const pending = inFlight;
    inFlight = [];
    for (const { write } of pending)
      await write.waitForSuccess().catch((error: unknown) => {
        if (!(error instanceof TaskFailed)) throw error;
      });
    return pending.map(({ batch }) => batch);
  }

  return {
    newest: () => inFlight.at(-1)?.batch,
    isFull: () => inFlight.length >= size(),
    held: () => held,

    async send(batch, confirmed) {
      const checkpoint = inFlight.length === 0 ? batch.next : confirmed;
      const { documents, deletedKeys } = batch;
      const write = await index.send(indexName, { documents, deletedKeys, checkpoint, expected: held });
      held = [...held, checkpoint];
      inFlight = [...inFlight, { batch: withoutDocuments(batch), checkpoint, write }];
    },

    async confirmOldest() {
      const [oldest, ...others] = inFlight;
      if (oldest === undefined) throw new Error('nothing is in flight');
      try {
        await oldest.write.waitForSuccess();
      } catch (failure) {
        if (!(failure instanceof TaskFailed)) throw failure;
        return { kind: 'failed', failure, batches: await waitForAll() };
      }
      inFlight = others;
      held = held.slice(held.indexOf(oldest.checkpoint));
      return { kind: 'confirmed', batch: oldest.batch };
    },

    reset(checkpoint) {
      held = [checkpoint];
    },
  };
}

/** Drops the documents, which the engine has received. A batch that must be written again is loaded again. */
const withoutDocuments = (batch: Batch): Batch => ({ ...batch, documents: [] });
