/**
 * The indexer process. `run` keeps the index true to MongoDB until it is stopped; `reindex` builds the index anew beside
 * the live one, by itself or through the leader; `status` tells how it stands.
 * Exit codes: 0 done or stopped when asked, 1 failed, 2 wrong use or environment.
 */
import { Command, CommanderError } from 'commander';
import express from 'express';
import { ConfigError, type ConfigOf, readConfig } from '../src/config.ts';
import { healthRoutes } from '../src/http/health.ts';
import { logRequests } from '../src/http/log-requests.ts';
import { notFound, renderProblems } from '../src/http/problems.ts';
import { requestId } from '../src/http/request-id.ts';
import { listen } from '../src/http/server.ts';
import { EXIT, type Releasers, runUntilStopped } from '../src/platform/lifecycle.ts';
import { createLogger, type Logger } from '../src/platform/logger.ts';
import { openMeilisearch } from '../src/platform/meilisearch.ts';
import { openMongo, pingMongo } from '../src/platform/mongo.ts';
import { createProgress } from '../src/platform/progress.ts';
import { pause } from '../src/platform/retry.ts';
import type { LeaderOptions } from './leader.ts';
import { leaseCollection } from './lease.ts';
import { createIndexerMetrics } from './metrics.ts';
import { createReindexRequests } from './requests.ts';
import { runIndexer } from './run.ts';
import { renderStatus, statusOf } from './status.ts';

const MEILISEARCH_TIMEOUT_MS = 60_000;

/** Opens what every command needs. */
function open(config: ConfigOf<'indexer'>, logger: Logger, releasers: Releasers): LeaderOptions {
  const mongo = openMongo(config.MONGODB_URL, { appName: 'catalogue-indexer', socketTimeoutMs: 60_000 });
  releasers.onStop('mongodb', () => mongo.close());
  const database = mongo.db();
  return {
    mongo,
    database,
    meilisearch: openMeilisearch({
      url: config.MEILISEARCH_URL,
      apiKey: config.MEILISEARCH_API_KEY,
      timeoutMs: MEILISEARCH_TIMEOUT_MS,
    }),
    indexName: config.MEILISEARCH_INDEX,
    requests: createReindexRequests(database, config.MEILISEARCH_INDEX),
    onLostPosition: config.ON_LOST_POSITION,
    metrics: createIndexerMetrics(),
    logger,
  };
}

/** `/livez`, `/readyz` and `/metrics`. A standby is as ready as the leader: either can do its work. */
async function serveHealth(
  config: ConfigOf<'indexer'>,
  options: LeaderOptions,
  releasers: Releasers,
  stopping: AbortSignal,
) {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestId(), logRequests(options.logger));
  healthRoutes(app, {
    checks: {
      mongodb: async () => {
        await pingMongo(options.database);
        return null;
      },
      meilisearch: async () => ((await options.meilisearch.isHealthy()) ? null : 'does not answer'),
    },
    required: ['mongodb', 'meilisearch'],
    registry: options.metrics.registry,
    isStopping: () => stopping.aborted,
  });
  app.use(notFound(), renderProblems());
  const server = await listen(app, config.HOST, config.INDEXER_PORT);
  releasers.onStop('http', () => server.close(1000));
  options.logger.info({ host: config.HOST, port: server.port }, 'health and metrics');
}

const run = (config: ConfigOf<'indexer'>): Promise<number> => {
  const logger = createLogger('indexer', config.LOG_LEVEL);
  return runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    start: async (releasers, stopping) => {
      const options = open(config, logger, releasers);
      await serveHealth(config, options, releasers, stopping);
      await runIndexer(options, stopping);
    },
  });
};

/** Asks for a reindex and shows how it comes on. Where nobody leads, this process does until it is done. */
const reindex = (config: ConfigOf<'indexer'>): Promise<number> => {
  const logger = createLogger('indexer', config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL);
  return runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    start: async (releasers, stopping) => {
      const options = open(config, logger, releasers);
      const request = await options.requests.ask();
      const finished = new AbortController();
      const leading = runIndexer(options, AbortSignal.any([stopping, finished.signal]));
      const watching = watchRequest(options, request.requestId, stopping);
      try {
        await Promise.race([watching, leading.then(() => watching)]);
      } finally {
        finished.abort();
        await leading;
      }
      if (stopping.aborted)
        process.stderr.write('Stopped. A running indexer goes on with it; else run reindex again.\n');
    },
  });
};

/** Shows the progress of a request until it is done. Throws when it failed. */
async function watchRequest({ requests }: LeaderOptions, id: string, stopping: AbortSignal): Promise<void> {
  const progress = createProgress({ what: 'reindex', unit: 'products', output: process.stderr });
  while (!stopping.aborted) {
    const request = await requests.current();
    if (request === null || request.requestId !== id) throw new Error('the request was replaced by another');
    if (request.total > 0) progress.update(request.done, request.total);
    if (request.finishedAt !== null) {
      progress.end();
      if (request.state === 'failed') throw new Error(request.reason ?? 'the reindex failed');
      process.stdout.write(`reindexed ${request.total} products\n`);
      return;
    }
    await pause(500, stopping);
  }
  progress.end();
}

const status = (config: ConfigOf<'indexer'>, asJson: boolean): Promise<number> => {
  const logger = createLogger('indexer', 'warn');
  return runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    start: async (releasers) => {
      const { database, indexName, requests, meilisearch } = open(config, logger, releasers);
      const [lease, request, documents] = await Promise.all([
        leaseCollection(database).findOne({ _id: indexName }),
        requests.current(),
        meilisearch
          .index(indexName)
          .getDocuments({ filter: 'merchant_id EXISTS', limit: 1, fields: ['id'] })
          .then(
            ({ total }) => total,
            () => null,
          ),
      ]);
      const answer = statusOf(indexName, lease, request, documents, new Date());
      process.stdout.write(`${asJson ? JSON.stringify(answer) : renderStatus(answer)}\n`);
    },
  });
};

async function main(): Promise<number> {
  let code: number = EXIT.success;
  const command = (
    name: string,
    description: string,
    work: (config: ConfigOf<'indexer'>, options: { json?: boolean }) => Promise<number>,
  ) =>
    new Command(name).description(description).action(async (options: { json?: boolean }) => {
      code = await work(readConfig('indexer', process.env), options);
    });
  const program = new Command('indexer')
    .description('Keeps the search index in Meilisearch true to MongoDB.')
    .exitOverride()
    .showHelpAfterError('(--help says more)')
    .addCommand(command('run', 'follow the changes until stopped; builds the index where there is none', run))
    .addCommand(command('reindex', 'build the index anew beside the live one and swap it in', reindex))
    .addCommand(
      command('status', 'who leads, and how far behind the index is', (config, { json }) =>
        status(config, json === true),
      ).option('--json', 'as JSON'),
    );
  try {
    await program.parseAsync();
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage;
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT.usage;
  }
}

process.exit(await main());
