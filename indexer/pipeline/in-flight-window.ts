/**
 * Writes to one index that are sent and not confirmed yet, oldest first. The engine works through the tasks of an index in
 * the order of their requests, so a document that was loaded earlier never overwrites one that was loaded later.
 *
 * Meilisearch puts waiting tasks into one batch, which costs less than one by one, and never waits for the next. A window of
 * one is a plain write: sent, then waited for.
 */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { IndexClient, SentWrite } from '../engine/index-client.ts';
import { TaskFailed } from '../engine/index-errors.ts';
import type { Batch } from './batch.ts';

export interface InFlightWindow {
  /** The batch that was sent last; undefined when nothing is in flight. */
  newest(): Batch | undefined;
  isFull(): boolean;
  /**
   * Sends a batch. Where nothing else is in flight, its task brings the checkpoint that the batch leads to, else the confirmed
   * one: a checkpoint never covers a write that may still fail. Throws what `IndexClient.send` throws.
   */
  send(batch: Batch, confirmed: Checkpoint): Promise<void>;
  /** Waits for the oldest batch; when its task failed, also until the engine is done with all the others. */
  confirmOldest(): Promise<Confirmation>;
  /** The checkpoints that the index may hold now. */
  held(): readonly Checkpoint[];
  /** The index holds this checkpoint, and nothing is in flight. */
  reset(checkpoint: Checkpoint): void;
}

export type Confirmation =
  | { readonly kind: 'confirmed'; readonly batch: Batch }
  /** `batches`: everything that was in flight, oldest first; some of it may be in the index. */
  | { readonly kind: 'failed'; readonly failure: TaskFailed; readonly batches: readonly Batch[] };

interface InFlightOptions {
  readonly index: IndexClient;
  readonly indexName: string;
  /** How many batches may be in flight. */
  readonly size: number;
  /** What the index holds at the start. */
  readonly start: Checkpoint;
}

interface InFlight {
  readonly batch: Batch;
  readonly brings: Checkpoint;
  readonly write: SentWrite;
}

export function createInFlightWindow({ index, indexName, size, start }: InFlightOptions): InFlightWindow {
  let inFlight: readonly InFlight[] = [];
  let held: readonly Checkpoint[] = [start];

  async function settleAll(): Promise<readonly Batch[]> {
    const settling = inFlight;
    inFlight = [];
    for (const { write } of settling)
      await write.succeeded().catch((error: unknown) => {
        if (!(error instanceof TaskFailed)) throw error;
      });
    return settling.map(({ batch }) => batch);
  }

  return {
    newest: () => inFlight.at(-1)?.batch,
    isFull: () => inFlight.length >= size,
    held: () => held,

    async send(batch, confirmed) {
      const brings = inFlight.length === 0 ? batch.next : confirmed;
      const { documents, deletedKeys } = batch;
      const write = await index.send(indexName, { documents, deletedKeys, checkpoint: brings, expected: held });
      held = [...held, brings];
      inFlight = [...inFlight, { batch: withoutDocuments(batch), brings, write }];
    },

    async confirmOldest() {
      const [oldest, ...others] = inFlight;
      if (oldest === undefined) throw new Error('nothing is in flight');
      try {
        await oldest.write.succeeded();
      } catch (failure) {
        if (!(failure instanceof TaskFailed)) throw failure;
        return { kind: 'failed', failure, batches: await settleAll() };
      }
      inFlight = others;
      held = held.slice(held.indexOf(oldest.brings));
      return { kind: 'confirmed', batch: oldest.batch };
    },

    reset(checkpoint) {
      held = [checkpoint];
    },
  };
}

/** The engine has the documents; a batch that has to be written again loads them again. */
const withoutDocuments = (batch: Batch): Batch => ({ ...batch, documents: [] });
