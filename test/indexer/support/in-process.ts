/** The indexer's parts in the test's own process, so that a test can force the moments between them. */
import { AT_ONCE, openChangeFeed } from '../../../indexer/change-feed.ts';
import { createIndexClient, type IndexClient } from '../../../indexer/index-client.ts';
import type { Position } from '../../../indexer/position.ts';
import { SCHEMA, TUNING } from '../../../indexer/schema.ts';
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
