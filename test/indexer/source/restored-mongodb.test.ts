/** D2: MongoDB is restored in place from a snapshot while a leader runs. */
import { searchDocuments } from '../../service-host/search-documents.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually } from '../../support/service.ts';
import { nextLine, rebuildsOf } from '../support/indexer-log.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

concurrentTest('D2: the leader detects a restore, rebuilds the index once and follows it', async (service) => {
  const { database, meilisearch, indexName, catalogue } = service;
  const marks = database.collection<{ _id: string; era: string; number: number }>('indexer_source');
  const readMark = () => marks.findOne({ _id: `mark:${indexName}` });
  await fill(service, 20);
  const indexer = await service.startIndexer();
  await eventuallyEqual(service);
  const before = await readMark();
  const rebuilt = nextLine(indexer, ({ msg }) => msg === 'the new index is live');

  // The restore removed this product, so only the index still has it.
  const [document] = [...(await searchDocuments(meilisearch, indexName)).values()];
  await meilisearch.index(indexName).addDocuments([{ ...document, id: 'lost', product_id: 'lost' }]);
  await marks.updateOne({ _id: `mark:${indexName}` }, { $inc: { number: -1 } });
  await rebuilt;

  await catalogue.products.updateOne({ _id: 'given-00000' }, { $set: { title: 'Changed after the restore' } });
  await eventuallyEqual(service);
  // Wait until the leader has checked the marks again.
  const after = await eventually(readMark, (mark) => (mark?.number ?? 0) > 2 && mark?.era !== before?.era);
  expect(after?.era).not.toBe(before?.era);
  expect(rebuildsOf(indexer)).toHaveLength(2);
});
