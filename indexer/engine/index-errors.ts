/** What can be wrong with a write that the engine has answered. */
import type { Task } from 'meilisearch';

/** A task that the engine took and could not do. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  readonly code: string;
  /**
   * Whether one of the documents may be the reason: the engine says so, or it crashed in its work. A full disk, a missing
   * index or an embedder that is out are named by other codes.
   */
  readonly mayBlameDocuments: boolean;
  /** It was taken from the engine's queue before it was done. */
  readonly isCanceled: boolean;
  constructor(task: Pick<Task, 'uid' | 'type' | 'status'>, error: Task['error']) {
    super(`task ${task.uid} (${task.type}) ${task.status}: ${error?.message ?? 'no reason given'}`);
    this.isCanceled = task.status === 'canceled';
    this.code = error?.code ?? 'unknown';
    this.mayBlameDocuments =
      task.type === 'documentAdditionOrUpdate' && (/_document_/.test(this.code) || this.code === 'internal');
  }
}

/** The index is not as it was left: somebody else deleted, emptied, replaced or restored it. */
export class IndexChanged extends Error {
  override readonly name = 'IndexChanged';
  constructor(name: string) {
    super(`somebody else changed the index ${name}: it does not hold the position that was written to it`);
  }
}
