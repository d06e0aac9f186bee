/** D2: MongoDB is restored in place from a snapshot, behind a leader that goes on leading. */
import { searchDocuments } from '../support/index-equality.ts';
import { eventually } from '../support/service.ts';
import { concurrentTest } from './support/on-service.ts';
import { eventuallyEqual, fill, nextLine } from './support/steps.ts';

concurrentTest(
  'D2: a restore behind a leader is noticed, and the index is rebuilt once and followed',
  async (service) => {
    const { database, meilisearch, indexName, catalogue } = service;
    const marks = database.collection<{ _id: string; era: string; number: number }>('indexer_source');
    const markOf = () => marks.findOne({ _id: `mark:${indexName}` });
    await fill(service, 20);
    const indexer = await service.startIndexerProcess();
    await eventuallyEqual(service);
    const before = await markOf();
    const isLive = nextLine(indexer, ({ msg }) => msg === 'the new index is live');

    // A product that the restore took away: only the index still shows it.
    const [document] = [...(await searchDocuments(meilisearch, indexName)).values()];
    await meilisearch.index(indexName).addDocuments([{ ...document, id: 'lost', product_id: 'lost' }]);
    await marks.updateOne({ _id: `mark:${indexName}` }, { $inc: { number: -1 } });
    await isLive;

    await catalogue.products.updateOne({ _id: 'given-00000' }, { $set: { title: 'Changed after the restore' } });
    await eventuallyEqual(service);
    // The leader looks at the marks once more.
    const after = await eventually(markOf, (mark) => (mark?.number ?? 0) > 2 && mark?.era !== before?.era, 60_000);
    expect(after?.era).not.toBe(before?.era);
    expect(indexer.log.filter(({ msg }) => msg === 'building the index anew')).toHaveLength(2);
  },
);
