/** A rebuild has several writes in flight. Nothing is lost when one of them fails or the indexer ends. */
import type { LogLine } from '../../../dev/processes/process-log.ts';
import type { Checkpoint } from '../../../indexer/checkpoint/checkpoint.ts';
import { newFanOut, requestFanOuts } from '../../../indexer/checkpoint/fan-outs.ts';
import type { IndexClient } from '../../../indexer/engine/index-client.ts';
import type { IndexWrite } from '../../../indexer/engine/index-write.ts';
import { LIVE, type PipelineProfile, rebuildProfile } from '../../../indexer/pipeline/profiles.ts';
import { openChangeFeed } from '../../../indexer/source/change-feed.ts';
import { collection, insert, membership, product } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import type { TestService } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { eventuallyIndexed, eventuallyLetters, indexedIds, letters, setTitle } from '../support/dead-letters.ts';
import { holdHalfway, throughProxy } from '../support/engines/held-rebuilds.ts';
import { whileEngineIsHeld } from '../support/engines/holding-engine.ts';
import { REFUSED, refusingTest, startRefusing } from '../support/engines/refusing-engine.ts';
import { loaderOf, startPipeline } from '../support/in-process.ts';
import { indexOf, logger, newIndex } from '../support/index-client.ts';
import { releaseLease } from '../support/lease.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { insertRaw, UNREADABLE } from '../support/writes/raw-insert.ts';

const CHUNK = 10;

/**
 * Fills the index from a checkpoint. Resolves when all products are indexed. Throws the error that ended the pipeline
 * before.
 */
async function fillFrom(
  service: TestService,
  index: IndexClient,
  start: Checkpoint,
  profile: PipelineProfile = rebuildProfile(() => false),
): Promise<void> {
  const pipeline = await startPipeline(service, start, { index, profile: { ...profile, chunkSize: CHUNK } });
  try {
    await pipeline.caughtUp();
  } finally {
    await pipeline.end();
  }
}

/**
 * Inserts twelve chunks of products and creates an empty index. Resolves to the index's checkpoint and the product ids.
 */
async function twelveChunks(service: TestService, titles: Readonly<Record<string, string>> = {}) {
  const ids = await fill(service, 12 * CHUNK);
  for (const [id, title] of Object.entries(titles)) await setTitle(service, id, title);
  return { start: await newIndex(service), ids };
}

/** Counts the writes in flight: now and at most. */
function counting(index: IndexClient) {
  let inFlight = 0;
  let most = 0;
  const counted: IndexClient = {
    ...index,
    async send(name, write) {
      const sent = await index.send(name, write);
      inFlight += 1;
      most = Math.max(most, inFlight);
      return { waitForSuccess: () => sent.waitForSuccess().finally(() => (inFlight -= 1)) };
    },
  };
  return { index: counted, inFlight: () => inFlight, most: () => most };
}

concurrentTest('an index that is being built has five writes in flight', async (service) => {
  const { start } = await twelveChunks(service);
  const { index, most } = counting(indexOf(service));
  await fillFrom(service, index, start);
  expect(most()).toBe(5);
  await eventuallyEqual(service);
});

concurrentTest(
  'an index that is being built has one write in flight while changes wait for the live index',
  async (service) => {
    const { start } = await twelveChunks(service);
    const { index, most } = counting(indexOf(service));
    await fillFrom(
      service,
      index,
      start,
      rebuildProfile(() => true),
    );
    expect(most()).toBe(1);
    await eventuallyEqual(service);
  },
);

concurrentTest('the live index has one write in flight', async (service) => {
  const { start } = await twelveChunks(service);
  const { index, most } = counting(indexOf(service));
  await fillFrom(service, index, start, LIVE);
  expect(most()).toBe(1);
  await eventuallyEqual(service);
});

concurrentTest(
  'a fan-out that reads the index waits for all writes in flight; the others are still sent ahead',
  async (service) => {
    const { start: before } = await twelveChunks(service);
    await insert(service.catalogue, {
      collections: [collection('c', 'one')],
      memberships: [membership('c', 'given-00001', 'one')],
    });
    const start = { ...before, fanOuts: requestFanOuts(before.fanOuts, [newFanOut('collection', 'c')]) };
    const { index, inFlight, most } = counting(indexOf(service));
    const atReading: number[] = [];
    await fillFrom(
      service,
      {
        ...index,
        listDocuments(...args) {
          atReading.push(inFlight());
          return index.listDocuments(...args);
        },
      },
      start,
    );
    await eventuallyEqual(service);
    expect([atReading, most()]).toEqual([[0], 5]);
  },
);

// FM-3
concurrentTest('the checkpoint of a write never covers another write that may still fail', async (service) => {
  const { start } = await twelveChunks(service);
  const index = indexOf(service);
  /** The first product of each write in flight. */
  let inFlight: readonly string[] = [];
  const covered: string[] = [];
  await fillFrom(
    service,
    {
      ...index,
      async send(name, write) {
        const { fanOuts } = write.checkpoint;
        const isCovered = (id: string) => fanOuts[0] === undefined || id <= fanOuts[0].after;
        covered.push(...inFlight.filter(isCovered));
        const [first] = write.documents.map(({ json }) => JSON.parse(json.toString()).product_id as string);
        inFlight = [...inFlight, ...(first === undefined ? [] : [first])];
        const { waitForSuccess } = await index.send(name, write);
        return {
          async waitForSuccess() {
            await waitForSuccess();
            inFlight = inFlight.filter((id) => id !== first);
          },
        };
      },
    },
    start,
  );
  expect(covered).toEqual([]);
});

/**
 * Sends a write only after the one before has succeeded or failed, so that the engine never merges two into one batch.
 */
const oneByOne = (index: IndexClient): IndexClient => ({
  ...index,
  async send(name, write) {
    const sent = await index.send(name, write);
    await sent.waitForSuccess().catch(() => undefined);
    return sent;
  },
});

/** Runs `work` with a new index that rejects one product of the fifth of twelve chunks. */
async function withOneRejected(
  service: TestService,
  work: (start: Checkpoint, ids: readonly string[], rejectNone: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { start, ids } = await twelveChunks(service, { 'given-00045': REFUSED });
  const engine = await startRefusing(service);
  await engine.refuseSome(service.indexName);
  await work(start, ids, () => engine.refuseNone(service.indexName));
}

/** Calls `onAlone` before the first write that is not pipelined, with the number of writes sent so far. */
function watched(index: IndexClient, onAlone: (sent: number) => void): IndexClient {
  let sent = 0;
  let isAlone = false;
  const { send } = oneByOne(index);
  return {
    ...index,
    async send(name, write) {
      sent += 1;
      return await send(name, write);
    },
    async write(name, write: IndexWrite, ...others) {
      if (!isAlone && write.documents.length > 0) {
        isAlone = true;
        onAlone(sent);
      }
      await index.write(name, write, ...others);
    },
  };
}

// FM-9
refusingTest(
  'a rejected document in one of several writes in flight is dead-lettered, and all others are indexed',
  (service) =>
    withOneRejected(service, async (start, ids) => {
      const sent: number[] = [];
      const index = watched(indexOf(service), (count) => sent.push(count));
      await fillFrom(service, index, start);
      await eventuallyLetters(service, 'given-00045');
      await eventuallyIndexed(
        service,
        ids.filter((id) => id !== 'given-00045'),
      );
      // Later chunks were already sent when the fifth was known to have failed.
      expect(sent[0]).toBeGreaterThan(5);
    }),
);

refusingTest('a task that fails while others are in flight is reported once', (service) =>
  withOneRejected(service, async (start) => {
    const reported: number[] = [];
    const index = indexOf(service, undefined, ({ uid }) => reported.push(uid));
    await fillFrom(service, index, start);
    expect(reported.length).toBeGreaterThan(12);
    expect(reported).toEqual([...new Set(reported)]);
  }),
);

// FM-8, FM-9
refusingTest(
  'an indexer that ends after one of several writes has failed and later ones have succeeded loses no product',
  (service) =>
    withOneRejected(service, async (start, _ids, rejectNone) => {
      const killed = new Error('killed');
      const dying = watched(indexOf(service), (sent) => {
        expect(sent).toBeGreaterThan(5);
        throw killed;
      });
      await expect(fillFrom(service, dying, start)).rejects.toBe(killed);
      await rejectNone();
      await fillFrom(service, indexOf(service), await storedCheckpoint(service));
      await eventuallyEqual(service);
    }),
);

// FM-22
concurrentTest(
  'a product that becomes unreadable while its older document is in flight keeps its dead letter',
  async (service) => {
    const { database, catalogue } = service;
    const [id = ''] = await fill(service, 4 * CHUNK);
    const start = await newIndex(service);
    const feed = await openChangeFeed({ database, startAfter: start.token, logger });
    const index = indexOf(service);
    let isBroken = false;
    let isTaken = false;
    const pipeline = await startPipeline(service, start, {
      profile: { ...rebuildProfile(() => false), chunkSize: CHUNK },
      index: {
        ...index,
        async send(name, write) {
          const sent = await index.send(name, write);
          if (isBroken) return sent;
          isBroken = true;
          await catalogue.products.deleteOne({ _id: id });
          await insertRaw(service, [product(id, 'one', { subtitle: UNREADABLE })]);
          return sent;
        },
      },
      feed: {
        ...feed,
        // The next batch has the change. Wait for it: without a wait, this loop would keep the event from arriving.
        async take(wait, signal) {
          let changes = await feed.take(wait, signal);
          while (isBroken && !isTaken && !changes.productIds.has(id))
            changes = await feed.take({ waitMs: 1000, notBeforeMs: 0 }, signal);
          isTaken ||= changes.productIds.has(id);
          return changes;
        },
      },
    });
    await pipeline.caughtUp();
    await pipeline.end();
    feed.close();
    expect((await letters(service)).map(({ productId }) => productId)).toEqual([id]);
    expect((await indexedIds(service)).includes(id)).toBe(false);
  },
);

// FM-41
concurrentTest(
  'a new leader waits for the writes that an earlier leader has in flight, and repeats them',
  async (service) => {
    await fill(service, 20);
    const { products } = service.catalogue;
    const index = indexOf(service);
    const first = await service.startIndexer();
    await eventuallyEqual(service);
    await first.stop();
    // 1. The earlier leader loads a product and sends it. The product changes again.
    const checkpoint = await storedCheckpoint(service);
    await products.updateOne({ _id: 'given-00003' }, { $set: { title: 'Loaded by the earlier leader' } });
    const { documents } = await loaderOf(service).load(['given-00003']);
    const second = await whileEngineIsHeld(service, async (release) => {
      const { waitForSuccess } = await index.send(service.indexName, {
        documents,
        deletedKeys: [],
        checkpoint,
        expected: null,
      });
      await products.updateOne({ _id: 'given-00003' }, { $set: { title: 'Changed since' } });
      // 2. The write waits in the engine's queue, and so does the next leader.
      const next = await service.startIndexer({}, 'start');
      await next.line(({ msg }) => msg === 'waiting for the tasks in the queue of Meilisearch');
      expect((await storedCheckpoint(service)).epoch).toBe(1);
      release();
      await waitForSuccess();
      return next;
    });
    // 3. The write is done, and the next leader resumes from its checkpoint.
    await second.line(({ msg }) => msg === 'following');
    await eventuallyEqual(service);
    expect((await storedCheckpoint(service)).epoch).toBe(2);
  },
);

const isConfirmedBatch = ({ msg, index }: LogLine) => msg === 'batch' && String(index).includes('_rebuild');

// FM-8, FM-21
concurrentTest(
  'after kill -9 with several writes of a rebuild in flight, the next indexer resumes the rebuild',
  async (service) => {
    await fill(service, 2010);
    await throughProxy(service, async (proxy, settings) => {
      // The proxy holds the second write. The engine has accepted the first, which is not confirmed.
      const { held } = holdHalfway(proxy);
      const first = await service.startIndexerProcess({ ...settings, LOG_LEVEL: 'debug' }, 'start');
      await held;
      expect(first.log.filter(isConfirmedBatch)).toEqual([]);
      await first.end('SIGKILL');
    });
    await releaseLease(service);
    const second = await service.startIndexer({}, 'start');
    await second.line(({ msg }) => msg === 'continuing an interrupted rebuild');
    await eventuallyEqual(service);
  },
);
