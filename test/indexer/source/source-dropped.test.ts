/** When a followed collection or the database is dropped or replaced, the index is rebuilt, even with few products. */
import { setUp } from '../../../src/catalogue/setup.ts';
import { searchDocuments } from '../../service-host/search-documents.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import type { TestService } from '../../support/service.ts';
import { rebuiltAndFollowed } from '../support/indexer-log.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

/** Asserts that the index contains only this product and follows its changes. */
async function expectOnlyFollowed(service: TestService, productId: string): Promise<void> {
  await eventuallyEqual(service);
  await service.catalogue.products.updateOne({ _id: productId }, { $set: { title: 'And followed' } });
  await eventuallyEqual(service);
  expect([...(await searchDocuments(service.meilisearch, service.indexName)).keys()]).toEqual([productId]);
}

// FM-13
concurrentTest(
  'D14: after a collection is dropped and one product is inserted, the small index is swapped in',
  async (service) => {
    await fill(service, 30);
    const indexer = await service.startIndexer();
    await service.catalogue.products.drop();
    await insert(service.catalogue, { products: [product('restored', 'one')] });
    await rebuiltAndFollowed(indexer, /reported drop/);
    await expectOnlyFollowed(service, 'restored');
  },
);

// FM-13
concurrentTest(
  'D14: after a collection is dropped while no indexer runs, the next indexer swaps in the small index',
  async (service) => {
    await fill(service, 30);
    await (await service.startIndexer()).stop();
    await service.catalogue.products.drop();
    await insert(service.catalogue, { products: [product('restored', 'one')] });
    const indexer = await service.startIndexer({}, 'start');
    await rebuiltAndFollowed(indexer, /reported drop/);
    await expectOnlyFollowed(service, 'restored');
  },
);

// FM-14
concurrentTest('a collection that another is renamed onto causes a rebuild', async (service) => {
  await fill(service, 30);
  const indexer = await service.startIndexer();
  await service.database.collection('prepared').insertMany([product('renamed', 'one')]);
  await service.database.collection('prepared').rename('products', { dropTarget: true });
  await rebuiltAndFollowed(indexer, /reported (drop|rename)/);
  await expectOnlyFollowed(service, 'renamed');
});

// FM-13
concurrentTest(
  'a database that is dropped and created again counts as another one, which an operator adopts',
  async (service) => {
    await fill(service, 30);
    const indexer = await service.startIndexer();
    await service.database.dropDatabase();
    await setUp(service.database, () => undefined);
    await insert(service.catalogue, { ...shop('two'), products: [product('reborn', 'two')] });
    // The message may name a rebuild of the old database instead of the index.
    await indexer.line(({ msg }) => /^standing by: .*the index was built from/.test(msg));
    expect((await searchDocuments(service.meilisearch, service.indexName)).size).toBe(30);
    expect(await service.command('reindex --adopt --allow-fewer')).toMatchObject({ code: 0 });
    await expectOnlyFollowed(service, 'reborn');
  },
);
