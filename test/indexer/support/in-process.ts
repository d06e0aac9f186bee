/** The parts of the indexer in the test's own process, so that a test can force the moments between them. */
import type { Checkpoint } from '../../../indexer/checkpoint/checkpoint.ts';
import { newFanOut } from '../../../indexer/checkpoint/fan-outs.ts';
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { createProductLoader } from '../../../indexer/documents/product-loader.ts';
import { createIndexClient, type IndexClient } from '../../../indexer/engine/index-client.ts';
import { createDeadLetters } from '../../../indexer/pipeline/dead-letters.ts';
import { createPipeline, type PipelineOptions } from '../../../indexer/pipeline/pipeline.ts';
import { LIVE, type PipelineProfile } from '../../../indexer/pipeline/profiles.ts';
import { createRewrites } from '../../../indexer/pipeline/rewrites.ts';
import { NO_WAIT, openChangeFeed } from '../../../indexer/source/change-stream.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import { eventually, type TestService } from '../../support/service.ts';

export const logger = createLogger('test', 'silent');

export const indexOf = ({ meilisearch }: TestService, signal = new AbortController().signal): IndexClient =>
  createIndexClient({
    ...{ client: meilisearch, logger, signal },
    assertMayWrite: () => undefined,
    onTask: () => undefined,
  });

export const loaderOf = ({ database }: TestService) => createProductLoader(database.client, database);

export const rewritesOf = ({ database, indexName }: TestService) => createRewrites(database, indexName);

export const checkpointAt = (token: Checkpoint['token'], fanOuts: Checkpoint['fanOuts'] = []): Checkpoint => ({
  ...{ epoch: 1, token, source: 'test', schemaVersion: SCHEMA_VERSION, generation: 1, fanOuts, mark: null },
});

/** Creates the index of the service, to be filled with all products; resolves to its checkpoint. */
export async function newIndex(service: TestService): Promise<Checkpoint> {
  const feed = await openChangeFeed({ database: service.database, startAfter: null, logger });
  const { token } = await feed.take(NO_WAIT, AbortSignal.abort());
  feed.close();
  const start = checkpointAt(token, [newFanOut('all', '')]);
  await indexOf(service).create(service.indexName, start);
  return start;
}

/** The checkpoint that the index of the service holds. */
export async function storedCheckpoint(service: TestService): Promise<Checkpoint> {
  const state = await indexOf(service).stateOf(service.indexName);
  if (state.kind !== 'checkpoint') throw new Error('the index has no checkpoint');
  return state.checkpoint;
}

export type Given = Partial<Omit<PipelineOptions, 'profile'>> & { readonly profile?: Partial<PipelineProfile> };

/**
 * Runs a pipeline from a checkpoint of the service's index, which it writes first, as `follow` does. `given` is what differs
 * from the pipeline of a live index; that one doesn't wait between batches.
 */
export async function startPipeline(service: TestService, start: Checkpoint, { profile, ...given }: Given = {}) {
  const { database, indexName } = service;
  const stopping = new AbortController();
  await indexOf(service).write(indexName, { documents: [], deletedKeys: [], checkpoint: start, expected: null });
  const feed = await openChangeFeed({ database, startAfter: start.token, logger });
  const pipeline = createPipeline({
    ...{
      indexName,
      start,
      feed,
      logger,
      loader: loaderOf(service),
      index: indexOf(service),
      rewrites: rewritesOf(service),
    },
    ...{ deadLetters: createDeadLetters(database, indexName), onBatch: () => undefined },
    ...given,
    profile: { ...LIVE, intervalMs: 0, ...profile },
  });
  const running = pipeline.run(stopping.signal).finally(feed.close);
  running.catch(() => undefined);
  return {
    feed,
    pipeline,
    running,
    /** Resolves when everything is in the index. Throws why the pipeline ended before. */
    async caughtUp() {
      await Promise.race([running, eventually(async () => pipeline.isCaughtUp(), Boolean)]);
    },
    /** Stops the pipeline. Throws why it had ended before. */
    async end() {
      stopping.abort();
      await running;
    },
  };
}

/** Fills a new index of the service with all products; resolves to the checkpoint that it then has. */
export async function filledIndex(service: TestService): Promise<Checkpoint> {
  const filling = await startPipeline(service, await newIndex(service));
  await filling.caughtUp();
  await filling.end();
  return await storedCheckpoint(service);
}
