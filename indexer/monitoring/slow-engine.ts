/**
 * Warns once when Meilisearch takes long for tasks of one document. The usual cause is its default memory limit: the
 * engine sizes its indexing buffers by `--max-indexing-memory`, two thirds of the RAM by default, also for one document.
 */
import type { Task } from 'meilisearch';
import type { Logger } from '../../src/runtime/logger.ts';

type FinishedTask = Pick<Task, 'type' | 'status' | 'details' | 'startedAt' | 'finishedAt'>;

/** One product and the checkpoint. */
const SMALL_TASK_DOCUMENTS = 2;
const SLOW_MS = 250;
const RECENT_TASKS = 10;
const MIN_TASKS = 5;

/** Returns a function to call with every finished task. It logs at most one warning and never throws. */
export function createSlowEngineWarning(logger: Logger): (task: FinishedTask) => void {
  let recentMs: readonly number[] = [];
  let hasWarned = false;
  return (task) => {
    if (hasWarned || !isSmallWrite(task)) return;
    recentMs = [...recentMs, durationMs(task)].slice(-RECENT_TASKS);
    const medianMs = median(recentMs);
    if (recentMs.length < MIN_TASKS || medianMs <= SLOW_MS) return;
    hasWarned = true;
    logger.warn(
      { medianMs, tasks: recentMs.length },
      `Meilisearch takes ${medianMs} ms for a task of one document, so changes are searchable late: ` +
        'start it with --max-indexing-memory (MEILI_MAX_INDEXING_MEMORY) of 1 GiB or less; if it has that, its CPU or ' +
        'disk is busy',
    );
  };
}

function isSmallWrite({ type, status, details }: FinishedTask): boolean {
  const documents = details?.receivedDocuments ?? Number.POSITIVE_INFINITY;
  return type === 'documentAdditionOrUpdate' && status === 'succeeded' && documents <= SMALL_TASK_DOCUMENTS;
}

/** Both times come from the engine's clock. The time in the queue doesn't count. */
const durationMs = ({ startedAt, finishedAt }: FinishedTask): number =>
  Date.parse(String(finishedAt)) - Date.parse(String(startedAt));

/** Returns the upper median. */
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
