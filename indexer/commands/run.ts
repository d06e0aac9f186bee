/** `run`: keeps the index in sync with MongoDB until it's stopped, and serves its health and metrics. */
import { missingSetup } from '../../src/catalogue/missing-setup.ts';
import { assertReplicaSet } from '../../src/catalogue/replica-set.ts';
import { explainError, replicaSetProblem } from '../../src/engines/explain-error.ts';
import { connectInBackground } from '../../src/engines/mongodb/client.ts';
import { reconnectWhenReplaced } from '../../src/engines/mongodb/replaced-mongodb.ts';
import { unendedCommand } from '../../src/engines/mongodb/unended-command.ts';
import { healthRoutes } from '../../src/http/server/health.ts';
import { metricsRoute } from '../../src/http/server/metrics-route.ts';
import { listen } from '../../src/http/server/server.ts';
import { createServiceApp } from '../../src/http/server/service-app.ts';
import { ConfigError } from '../../src/runtime/config-error.ts';
import { isError } from '../../src/runtime/is-error.ts';
import { runUntilStopped, type ShutdownHooks } from '../../src/runtime/lifecycle.ts';
import { batchedOutput, createLogger } from '../../src/runtime/logger.ts';
import { collectProcessMetrics } from '../../src/runtime/monitoring/process-metrics.ts';
import type { IndexerContext } from '../context.ts';
import { compete } from '../election/compete.ts';
import { createReadinessChecks } from '../monitoring/health.ts';
import { type IndexerConfig, type OpenedIndexer, openIndexer } from './open.ts';

/** Resolves to the exit code. */
export const run = (config: IndexerConfig): Promise<number> => {
  const logger = createLogger('indexer', config.LOG_LEVEL, batchedOutput());
  return runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    onFailure(error) {
      if (replicaSetProblem(error) !== null) logger.fatal(explainError(error, config.MONGODB_URL));
      else logger.fatal({ err: error }, isError(error) ? error.message : 'failed');
    },
    start: (shutdownHooks, stopping) => {
      const indexer = openIndexer(config, logger, shutdownHooks, stopping);
      collectProcessMetrics(indexer.metrics.registry);
      // A leader keeps its lease while one of its commands never ends.
      const unended = unendedCommand(indexer.mongo, stopping);
      return Promise.race([runIndexer(config, indexer, shutdownHooks, stopping), unended]);
    },
  });
};

/**
 * Leads or stands by, and serves health and metrics, until the signal aborts. Throws StoppedByPolicy, and errors that a
 * retry can't fix. When MongoDB supports no change streams, `replicaSetProblem` explains the error.
 */
export async function runIndexer(
  config: IndexerConfig,
  indexer: OpenedIndexer,
  shutdownHooks: ShutdownHooks,
  stopping: AbortSignal,
): Promise<void> {
  const { mongo, logger, processes } = indexer;
  await serveHealth(config, indexer, shutdownHooks, stopping);
  // Run this first and alone: when MongoDB is unreachable, only the first operation fails with the reason.
  await checkDatabase(indexer);
  void connectInBackground(mongo, logger, stopping);
  reconnectWhenReplaced(mongo, logger, stopping);
  await Promise.race([compete(indexer, stopping, 'service'), indexer.closeTimedOut]);
  await Promise.race([processes.leave(), indexer.closeTimedOut]).catch((error: unknown) =>
    logger.warn({ err: error }, 'this indexer could not be removed from the list of running indexers'),
  );
}

/** Throws what `assertReplicaSet` throws of a MongoDB that responds. Warns when `setup` has not run. Logs any other error. */
async function checkDatabase({ database, logger }: IndexerContext): Promise<void> {
  try {
    await assertReplicaSet(database);
    const missing = await missingSetup(database);
    if (missing !== null) logger.warn(`the setup of MongoDB is ${missing}`);
  } catch (error) {
    if (error instanceof ConfigError || replicaSetProblem(error) !== null) throw error;
    logger.warn({ err: error }, 'MongoDB could not be checked at the start');
  }
}

/** Serves `/livez`, `/readyz` and `/metrics`. */
async function serveHealth(
  config: IndexerConfig,
  indexer: IndexerContext,
  shutdownHooks: ShutdownHooks,
  stopping: AbortSignal,
): Promise<void> {
  const { logger, metrics } = indexer;
  const { checks, required } = createReadinessChecks(indexer, config.MAX_LAG_MS, stopping);
  const app = createServiceApp(logger, (router) => {
    healthRoutes(router, { checks, required, isStopping: () => stopping.aborted, logger });
    metricsRoute(router, metrics.registry);
  });
  const server = await listen(app, config.HOST, config.INDEXER_PORT);
  shutdownHooks.onStop('http', () => server.close(1000));
  logger.info({ host: config.HOST, port: server.port }, 'health and metrics');
}
