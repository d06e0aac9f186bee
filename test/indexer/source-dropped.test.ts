/**
 * A followed collection, or the whole database, is dropped or replaced: the index is rebuilt, even if little is left.
 */
import { setUp } from '../../src/catalogue/setup.ts';
import { insert, product, shop } from '../support/fixtures.ts';
import { searchDocuments } from '../support/index-equality.ts';
import type { TestService } from '../support/service.ts';
import { concurrentTest } from './support/on-service.ts';
import { rebuiltAndFollowed } from './support/rebuilt.ts';
import { eventuallyEqual, expireLease, fill } from './support/steps.ts';

/** Asserts that the index holds one product, and follows its changes. */
async function followsAlone(service: TestService, productId: string): Promise<void> {
  await eventuallyEqual(service);
  await service.catalogue.products.updateOne({ _id: productId }, { $set: { title: 'And followed' } });
  await eventuallyEqual(service);
  expect([...(await searchDocuments(service.meilisearch, service.indexName)).keys()]).toEqual([productId]);
}

// FM-13
concurrentTest(
  'D14: a collection is dropped and one product inserted: the small index is swapped in',
  async (service) => {
    await fill(service, 30);
    const indexer = await service.startIndexer();
    await service.catalogue.products.drop();
    await insert(service.catalogue, { products: [product('restored', 'one')] });
    await rebuiltAndFollowed(indexer, /reported drop/);
    await followsAlone(service, 'restored');
  },
);

// FM-13
concurrentTest(
  'D14: a collection is dropped while no indexer runs: the next one knows, and swaps in the small index',
  async (service) => {
    await fill(service, 30);
    await (await service.startIndexerProcess()).end('SIGKILL');
    await service.catalogue.products.drop();
    await insert(service.catalogue, { products: [product('restored', 'one')] });
    await expireLease(service);
    const indexer = await service.startIndexer({}, 'start');
    await rebuiltAndFollowed(indexer, /reported drop/);
    await followsAlone(service, 'restored');
  },
);

// FM-14
concurrentTest('a collection is replaced by another that is renamed onto it', async (service) => {
  await fill(service, 30);
  const indexer = await service.startIndexer();
  await service.database.collection('prepared').insertMany([product('renamed', 'one')]);
  await service.database.collection('prepared').rename('products', { dropTarget: true });
  await rebuiltAndFollowed(indexer, /reported (drop|rename)/);
  await followsAlone(service, 'renamed');
});

// FM-13
concurrentTest(
  'a whole database is dropped and comes back: it is another one, which an operator adopts',
  async (service) => {
    await fill(service, 30);
    const indexer = await service.startIndexer();
    await service.database.dropDatabase();
    await setUp(service.database, () => undefined);
    await insert(service.catalogue, { ...shop('two'), products: [product('reborn', 'two')] });
    // A rebuild of the old database may be what it names.
    await indexer.line(({ msg }) => /^standing by: .*the index was built from/.test(msg));
    expect((await searchDocuments(service.meilisearch, service.indexName)).size).toBe(30);
    expect(await service.command('reindex --adopt --allow-fewer')).toMatchObject({ code: 0 });
    await followsAlone(service, 'reborn');
  },
);
