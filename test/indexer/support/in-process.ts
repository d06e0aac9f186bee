/**
 * Runs a pipeline in the test's process, so that a test controls what happens between its steps. The loader of products
 * takes longest to load: a test that needs none imports index-client.ts.
 */
import type { Checkpoint } from '../../../indexer/checkpoint/checkpoint.ts';
import { createDeadLetters } from '../../../indexer/pipeline/dead-letters.ts';
import type { PipelineOptions } from '../../../indexer/pipeline/options.ts';
import { createPipeline } from '../../../indexer/pipeline/pipeline.ts';
import { LIVE, type PipelineProfile } from '../../../indexer/pipeline/profiles.ts';
import { createProductLoader } from '../../../indexer/products/product-loader.ts';
import { openChangeFeed } from '../../../indexer/source/change-feed.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { storedCheckpoint } from './checkpoint.ts';
import { indexOf, logger, newIndex } from './index-client.ts';
import { rewritesOf } from './operator.ts';

export const loaderOf = ({ database }: TestService) => createProductLoader(database.client, database);

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
