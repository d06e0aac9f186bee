/** Runs parts of the indexer in the test's process, so that a test controls what happens between their steps. */
import type { Checkpoint } from '../../../indexer/checkpoint/checkpoint.ts';
import { newFanOut } from '../../../indexer/checkpoint/fan-outs.ts';
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { createIndexClient, type IndexClient } from '../../../indexer/engine/index-client.ts';
import type { EngineTasksOptions } from '../../../indexer/engine/tasks.ts';
import { createDeadLetters } from '../../../indexer/pipeline/dead-letters.ts';
import type { PipelineOptions } from '../../../indexer/pipeline/options.ts';
import { createPipeline } from '../../../indexer/pipeline/pipeline.ts';
import { LIVE, type PipelineProfile } from '../../../indexer/pipeline/profiles.ts';
import { createProductLoader } from '../../../indexer/products/product-loader.ts';
import { createRewrites } from '../../../indexer/requests/rewrites.ts';
import { openChangeFeed } from '../../../indexer/source/change-feed.ts';
import { currentToken } from '../../../indexer/source/event-stream.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { storedCheckpoint } from './checkpoint.ts';

export const logger = createLogger('test', 'silent');

export const indexOf = (
  { meilisearch }: TestService,
  signal = new AbortController().signal,
  onTask: EngineTasksOptions['onTask'] = () => undefined,
): IndexClient => createIndexClient({ client: meilisearch, logger, signal, onTask, assertMayWrite: () => undefined });

export const loaderOf = ({ database }: TestService) => createProductLoader(database.client, database);

export const rewritesOf = ({ database, indexName }: TestService) => createRewrites(database, indexName);

export const checkpointAt = (token: Checkpoint['token'], fanOuts: Checkpoint['fanOuts'] = []): Checkpoint => ({
  epoch: 1,
  token,
  source: 'test',
  schemaVersion: SCHEMA_VERSION,
  generation: 1,
  highestGeneration: 1,
  fanOuts,
  mark: null,
  hasOrigin: true,
});

/** Creates the index of the service with a pending fan-out over all products; resolves to its checkpoint. */
export async function newIndex(service: TestService): Promise<Checkpoint> {
  const start = checkpointAt(await currentToken(service.database), [newFanOut('all', '')]);
  await indexOf(service).create(service.indexName, start);
  return start;
}

export type Overrides = Partial<Omit<PipelineOptions, 'profile'>> & { readonly profile?: Partial<PipelineProfile> };

/**
 * Writes a checkpoint to the service's index, as `follow` does, and runs a pipeline from it. The pipeline has the
 * options of a live index without waits between batches, changed by `overrides`.
 */
export async function startPipeline(
  service: TestService,
  start: Checkpoint,
  { profile, ...overrides }: Overrides = {},
) {
  const { database, indexName } = service;
  const stopping = new AbortController();
  await indexOf(service).write(indexName, { documents: [], deletedKeys: [], checkpoint: start, expected: null });
  const feed = await openChangeFeed({ database, startAfter: start.token, logger });
  const pipeline = createPipeline({
    indexName,
    start,
    feed,
    logger,
    loader: loaderOf(service),
    index: indexOf(service),
    rewrites: rewritesOf(service),
    deadLetters: createDeadLetters(database, indexName),
    assertSource: async () => undefined,
    onBatch: () => undefined,
    ...overrides,
    profile: { ...LIVE, intervalMs: 0, ...profile },
  });
  let hasEnded = false;
  const running = pipeline.run(stopping.signal).finally(() => {
    hasEnded = true;
    feed.close();
  });
  running.catch(() => undefined);
  return {
    feed,
    pipeline,
    running,
    /** Resolves when all changes are in the index. Throws the error that ended the pipeline before. */
    async caughtUp() {
      await eventually(async () => hasEnded || pipeline.isCaughtUp(), Boolean);
      if (hasEnded) await running;
    },
    /** Stops the pipeline. Throws the error that ended it before. */
    async end() {
      stopping.abort();
      await running;
    },
  };
}

/** Fills a new index of the service with all products; resolves to its checkpoint. */
export async function filledIndex(service: TestService): Promise<Checkpoint> {
  const filling = await startPipeline(service, await newIndex(service));
  await filling.caughtUp();
  await filling.end();
  return await storedCheckpoint(service);
}
