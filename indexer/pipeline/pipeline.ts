/**
 * Keeps one index in sync with MongoDB. Each round takes the pending changes, creates a batch from them and from
 * waiting fan-outs, and writes it:
 *
 *   take changes → load products → (live index: skip unchanged documents) → send → confirm → …
 *
 * The live index has a window of one: a batch is in the index before the next one is created, so content hashes can be
 * compared. An index that is being built has a larger window and writes every document.
 */
import { tokenText } from '../../src/engines/mongodb/resume-token.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { FanOut } from '../checkpoint/fan-outs.ts';
import { KEYS_AND_HASH } from '../engine/index-documents.ts';
import { type Batch, fanOutsAfter, isEmpty, keysOf, makeBatch, type Work, withoutUnchanged } from './batch.ts';
import { type ConfirmedState, createConfirmedState } from './confirmed-state.ts';
import { readsIndex } from './fan-outs/queue.ts';
import { createVisited } from './fan-outs/visited.ts';
import { createIndexWriter, type IndexWriter } from './index-writer.ts';
import type { PipelineOptions } from './options.ts';
import { createWorkQueue } from './work-queue.ts';

export interface Pipeline
  extends Pick<ConfirmedState, 'progress' | 'fanOutsWaitMs' | 'watchFanOuts'>,
    Pick<IndexWriter, 'stored' | 'setMark'> {
  /** Runs until the signal aborts, then finishes the current work. Throws Interrupted, or what the engines throw. */
  run(signal: AbortSignal): Promise<void>;
  /** Returns the confirmed checkpoint: everything up to it is in the index. */
  confirmed(): Checkpoint;
  /** Returns whether no fan-out and no change is pending or in progress. */
  isCaughtUp(): boolean;
  /** Returns the lag of the index, without fan-outs; null when unknown. */
  lagMs(): number | null;
}

/** Creates the pipeline of one index. It does nothing until `run`. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { indexName, index, profile, assertSource } = options;
  const { windowSize, writesUnchanged } = profile;
  const confirmed = createConfirmedState(options);
  const queue = createWorkQueue(options);
  const visited = createVisited();
  const writer = createIndexWriter(options, confirmed, (...failed) => {
    visited.clear();
    queue.putBack(...failed);
  });

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const work = queue.takePutBack() ?? (await takeWork(signal));
      if (work !== null) await writeWork(work);
      if (!writer.isIdle()) continue;
      // Store the checkpoint regularly: changes that change no document write no checkpoint by themselves.
      await writer.storeIfDue();
      queue.onIdle();
    }
    // The remaining queue is after the checkpoint, so the next pipeline of this index processes it again.
    await writer.drain();
    await writer.store();
  }

  /**
   * Takes work. Waits for it for up to a second if no fan-out is pending and nothing is in flight. Without any, confirms
   * the batches in flight, advances the confirmed checkpoint to the stream's token, and resolves to null.
   */
  async function takeWork(signal: AbortSignal): Promise<Work | null> {
    const hasFanOuts = writer.reached().fanOuts.length > 0;
    const work = await queue.take(!hasFanOuts && writer.isIdle(), signal);
    const { token, events } = work.changes;
    if (hasFanOuts || events > 0 || work.rewrites.length > 0) return work;
    const isDrained = await writer.drain();
    if (isDrained && tokenText(token) !== tokenText(confirmed.checkpoint().token)) {
      await assertSource();
      confirmed.advance({ ...confirmed.checkpoint(), token });
    }
    return null;
  }

  /**
   * Returns whether a batch may be in flight together with others, as those of fan-outs may: changes alone are few.
   * `first`: the fan-out that the batch begins with.
   */
  const mayOverlap = ({ isAlone }: Work, first: FanOut | undefined): boolean =>
    first !== undefined && !readsIndex(first) && !isAlone && windowSize() > 1;

  /** Writes work as a batch, or puts it back, if the batches in flight must be confirmed before. */
  async function writeWork(work: Work): Promise<void> {
    const from = writer.reached();
    const fanOuts = fanOutsAfter(from, work);
    const overlaps = mayOverlap(work, fanOuts[0]);
    if (!overlaps && !writer.isIdle()) return await drainBefore(work);
    if (fanOuts !== from.fanOuts) visited.clear();
    const made = await makeBatch({ ...options, visited }, from, work);
    // Check it after the loads: the driver reconnects to any MongoDB at the same address.
    const [batch] = await Promise.all([selectDue(made), assertSource()]);
    // An empty batch sends nothing, so it can be confirmed only when nothing is in flight.
    if (isEmpty(batch) && !writer.isIdle()) return await drainBefore(work);
    if (batch.later !== null) queue.putBack(batch.later);
    visited.add(batch.ids, batch.next.fanOuts);
    await writer.write(batch, overlaps);
  }

  /** Puts the work back and confirms the batches in flight. A batch that failed is put before it. */
  async function drainBefore(work: Work): Promise<void> {
    queue.putBack(work);
    await writer.drain();
  }

  /** Resolves to the part of a batch that must be written. */
  async function selectDue(batch: Batch): Promise<Batch> {
    if (writesUnchanged) return batch;
    return withoutUnchanged(batch, await index.documentsByKey(indexName, keysOf(batch), KEYS_AND_HASH));
  }

  const isCaughtUp = () => confirmed.checkpoint().fanOuts.length === 0 && writer.isIdle() && queue.isCaughtUp();
  const { progress, fanOutsWaitMs, watchFanOuts } = confirmed;
  return {
    run,
    isCaughtUp,
    progress,
    fanOutsWaitMs,
    watchFanOuts,
    confirmed: confirmed.checkpoint,
    stored: writer.stored,
    lagMs: queue.lagMs,
    setMark: writer.setMark,
  };
}
