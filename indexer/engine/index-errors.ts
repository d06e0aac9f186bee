/**
 * Maps engine errors to the next step of the indexer. Only this file and `src/engines/meilisearch.ts`, which detects an
 * unavailable engine and a rejected key, depend on the engine's error codes.
 */
import type { Task } from 'meilisearch';
import { meilisearchCode, meilisearchMessage } from '../../src/engines/meilisearch.ts';

/** What to do after an error. `stop`: abandon the current work. The leader starts over after a delay. */
export type NextStep = 'retry' | 'reject' | 'retry, then reject' | 'gone' | 'not ours' | 'stop';

/**
 * The codes of Meilisearch 1.21 that the indexer depends on. Every other code means `stop`. Sources:
 * `meilisearch-types/src/error.rs` at v1.21.0, and measurements where a comment says so. Later versions rename some
 * codes (1.47 does). Check this table at each upgrade.
 */
const CODES: Readonly<Record<Exclude<NextStep, 'stop'>, readonly string[]>> = {
  // The disk is full. The engine then responds to well-formed documents with 400 `malformed_payload`, with 500
  // `internal` and the message `NO_SPACE` (both measured), or with 422 `no_space_left_on_device` when the task queue is
  // full. A failed task with such an error must be sent again, so it ends the current work.
  retry: ['malformed_payload', 'no_space_left_on_device'],
  // A document caused the failure. This project defines `engine_went_away`, see `task-end.ts`.
  reject: [
    'missing_document_id',
    'invalid_document_id',
    'invalid_document_fields',
    'invalid_document_geo_field',
    'engine_went_away',
  ],
  // The engine panicked or hit an unexpected error in a task. The cause is temporary, or it is a document.
  'retry, then reject': ['internal'],
  // The index, the checkpoint or the task no longer exists.
  gone: ['index_not_found', 'document_not_found', 'task_not_found'],
  // The index lacks our settings, so a filter for checkpoints fails.
  'not ours': ['invalid_document_filter'],
};

const STEPS = new Map(
  Object.entries(CODES).flatMap(([step, codes]) => codes.map((code) => [code, step as NextStep] as const)),
);

/** In the engine's message if the operating system refused its write. */
const NO_SPACE = 'No space left on device';

/** Returns the next step after an error of a request or a task; `stop` for an unknown code. */
export function nextStep(error: unknown): NextStep {
  const message = error instanceof TaskFailed ? error.message : meilisearchMessage(error);
  if (message.includes(NO_SPACE)) return 'retry';
  const code = error instanceof TaskFailed ? error.code : meilisearchCode(error);
  return STEPS.get(code ?? '') ?? 'stop';
}

/** Returns whether the engine rejected a request, or failed a task, because the disk is full. */
export const isFull = (error: unknown): boolean => nextStep(error) === 'retry';

/** The engine accepted the task, and the task did not succeed. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  /** The engine's error code, or `engine_went_away`; `unknown` when the task has no error, such as a canceled one. */
  readonly code: string;
  /**
   * Whether one of the documents may have caused the failure. A full disk, a missing index and an unavailable embedder
   * have other codes.
   */
  readonly mayBlameDocuments: boolean;
  constructor(
    task: Pick<Task, 'uid' | 'type' | 'status'>,
    error: Pick<NonNullable<Task['error']>, 'code' | 'message'> | null,
  ) {
    super(`task ${task.uid} (${task.type}) ${task.status}: ${error?.message ?? 'no reason given'}`);
    this.code = error?.code ?? 'unknown';
    const step = nextStep(this);
    this.mayBlameDocuments =
      task.type === 'documentAdditionOrUpdate' && (step === 'reject' || step === 'retry, then reject');
  }
}
