/**
 * The errors of the engine, by what the indexer does next. This is the only file that knows the engine's error codes, apart
 * from `src/engines/meilisearch.ts`, which tells both processes that the engine is out or refuses the key.
 */
import type { Task } from 'meilisearch';
import { meilisearchCode } from '../../src/engines/meilisearch.ts';

/** What to do after an error. `stop`: give up what is in work; the leader starts over after a pause. */
export type NextStep = 'retry' | 'reject' | 'retry, then reject' | 'gone' | 'not ours' | 'stop';

/**
 * The codes of Meilisearch 1.21 that the indexer depends on; every other code means `stop`. Sources: `meilisearch-types/src/error.rs`
 * at v1.21.0, and measurements where a comment says so. Later versions rename some codes (1.47 does): check this table at an upgrade.
 */
const CODES: Readonly<Record<Exclude<NextStep, 'stop'>, readonly string[]>> = {
  // The disk is full. The answer to well-formed documents is then 400 `malformed_payload` (measured); a full task queue
  // answers 422 `no_space_left_on_device`. As the code of a failed task, the latter means `stop`: the task has to be sent again.
  retry: ['malformed_payload', 'no_space_left_on_device'],
  // The task failed because of a document. `engine_went_away` is ours, see `tasks.ts`.
  reject: [
    'missing_document_id',
    'invalid_document_id',
    'invalid_document_fields',
    'invalid_document_geo_field',
    'engine_went_away',
  ],
  // The engine panicked or hit an unexpected error in a task. That may pass, or a document causes it each time.
  'retry, then reject': ['internal'],
  // The index, the checkpoint or the task doesn't exist any more.
  gone: ['index_not_found', 'document_not_found', 'task_not_found'],
  // The index lacks our settings, so it can't be asked for a checkpoint.
  'not ours': ['invalid_document_filter'],
};

const STEPS = new Map(
  Object.entries(CODES).flatMap(([step, codes]) => codes.map((code) => [code, step as NextStep] as const)),
);

/** What to do after an error that a request to the engine or a task ended with; `stop` where it has no code that we know. */
export function nextStep(error: unknown): NextStep {
  const code = error instanceof TaskFailed ? error.code : meilisearchCode(error);
  return STEPS.get(code ?? '') ?? 'stop';
}

/** Whether the engine refuses a request, or failed a task, for lack of space. */
export const isFull = (error: unknown): boolean => nextStep(error) === 'retry';

/** A task that the engine accepted and that didn't succeed. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  /** The engine's code, or `engine_went_away`; `unknown` for a task without an error, as of a canceled one. */
  readonly code: string;
  /**
   * Whether one of the documents may have failed the task. A full disk, a missing index or an embedder that is out have
   * other codes.
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
