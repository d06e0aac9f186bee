/** `run`: keeps the index true to MongoDB until it is stopped, and answers for its health. */
import express from 'express';
import { healthRoutes } from '../../src/http/health.ts';
import { logRequests } from '../../src/http/log-requests.ts';
import { notFound, renderProblems } from '../../src/http/problems.ts';
import { giveId } from '../../src/http/request-id.ts';
import { listen } from '../../src/http/server.ts';
import { asHandler } from '../../src/http/step.ts';
import { type Releasers, runUntilStopped } from '../../src/platform/lifecycle.ts';
import { batchedOutput, createLogger } from '../../src/platform/logger.ts';
import { keepConnecting } from '../../src/platform/mongo.ts';
import { collectProcessMetrics } from '../../src/platform/process-metrics.ts';
import { runIndexer } from '../leadership/compete.ts';
import type { LeaderOptions } from '../leadership/leader.ts';
import { createReadinessChecks } from '../operations/health.ts';
import { type IndexerConfig, type OpenedIndexer, openIndexer } from './open.ts';

/** Resolves to the exit code. */
export const run = (config: IndexerConfig): Promise<number> => {
  const logger = createLogger('indexer', config.LOG_LEVEL, batchedOutput());
  return runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    start: (releasers, stopping) => {
      const indexer = openIndexer(config, logger, releasers, stopping);
      collectProcessMetrics(indexer.metrics.registry);
      return keepTrue(config, indexer, releasers, stopping);
    },
  });
};

/** Leads or stands by, and answers for its health, until the signal. Throws what no retry mends. */
export async function keepTrue(
  config: IndexerConfig,
  indexer: OpenedIndexer,
  releasers: Releasers,
  stopping: AbortSignal,
): Promise<void> {
  void keepConnecting(indexer.mongo, indexer.logger, stopping);
  await serveHealth(config, indexer, releasers, stopping);
  await Promise.race([runIndexer(indexer, stopping), indexer.givenUp]);
}

/** `/livez`, `/readyz` and `/metrics`. */
async function serveHealth(config: IndexerConfig, options: LeaderOptions, releasers: Releasers, stopping: AbortSignal) {
  const app = express();
  app.disable('x-powered-by');
  const checks = createReadinessChecks({ ...options, maxLagMs: config.MAX_LAG_MS });
  app.use(asHandler(giveId), asHandler(logRequests(options.logger)));
  healthRoutes(app, {
    checks,
    required: Object.keys(checks),
    registry: options.metrics.registry,
    isStopping: () => stopping.aborted,
  });
  app.use(notFound(), renderProblems(options.logger));
  const server = await listen(app, config.HOST, config.INDEXER_PORT);
  releasers.onStop('http', () => server.close(1000));
  options.logger.info({ host: config.HOST, port: server.port }, 'health and metrics');
}
