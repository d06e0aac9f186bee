/**
 * Requests an operation on the whole index and waits until it ends. This process leads meanwhile if no other process
 * does. Used by `reindex`, `swap` and `rollback`.
 */
import { explainError } from '../../src/engines/explain-error.ts';
import { printResult } from '../../src/runtime/command-line/command-line.ts';
import { createProgress, type Progress } from '../../src/runtime/command-line/progress.ts';
import { sleep } from '../../src/runtime/retry.ts';
import type { Jobs } from '../requests/jobs.ts';
import { isOpen, type Operation } from '../requests/operations.ts';
import { type CommandContext, runByLeader, storeRequest } from './run-command.ts';

/** Returns the line to print when the operation has succeeded; null while it continues. */
type ResultOf = (operation: Operation) => string | null;

/** Resolves to false when the command was stopped before the end. */
export async function requestAndWait(
  context: CommandContext,
  request: (jobs: Jobs) => Promise<Operation>,
  resultOf: ResultOf,
): Promise<boolean> {
  const { operationId, kind } = await storeRequest(context, () => request(context.jobs));
  try {
    return await runByLeader(context, () => waitUntilEnded(context, operationId, resultOf));
  } catch (error) {
    const failed = explainError(error, context.config.MONGODB_URL);
    const unknown = `${failed}. Whether the ${kind} goes on is unknown: see \`status\``;
    throw new Error(await reasonOfFailure(context, operationId, failed).catch(() => unknown));
  }
}

/**
 * Resolves to why the operation failed. Withdraws an operation that was not started. The next leader continues one that
 * was started: it must find it open, with its options, because it also continues the rebuild.
 */
async function reasonOfFailure({ jobs }: CommandContext, operationId: string, reason: string): Promise<string> {
  await jobs.withdraw(operationId, reason);
  const operation = await jobs.operation();
  if (operation?.operationId !== operationId) return reason;
  if (operation.state === 'failed') return operation.reason ?? reason;
  return isOpen(operation) ? `${reason}. The next leader continues the ${operation.kind}` : reason;
}

/** Shows the progress. Resolves to false when the signal aborts first. Throws when the operation failed. */
async function waitUntilEnded(
  { jobs, shell, stopping }: CommandContext,
  operationId: string,
  resultOf: ResultOf,
): Promise<boolean> {
  let progress: Progress | null = null;
  try {
    while (!stopping.aborted) {
      const operation = await jobs.operation();
      if (operation?.operationId !== operationId) throw new Error('another operation has replaced this one');
      const { done, total } = operation;
      if (total > 0) {
        progress ??= createProgress({ what: 'reindex', unit: 'products', output: shell.stderr, from: done });
        progress.update(done, total);
      }
      if (operation.state === 'failed') throw new Error(operation.reason ?? `the ${operation.kind} failed`);
      const line = resultOf(operation);
      if (line !== null) {
        progress?.end();
        progress = null;
        printResult(shell, line);
        return true;
      }
      await sleep(500, stopping);
    }
    return false;
  } finally {
    progress?.end();
  }
}
