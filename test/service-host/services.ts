/**
 * Runs the API and the indexer in this process. Tests of a process itself (signals, output, memory, kills) start one
 * with dev/processes/launcher.ts.
 */
import type { Variables } from '../../dev/processes/launcher.ts';
import { readConfig } from '../../src/config.ts';
import { createShutdownHooks } from '../../src/runtime/lifecycle.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import type { ServiceMessage } from './messages.ts';

type Send = (message: ServiceMessage) => void;

export interface Running {
  /** 0 for the indexer. */
  readonly port: number;
  stop(): Promise<void>;
}

/** The logger, shutdownHooks and stop signal of a service. */
function surround(name: string, level: string, send: Send) {
  const logger = createLogger(name, level, { write: (chunk) => send({ log: chunk }) });
  const shutdownHooks = createShutdownHooks(logger);
  const stopping = new AbortController();
  return {
    logger,
    shutdownHooks,
    stopping: stopping.signal,
    /** Resolves when `working` has settled and resources are released. */
    async stop(working?: Promise<void>) {
      stopping.abort();
      await working?.catch(() => undefined);
      await shutdownHooks.release();
    },
  };
}

/** Resolves when the API listens. */
export async function startApiHere(variables: Variables, send: Send): Promise<Running> {
  const { startApi } = await import('../../src/api/compose.ts');
  const config = readConfig('api', variables);
  const { stop, ...surroundings } = surround('api', config.LOG_LEVEL, send);
  const { port } = await startApi(config, surroundings);
  return { port, stop: () => stop() };
}

/** Resolves at once. The indexer leads or stands by until it is stopped. */
export async function startIndexerHere(variables: Variables, send: Send): Promise<Running> {
  const [{ openIndexer }, { runIndexer }] = await Promise.all([
    import('../../indexer/commands/open.ts'),
    import('../../indexer/commands/run.ts'),
  ]);
  const config = readConfig('indexer', variables);
  const { stop, logger, shutdownHooks, stopping } = surround('indexer', config.LOG_LEVEL, send);
  const working = runIndexer(config, openIndexer(config, logger, shutdownHooks, stopping), shutdownHooks, stopping);
  working.catch((error: unknown) => logger.fatal({ err: error }, 'failed')).finally(() => send({ ended: true }));
  return { port: 0, stop: () => stop(working) };
}
