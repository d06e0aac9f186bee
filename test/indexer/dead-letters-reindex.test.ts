/** Products that the engine refuses while the index is built anew: it goes on around a few, and is not taken where they are many. */
import { eventually } from '../support/service.ts';
import { eventuallyIndexed, letters, refusing, setTitle } from './support/dead-letters.ts';
import { concurrentTest, type OwnService } from './support/on-service.ts';
import { REFUSED, type RefusingEngine } from './support/refusing-engine.ts';
import { fill, halfBuilt, rebuildName } from './support/steps.ts';

/** Starts a reindex and has its index refuse from the first 2000 products on. */
async function reindexRefusing(service: OwnService, engine: RefusingEngine) {
  const indexer = await service.startIndexer({ LOG_LEVEL: 'debug' });
  const reindex = service.startCommand('reindex');
  await halfBuilt(indexer, service);
  indexer.signal('SIGSTOP');
  await engine.refuseSome(rebuildName(service));
  indexer.signal('SIGCONT');
  return reindex;
}

concurrentTest('a reindex goes on around a refused document, and its dead letter is one of the new index', (service) =>
  refusing(service, async (engine) => {
    const ids = await fill(service, 2100);
    await setTitle(service, 'given-02050', REFUSED);
    const reindex = await reindexRefusing(service, engine);
    expect(await reindex.exited).toBe(0);
    await eventuallyIndexed(
      service,
      ids.filter((id) => id !== 'given-02050'),
    );
    await eventually(
      async () => (await letters(service)).map(({ _id }) => _id),
      (found) => JSON.stringify(found) === JSON.stringify([`${service.indexName}:given-02050`]),
    );
  }),
);

// FM-36
concurrentTest('a reindex that loses many products is not taken', (service) =>
  refusing(service, async (engine) => {
    const ids = await fill(service, 2100);
    await service.catalogue.products.updateMany({ _id: { $gte: 'given-02050' } }, { $set: { title: REFUSED } });
    const reindex = await reindexRefusing(service, engine);
    expect(await reindex.exited).toBe(1);
    expect(reindex.output()).toMatch(/the new index was not taken: 50 products more than in the old one/);
    await eventuallyIndexed(service, ids);
    expect(await letters(service)).toEqual([]);
  }),
);
