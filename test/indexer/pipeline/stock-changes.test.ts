/** FM-10: changes that leave all search documents unchanged send the engine no documents, but the checkpoint advances. */
import { eventually } from '../../support/service.ts';
import { concurrentTest } from '../support/on-service.ts';
import { eventuallyEqual, fill } from '../support/steps.ts';

concurrentTest(
  'FM-10: while stock changes continuously, the index gets a newer checkpoint and nothing else',
  async (service) => {
    const { meilisearch, indexName, catalogue } = service;
    const ids = await fill(service, 5);
    await catalogue.products.updateMany({}, { $set: { quantity: 1_000_000 } });
    const indexer = await service.startIndexerProcess();
    await eventuallyEqual(service);
    const checkpoint = async () =>
      (await meilisearch.index(indexName).getDocuments({ filter: 'epoch EXISTS' })).results[0];
    const writes = async () =>
      (await meilisearch.tasks.getTasks({ indexUids: [indexName], types: ['documentAdditionOrUpdate'] })).total;
    const [before, writesBefore] = [await checkpoint(), await writes()];

    let isSelling = true;
    const selling = (async () => {
      for (let sale = 0; isSelling; sale += 1)
        await catalogue.products.updateOne({ _id: ids[sale % ids.length] ?? '' }, { $inc: { quantity: -1 } } as never);
    })();
    try {
      const isNewer = (found: typeof before) => found?.checkpoint !== before?.checkpoint;
      await eventually(checkpoint, isNewer, 90_000);
    } finally {
      isSelling = false;
      await selling;
    }
    expect((await writes()) - writesBefore).toBe(1);
    expect(indexer.log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
  },
);
