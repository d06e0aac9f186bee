/** D9: the indexer reads its own data from the primary, regardless of MONGODB_URL. */
import { ownTest } from '../../support/engines/own-engines.ts';
import { addStoppedSecondary, initiateAlone, withMembers } from '../../support/engines/replica-set-members.ts';
import { runIndexerCommand } from '../../support/in-worker.ts';
import { differences, NO_DIFFERENCES } from '../../support/index-equality.ts';
import { createServiceOn } from '../../support/service.ts';
import { done } from '../support/indexes.ts';
import { fill } from '../support/writes/fill.ts';

ownTest('D9: reindex rebuilds the index when MONGODB_URL prefers secondaries and the only one is behind', () =>
  withMembers(async (startMember) => {
    const [primary, secondary] = await Promise.all(['mongod-a', 'mongod-b'].map((name) => startMember(name)));
    const first = await initiateAlone(String(primary));
    const service = await createServiceOn(`mongodb://${primary}/?replicaSet=two`);
    try {
      const { variables, meilisearch, indexName } = service;
      const reindex = (query = '') =>
        runIndexerCommand(['reindex'], { ...variables, MONGODB_URL: variables.MONGODB_URL + query });
      await fill(service, 10);
      expect(await reindex()).toMatchObject({ code: 0 });

      // 1. A secondary copies the data, including the completed request, and then applies nothing more.
      await addStoppedSecondary(first, String(secondary));
      // 2. The index loses its documents.
      await done(meilisearch.index(indexName).deleteDocuments({ filter: 'merchant_id EXISTS' }));
      const { code, stdout } = await reindex('&readPreference=secondaryPreferred');
      expect({ code, stdout }).toEqual({ code: 0, stdout: 'reindexed 10 products\n' });
      expect(await differences(service)).toEqual(NO_DIFFERENCES);
    } finally {
      await service.stop();
      await first.close();
    }
  }),
);
