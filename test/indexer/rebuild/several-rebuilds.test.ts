/** Several interrupted rebuilds of one index: the last one continues, in whichever order the engine lists them. */
import type { LeaderContext } from '../../../indexer/context.ts';
import { isRebuildOf, rebuildName } from '../../../indexer/rebuild/index-names.ts';
import { reclaimRebuild } from '../../../indexer/rebuild/reclaim.ts';
import { currentToken } from '../../../indexer/source/event-stream.ts';
import { sourceOf } from '../../../indexer/source/source-identity.ts';
import { checkpointAt, indexOf, logger } from '../support/index-client.ts';
import { jobsOf } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';

for (const generations of [
  [2, 3],
  [3, 2],
])
  concurrentTest(`of rebuilds of the generations ${generations.join(' and ')}, 3 continues`, async (service) => {
    const { database, indexName } = service;
    const index = indexOf(service);
    const source = await sourceOf(database);
    const token = await currentToken(database);
    for (const [before, generation] of generations.entries()) {
      const epoch = before + 1;
      const numbers = { epoch, generation, highestGeneration: generation };
      await index.create(rebuildName(indexName, epoch), { ...checkpointAt(token), source, ...numbers });
    }

    const { signal } = new AbortController();
    const lease = { epoch: 3 };
    const context = { database, index, indexName, jobs: jobsOf(service), lease, logger, signal } as LeaderContext;
    const options = { source, live: null, mustBuild: false };
    expect(await reclaimRebuild(context, options)).toMatchObject({ generation: 3 });
    expect(await index.names(isRebuildOf(indexName))).toEqual([rebuildName(indexName, 3)]);
  });
