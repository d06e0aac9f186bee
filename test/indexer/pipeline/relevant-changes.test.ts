/** A change of a collection or merchant causes a fan-out only if it can change search documents. */
import { collection, insert, membership, merchant, product, shop } from '../../support/fixtures.ts';
import type { TestService } from '../../support/service.ts';
import { changesOf, withFeed } from '../support/feed.ts';
import { concurrentTest } from '../support/per-test-service.ts';

const detected = { _id: 'one', language: 'de', isProvisional: false, detectedBy: 'test', detectedAt: new Date() };

const insertShop = ({ catalogue }: TestService) =>
  insert(catalogue, {
    ...shop('one'),
    collections: [collection('sale', 'one', { images: [{ path: 'a' }, { path: 'b' }, { path: 'c' }] })],
    products: [product('tent', 'one')],
    memberships: [membership('sale', 'tent', 'one')],
  });

concurrentTest('D1: an update of a field that no search document depends on causes no fan-out', async (service) => {
  const { collections, merchants, merchantLanguages } = service.catalogue;
  await insertShop(service);
  const updateCollection = (update: object | object[]) => collections.updateOne({ _id: 'sale' }, update);
  await withFeed(service, null, async (feed) => {
    const changes = await changesOf(service, feed, async () => {
      await updateCollection({ $set: { description: 'Anew', handle: 'anew', updatedAt: new Date(), names: 'x' } });
      await updateCollection({ $set: { 'images.0.path': 'z', 'more.name': 'x', 'more.status': 'x' } });
      await updateCollection([{ $set: { images: { $slice: ['$images', 1] } } }]);
      await updateCollection({ $unset: { description: 1 }, $rename: { handle: 'slug' } });
      await merchants.updateOne({ _id: 'one' }, { $set: { name: 'Anew', handle: 'anew', 'settings.status': 'x' } });
      await merchantLanguages.insertOne(detected);
      await merchantLanguages.updateOne({ _id: 'one' }, { $set: { language: 'de', isProvisional: true } });
    });
    // The pipeline of the change stream filters these events in MongoDB.
    expect(changes).toEqual({ productIds: [], relatedChanges: [], events: 0 });
  });
});

const relevant: Readonly<Record<string, (service: TestService) => Promise<unknown>>> = {
  'a name': ({ catalogue }) => catalogue.collections.updateOne({ _id: 'sale' }, { $set: { name: 'Anew' } }),
  'a status beside other fields': ({ catalogue }) =>
    catalogue.collections.updateOne({ _id: 'sale' }, { $set: { description: 'Anew', status: 'draft' } }),
  'another merchant': ({ catalogue }) =>
    catalogue.collections.updateOne({ _id: 'sale' }, { $set: { merchantId: 'two' } }),
  'a name that is removed': ({ catalogue }) =>
    catalogue.collections.updateOne({ _id: 'sale' }, { $unset: { name: 1 } }),
  'a status that is renamed away': ({ catalogue }) =>
    catalogue.collections.updateOne({ _id: 'sale' }, { $rename: { status: 'state' } }),
  'a part of a malformed name': ({ catalogue }) =>
    catalogue.collections.updateOne({ _id: 'odd' }, { $set: { 'name.en': 'Anew' } }),
  'a malformed name that gets shorter': ({ catalogue }) =>
    catalogue.collections.updateOne({ _id: 'list' }, [{ $set: { name: { $slice: ['$name', 1] } } }]),
  'a replacement by the same': ({ catalogue }) =>
    catalogue.collections.replaceOne({ _id: 'sale' }, collection('sale', 'one', { description: 'Anew' }) as never),
  'a deletion': ({ catalogue }) => catalogue.collections.deleteOne({ _id: 'sale' }),
  'an insertion': ({ catalogue }) => insert(catalogue, { collections: [collection('new', 'one')] }),
  "a merchant's status": ({ catalogue }) =>
    catalogue.merchants.updateOne({ _id: 'one' }, { $set: { name: 'Anew', status: 'disabled' } }),
  "a merchant's locale": ({ catalogue }) =>
    catalogue.merchants.updateOne({ _id: 'one' }, { $set: { locale: 'pt-BR' } }),
  'another detected language': async ({ catalogue: { merchantLanguages } }) => {
    await merchantLanguages.insertOne(detected);
    await merchantLanguages.updateOne({ _id: 'one' }, { $set: { language: 'nl' } });
  },
  'a new merchant': ({ catalogue }) => insert(catalogue, { merchants: [merchant('new')] }),
};

concurrentTest('D1: every change that search documents can depend on causes a fan-out', async (service) => {
  await insertShop(service);
  await insert(service.catalogue, {
    collections: [
      collection('odd', 'one', { name: { en: 'Sale' } }),
      collection('list', 'one', { name: ['Sale', 'Reduced', 'Cheap'] }),
    ],
  });
  await withFeed(service, null, async (feed) => {
    for (const [what, change] of Object.entries(relevant)) {
      const { relatedChanges } = await changesOf(service, feed, () => change(service));
      expect({ what, relatedChanges: relatedChanges.length }).toEqual({ what, relatedChanges: 1 });
    }
  });
});

concurrentTest('a change of any field of a product or membership is reported', async (service) => {
  const { products, memberships } = service.catalogue;
  await insertShop(service);
  await withFeed(service, null, async (feed) => {
    const product = await changesOf(service, feed, () =>
      products.updateOne({ _id: 'tent' }, { $set: { images: [], unknown: 1 } }),
    );
    expect(product).toEqual({ productIds: ['tent'], relatedChanges: [], events: 1 });
    const member = await changesOf(service, feed, () => memberships.updateOne({}, { $set: { position: 7 } }));
    expect(member).toEqual({ productIds: ['tent'], relatedChanges: [], events: 1 });
  });
});

// FM-18
concurrentTest(
  'updates of 16 MB are filtered in MongoDB, and none is too large for the change stream',
  async (service) => {
    const { collections, merchants } = service.catalogue;
    await insertShop(service);
    const large = 'x'.repeat(15_900_000);
    const manyFields = Object.fromEntries(Array.from({ length: 2000 }, (_, number) => [`field ${number}`, number]));
    await withFeed(service, null, async (feed) => {
      const irrelevant = await changesOf(service, feed, async () => {
        await collections.updateOne({ _id: 'sale' }, { $set: { description: large } });
        await collections.updateOne({ _id: 'sale' }, { $set: { description: `y${large}` } });
        await merchants.updateOne({ _id: 'one' }, { $set: manyFields });
      });
      expect(irrelevant).toEqual({ productIds: [], relatedChanges: [], events: 0 });
      const relevantChanges = await changesOf(service, feed, async () => {
        await collections.updateOne({ _id: 'sale' }, { $set: { description: large, name: 'Anew' } });
        await collections.updateOne({ _id: 'sale' }, { $set: { name: large, description: '' } });
      });
      // One or two calls of `take` return the two events, and each call reports the collection.
      const relatedChanges = [...new Set(relevantChanges.relatedChanges)];
      expect({ ...relevantChanges, relatedChanges }).toEqual({
        productIds: [],
        relatedChanges: ['collection sale'],
        events: 2,
      });
    });
  },
);
