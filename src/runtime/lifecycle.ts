/**
 * Starts and stops a process. Resources are released in reverse order. If a release fails, the others still run, and
 * the first failure is thrown. The first SIGTERM or SIGINT starts a graceful stop. A second signal, or the time limit,
 * ends the process at once.
 */
import { ConfigError } from './config-error.ts';
import { isError } from './is-error.ts';
import { flushLog, type Logger } from './logger.ts';

const LOG_TIMEOUT_MS = 1000;
/** After the connections, which may take the whole limit of a stop, the other resources are released. */
const RELEASE_TIMEOUT_MS = 3000;

export interface ShutdownHooks {
  /** Registers a release for the stop. The last one registered runs first. */
  onStop(what: string, release: () => Promise<void> | void): void;
  /** Releases everything once; further calls wait for the same release. Throws the first failure. */
  release(): Promise<void>;
}

export function createShutdownHooks(logger: Pick<Logger, 'debug' | 'error'>): ShutdownHooks {
  const releases: { what: string; release: () => Promise<void> | void }[] = [];
  let released: Promise<void> | undefined;

  async function releaseAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let next = releases.pop(); next !== undefined; next = releases.pop()) {
      try {
        await next.release();
        logger.debug({ what: next.what }, 'released');
      } catch (error) {
        logger.error({ err: error, what: next.what }, 'could not be released');
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    onStop(what, release) {
      releases.push({ what, release });
    },
    release() {
      released ??= releaseAll();
      return released;
    },
  };
}

/** Exit codes: 0 stopped on request or done, 1 could not start or failed, 2 wrong use or environment. */
export const EXIT = { success: 0, failure: 1, usage: 2 } as const;

interface RunOptions {
  readonly logger: Logger;
  readonly stopTimeoutMs: number;
  /** Opens what the process needs and registers its releases. Resolves when the process has nothing left to do. */
  readonly start: (shutdownHooks: ShutdownHooks, stopping: AbortSignal) => Promise<void>;
  /** Called with the cause of a failure. Default: logs it. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * Runs a process until a stop is requested, or until `start` resolves or throws. Then releases everything and returns
 * the exit code, with which the caller ends the process.
 */
export async function runUntilStopped(options: RunOptions): Promise<number> {
  const { logger } = options;
  const shutdownHooks = createShutdownHooks(logger);
  const stopping = new AbortController();
  let isRequested = false;
  const removeHandlers = onStopSignals((signal) => {
    if (isRequested) process.exit(EXIT.failure);
    isRequested = true;
    logger.info({ signal }, 'stopping');
    stopping.abort();
    const limitMs = options.stopTimeoutMs + RELEASE_TIMEOUT_MS;
    setTimeout(() => {
      logger.error({ limitMs }, 'did not stop within the limit: ending now');
      process.exit(EXIT.failure);
    }, limitMs).unref();
  });

  let code: number = EXIT.success;
  try {
    await options.start(shutdownHooks, stopping.signal);
  } catch (error) {
    if (!isRequested) {
      if (error instanceof ConfigError) logger.fatal(error.message);
      else if (options.onFailure !== undefined) options.onFailure(error);
      else logger.fatal({ err: error }, isError(error) ? error.message : 'failed');
      code = error instanceof ConfigError ? EXIT.usage : EXIT.failure;
    }
  }
  // Without this, background work would report errors of resources that are released.
  stopping.abort();
  await shutdownHooks.release().catch(() => {
    code = EXIT.failure;
  });
  removeHandlers();
  logger.info({ code }, 'stopped');
  await flushLog(logger, LOG_TIMEOUT_MS);
  return code;
}

/** One Ctrl-C may arrive twice: from the terminal, and from npm, which passes it on. */
const SAME_CTRL_C_MS = 1000;

/**
 * Calls `handler` on SIGINT and SIGTERM, once for SIGINTs that follow each other within a second. Returns a function
 * that removes the handler.
 */
export function onStopSignals(handler: (signal: NodeJS.Signals) => void): () => void {
  let interruptedAtMs = Number.NEGATIVE_INFINITY;
  const onInterrupt = (): void => {
    if (performance.now() - interruptedAtMs < SAME_CTRL_C_MS) return;
    interruptedAtMs = performance.now();
    handler('SIGINT');
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', handler);
  return () => {
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', handler);
  };
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
