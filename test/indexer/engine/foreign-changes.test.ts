/** Another program changes documents of a followed index. Only a change of the checkpoint interrupts the leader. */
import type { LeaderContext } from '../../../indexer/context.ts';
import { createDeadLetters } from '../../../indexer/pipeline/dead-letters.ts';
import { type FollowedIndex, follow } from '../../../indexer/pipeline/follow.ts';
import { LIVE } from '../../../indexer/pipeline/profiles.ts';
import { sourceOf } from '../../../indexer/source/source-identity.ts';
import { tokenText } from '../../../src/engines/mongodb/resume-token.ts';
import { indexKey } from '../../../src/search/index/keys.ts';
import { collection, insert, membership } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { deleteCheckpoints, putCheckpoint, storedCheckpoint } from '../support/checkpoint.ts';
import { filledIndex, loaderOf } from '../support/in-process.ts';
import { indexOf, logger } from '../support/index-client.ts';
import { done } from '../support/indexes.ts';
import { rewritesOf } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

const EPOCH = 5;

/** Follows the filled index of the service as a leader with epoch 5. */
async function whileFollowing(service: TestService, work: (followed: FollowedIndex) => Promise<void>): Promise<void> {
  const { database, indexName } = service;
  const checkpoint = { ...(await filledIndex(service)), source: await sourceOf(database) };
  const context = { database, index: indexOf(service), loader: loaderOf(service), logger, lease: { epoch: EPOCH } };
  const followed = await follow({ ...context, signal: new AbortController().signal } as unknown as LeaderContext, {
    indexName,
    checkpoint,
    profile: { ...LIVE, intervalMs: 0 },
    rewrites: rewritesOf(service),
    deadLetters: createDeadLetters(database, indexName),
    onBatch: () => undefined,
  });
  try {
    await work(followed);
  } finally {
    await followed.stop();
  }
}

/** Changes a product. Resolves when the change is indexed. */
async function retitle(service: TestService, id: string, { pipeline }: FollowedIndex): Promise<void> {
  const { events } = pipeline.progress();
  await service.catalogue.products.updateOne({ _id: id }, { $set: { title: `Changed after ${events}` } });
  await eventually(
    async () => pipeline.progress().events,
    (count) => count > events,
  );
}

concurrentTest(
  'D8: documents that an operator deletes by hand do not move the checkpoint back, and verify finds them',
  async (service) => {
    const [first = '', second = '', third = ''] = await fill(service, 5);
    const index = service.meilisearch.index(service.indexName);
    await whileFollowing(service, async (followed) => {
      await retitle(service, first, followed);
      const { token } = followed.pipeline.confirmed();
      await done(index.deleteDocuments([indexKey(second)]));
      await done(index.deleteDocuments({ filter: `id = "${indexKey(third)}"` }));
      await followed.assertUnchanged();
      followed.assertFollowed();
      await retitle(service, first, followed);
      // Earlier changes are not loaded again.
      expect(followed.pipeline.progress()).toMatchObject({ events: 2, fanOutProducts: 0 });
      expect(tokenText(followed.pipeline.confirmed().token) > tokenText(token)).toBe(true);
    });
    expect(await service.command('verify')).toMatchObject({ code: 1, stdout: expect.stringContaining('missing') });
    expect(await service.command('verify --repair')).toMatchObject({ code: 0 });
    await eventuallyEqual(service);
  },
);

concurrentTest(
  'D21: a document that somebody copied under another key does not keep a fan-out from ending',
  async (service) => {
    const { catalogue, meilisearch, indexName } = service;
    const [id = ''] = await fill(service, 5);
    const index = meilisearch.index(indexName);
    await insert(catalogue, { collections: [collection('c', 'one')], memberships: [membership('c', id, 'one')] });
    await whileFollowing(service, async ({ pipeline }) => {
      await done(index.addDocuments([{ ...(await index.getDocument(indexKey(id))), id: 'copy' }]));
      await catalogue.collections.deleteOne({ _id: 'c' });
      await eventually(async () => pipeline.progress().events > 0 && pipeline.isCaughtUp(), Boolean);
    });
    expect(await service.command('verify --repair')).toMatchObject({ code: 0 });
    await eventuallyEqual(service);
  },
);

concurrentTest(
  'D21: a document that somebody adds to a deleted collection does not keep its fan-out from ending',
  async (service) => {
    const { catalogue, meilisearch, indexName } = service;
    const [id = ''] = await fill(service, 5);
    await insert(catalogue, { collections: [collection('c', 'one')] });
    await whileFollowing(service, async ({ pipeline }) => {
      // A partial update keeps the content hash.
      const changed = { id: indexKey(id), collection_ids: [indexKey('c')] };
      await done(meilisearch.index(indexName).updateDocuments([changed]));
      await catalogue.collections.deleteOne({ _id: 'c' });
      await eventually(async () => pipeline.progress().events > 0 && pipeline.isCaughtUp(), Boolean);
      await eventuallyEqual(service);
    });
  },
);

// FM-31
concurrentTest('an index that loses its checkpoint is no longer followed', async (service) => {
  await fill(service, 2);
  await whileFollowing(service, async (followed) => {
    await deleteCheckpoints(service);
    await expect(followed.assertUnchanged()).rejects.toMatchObject({ kind: 'index changed' });
    await service.catalogue.products.updateOne({ _id: 'given-00000' }, { $set: { title: 'Changed' } });
    await eventually(
      async () => {
        try {
          followed.assertFollowed();
          return null;
        } catch (error) {
          return error;
        }
      },
      (error) => (error as { kind?: string } | null)?.kind === 'index changed',
    );
  });
});

// FM-41
concurrentTest('a checkpoint of a deposed leader interrupts following', async (service) => {
  await fill(service, 2);
  await whileFollowing(service, async (followed) => {
    const own = await storedCheckpoint(service);
    await followed.assertUnchanged();
    await putCheckpoint(service, { ...own, epoch: 3 });
    await expect(followed.assertUnchanged()).rejects.toMatchObject({ kind: 'index changed' });
  });
});
