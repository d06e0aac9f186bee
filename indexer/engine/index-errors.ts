/**
 * Classifies the errors of Meilisearch by its error codes, for the parts of the indexer that react to them. Besides
 * this file, `src/engines/` and `src/search/engine/` depend on the engine's codes.
 */
import type { Task } from 'meilisearch';
import { meilisearchCode, meilisearchMessage } from '../../src/engines/meilisearch.ts';

/** What an error is about. */
type ErrorClass =
  /** Write again later. */
  | 'disk full'
  /** A document caused it. */
  | 'bad document'
  /** A temporary fault of the engine, or a document caused it. */
  | 'engine fault'
  /** The index, the checkpoint or the task doesn't exist. */
  | 'missing'
  /** The index lacks our settings. */
  | 'no settings'
  /** Abandon the current work. The leader starts over after a delay. */
  | 'other';

/**
 * The codes of Meilisearch 1.21 that the indexer depends on. Every other code is `other`. Sources:
 * `meilisearch-types/src/error.rs` at v1.21.0, and measurements where a comment says so. Later versions rename some
 * codes (1.47 does). Check this table at each upgrade.
 */
const CODES: Readonly<Record<Exclude<ErrorClass, 'other'>, readonly string[]>> = {
  // The disk is full. The engine then responds to well-formed documents with 400 `malformed_payload`, with 500
  // `internal` and the message `NO_SPACE` (both measured), or with 422 `no_space_left_on_device` when the task queue is
  // full. A task fails with `io_error` (measured). A failed task with such an error must be sent again, so it ends the
  // current work.
  'disk full': ['malformed_payload', 'no_space_left_on_device', 'io_error'],
  // A document caused the failure. This project defines `engine_went_away`, see `task-end.ts`.
  'bad document': [
    'missing_document_id',
    'invalid_document_id',
    'invalid_document_fields',
    'invalid_document_geo_field',
    'engine_went_away',
  ],
  // The engine panicked or hit an unexpected error in a task. The cause is temporary, or it is a document.
  'engine fault': ['internal'],
  missing: ['index_not_found', 'document_not_found', 'task_not_found'],
  // A filter for checkpoints fails.
  'no settings': ['invalid_document_filter'],
};

const CLASSES = new Map(
  Object.entries(CODES).flatMap(([name, codes]) => codes.map((code) => [code, name as ErrorClass] as const)),
);

/** In the engine's message if the operating system refused its write. */
const NO_SPACE = 'No space left on device';

/** Returns the class of an error of a request or a task. */
export function classOf(error: unknown): ErrorClass {
  const message = error instanceof TaskFailed ? error.message : meilisearchMessage(error);
  if (message.includes(NO_SPACE)) return 'disk full';
  const code = error instanceof TaskFailed ? error.code : meilisearchCode(error);
  return CLASSES.get(code ?? '') ?? 'other';
}

/** Returns whether the engine rejected a request, or failed a task, because the disk is full. */
export const isDiskFull = (error: unknown): boolean => classOf(error) === 'disk full';

/** The engine accepted the task, and the task did not succeed. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  /** The engine's error code, or `engine_went_away`; `unknown` if another client canceled the task. */
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
    super(
      `task ${task.uid} (${task.type}) ${task.status}: ${error?.message ?? 'another client of Meilisearch did that'}`,
    );
    this.code = error?.code ?? 'unknown';
    this.mayBlameDocuments =
      task.type === 'documentAdditionOrUpdate' && ['bad document', 'engine fault'].includes(classOf(this));
  }
}
