/**
 * Runs a command that ends by itself. Its result goes to standard output, everything else to standard error. A failure
 * prints one line that says what to do next. A warning is one line, too, unless LOG_LEVEL asks for logs.
 */
import type { DestinationStream } from 'pino';
import { explainError } from '../../src/engines/explain-error.ts';
import { isMongoUnavailable } from '../../src/engines/mongodb/errors.ts';
import { printable, printNotice, type Shell } from '../../src/runtime/command-line/command-line.ts';
import { EXIT, runUntilStopped } from '../../src/runtime/lifecycle.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { unlessAborted } from '../../src/runtime/retry.ts';
import type { IndexerContext } from '../context.ts';
import { runWithLeader } from '../election/compete.ts';
import { type IndexerConfig, openIndexer } from './open.ts';

export interface CommandContext extends IndexerContext {
  readonly config: IndexerConfig;
  readonly shell: Shell;
  /** Aborted when the command is stopped before its end. */
  readonly stopping: AbortSignal;
}

/** Resolves to the exit code: 1 when the command threw, or resolved to false. */
export async function runCommand(
  config: IndexerConfig,
  shell: Shell,
  command: (context: CommandContext) => Promise<boolean>,
): Promise<number> {
  const { LOG_LEVEL: level, STOP_TIMEOUT_MS: stopTimeoutMs } = config;
  const isDefault = level === 'info';
  const logger = createLogger('indexer', isDefault ? 'warn' : level, isDefault ? noticesOf(shell) : shell.stderr);
  let hasSucceeded = false;
  const code = await runUntilStopped({
    logger,
    stopTimeoutMs,
    onFailure: (error) => printNotice(shell, explainError(error, config.MONGODB_URL)),
    start: async (shutdownHooks, stopping) => {
      const indexer = openIndexer(config, logger, shutdownHooks, stopping);
      // When MongoDB is unreachable, the first operation gets the reason, and others beside it get "Topology is closed".
      await unlessAborted(stopping, indexer.mongo.connect());
      hasSucceeded = await command({ ...indexer, config, shell, stopping });
    },
  });
  return code === EXIT.success && !hasSucceeded ? EXIT.failure : code;
}

/** Prints log lines for people: the message, that of the error, and what the line is about. */
const noticesOf = (shell: Shell): DestinationStream => ({
  write(line) {
    const { level, time: _time, pid: _pid, hostname: _hostname, name: _name, msg, err, ...about } = JSON.parse(line);
    const reason = err === undefined ? '' : `: ${withoutQueries(err.message)}`;
    const details = Object.entries(about).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
    printNotice(shell, printable(`${level}: ${msg}${reason}${details.length === 0 ? '' : ` (${details.join(', ')})`}`));
  },
});

/** A message without the queries of its addresses: a request for documents has hundreds of ids there. */
const withoutQueries = (message: string): string => message.replace(/(https?:\/\/[^\s?]+)\?\S*/g, '$1');

/**
 * Stores a request of the operator. If MongoDB doesn't confirm it, says that it may be stored. Throws what `store`
 * throws.
 */
export async function storeRequest<T>({ shell }: CommandContext, store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (isMongoUnavailable(error))
      printNotice(shell, 'The request may be stored, and take effect later: see `status`.');
    throw error;
  }
}

/**
 * Waits for what the leader does on request. This process leads meanwhile if no other process does. `wait` resolves to
 * false at `stopping`. Resolves to false then, too, and tells the operator what becomes of the request. Throws what `wait`
 * throws, or why this process can't lead.
 */
export async function runByLeader(context: CommandContext, wait: () => Promise<boolean>): Promise<boolean> {
  const { jobs, shell } = context;
  if ((await jobs.pausedAt()) !== null) printNotice(shell, 'The indexer is paused: this waits until `resume`.');
  const isDone = await runWithLeader(context, wait);
  if (!isDone) printNotice(shell, 'Stopped. If an indexer runs, it finishes this; otherwise run the command again.');
  return isDone;
}
