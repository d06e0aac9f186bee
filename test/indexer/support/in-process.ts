/** The indexer's parts in the test's own process, so that a test can force the moments between them. */

import type { Position } from '../../../indexer/checkpoint/checkpoint.ts';
import { SCHEMA, TUNING } from '../../../indexer/checkpoint/schema-version.ts';
import { createProductLoader } from '../../../indexer/documents/product-loader.ts';
import { createIndexClient, type IndexClient } from '../../../indexer/engine/index-client.ts';
import { createDeadLetters } from '../../../indexer/pipeline/dead-letters.ts';
import { createSync, type SyncOptions } from '../../../indexer/pipeline/pipeline.ts';
import { AT_ONCE, type ChangeFeed, openChangeFeed } from '../../../indexer/source/change-stream.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import type { TestService } from '../../support/service.ts';

export const logger = createLogger('test', 'silent');

export const indexOf = ({ meilisearch }: TestService, signal = new AbortController().signal): IndexClient =>
  createIndexClient({
    ...{ client: meilisearch, logger, signal },
    mayWrite: () => undefined,
    onTask: () => undefined,
  });

/** The fields stand as the indexer writes them: positions are compared as texts. */
export const positionAt = (token: Position['token'], backlog: Position['backlog']): Position => ({
  ...{ epoch: 1, token, source: 'test', schema: SCHEMA, tuning: TUNING, generation: 1 },
  backlog,
});

/** Makes the index, which is to be filled with all products; resolves to where it begins. */
export async function newIndex(service: TestService): Promise<Position> {
  const feed = await openChangeFeed({ database: service.database, startAfter: null, logger });
  const { token } = await feed.take(AT_ONCE, AbortSignal.abort());
  feed.close();
  const start = positionAt(token, [{ kind: 'all', id: '', after: '' }]);
  await indexOf(service).create(service.indexName, start);
  return start;
}

/** Products read as an indexer reads them. */
export const readerOf = ({ database }: TestService) => createProductLoader(database.client, database);

/** Follows from a position into the service's index; `given` tells what is not as in any live index, of the feed that it gets. */
export async function startSync(
  service: TestService,
  start: Position,
  given: (feed: ChangeFeed) => Partial<SyncOptions> & Pick<SyncOptions, 'pieceSize'>,
) {
  const { database, indexName } = service;
  const stopping = new AbortController();
  const feed = await openChangeFeed({ database, startAfter: start.token, logger });
  const sync = createSync({
    ...{ indexName, start, feed, logger, liveLagMs: null, gatherMs: 0, repairs: null },
    ...{ deadLetters: createDeadLetters(database, indexName), reader: readerOf(service), index: indexOf(service) },
    ...given(feed),
  });
  const running = sync.run(stopping.signal).finally(feed.close);
  running.catch(() => undefined);
  return {
    feed,
    sync,
    running,
    /** Throws why following had ended before. */
    async end() {
      stopping.abort();
      await running;
    },
  };
}
