/** The indexer's client of an index, in the test's process, and an index that a test creates with it. */
import type { Checkpoint } from '../../../indexer/checkpoint/checkpoint.ts';
import { newFanOut } from '../../../indexer/checkpoint/fan-outs.ts';
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { createIndexClient, type IndexClient } from '../../../indexer/engine/index-client.ts';
import type { EngineTasksOptions } from '../../../indexer/engine/tasks.ts';
import { currentToken } from '../../../indexer/source/event-stream.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import type { TestService } from '../../support/service.ts';

export const logger = createLogger('test', 'silent');

export const indexOf = (
  { meilisearch }: TestService,
  signal = new AbortController().signal,
  onTask: EngineTasksOptions['onTask'] = () => undefined,
): IndexClient => createIndexClient({ client: meilisearch, logger, signal, onTask, assertMayWrite: () => undefined });

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
