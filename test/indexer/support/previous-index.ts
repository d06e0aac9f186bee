/** An indexer with a previous index. */
import type { Variables } from '../../../dev/processes/launcher.ts';
import type { Running } from '../../support/in-worker.ts';
import type { OwnService } from './per-test-service.ts';
import { fill } from './writes/fill.ts';

/** Starts an indexer and reindexes, so that there is a previous index. Resolves to the indexer. */
export async function startReindexed(service: OwnService, settings: Variables = {}): Promise<Running> {
  await fill(service, 10);
  const indexer = await service.startIndexer(settings);
  expect(await service.command('reindex')).toMatchObject({ code: 0 });
  return indexer;
}
