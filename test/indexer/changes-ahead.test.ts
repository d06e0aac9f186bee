/**
 * Many changes that wait are taken and read while the engine works on the write before. What changes between that reading and
 * its writing must not get lost, nor what was taken when the indexer ends: on the real engines, with the moments forced.
 */

import type { Position } from '../../indexer/checkpoint/checkpoint.ts';
import { createRepairs } from '../../indexer/operations/repairs.ts';
import { createChangesAhead } from '../../indexer/pipeline/prefetch.ts';
import { openChangeFeed } from '../../indexer/source/change-stream.ts';
import { collection, insert } from '../support/fixtures.ts';
import { eventually, type TestService } from '../support/service.ts';
import { indexOf, logger, newIndex, positionAt, readerOf, startSync } from './support/in-process.ts';
import { concurrentTest } from './support/on-service.ts';
import { eventuallyEqual, fill } from './support/steps.ts';

/** More than are worth reading ahead. */
const MANY = 2100;

interface Moments {
  /** A write of a single change is read, and not sent. */
  onRead(waiting: () => number): Promise<void>;
  /** It is on its way; `aheadRead` resolves when many changes have been read behind it. */
  onWrite(aheadRead: Promise<void>): Promise<void>;
}

/** Follows from a position; `moments` are those of the first write of a single change. */
function startFollowing(service: TestService, start: Position, moments?: Moments) {
  const index = indexOf(service);
  const reader = readerOf(service);
  let left = moments;
  let onAheadRead: () => void = () => undefined;
  const aheadRead = new Promise<void>((resolve) => {
    onAheadRead = resolve;
  });
  return startSync(service, start, (feed) => ({
    pieceSize: MANY,
    reader: {
      ...reader,
      async load(ids, ...others) {
        const wanted = [...ids];
        const reading = await reader.load(wanted, ...others);
        if (wanted.length === 1) await left?.onRead(feed.waiting);
        if (wanted.length >= MANY) onAheadRead();
        return reading;
      },
    },
    index: {
      ...index,
      async write(name, write) {
        const { onWrite } = left ?? {};
        if (write.documents.length === 1 && onWrite !== undefined) {
          left = undefined;
          await onWrite(aheadRead);
        }
        await index.write(name, write);
      },
    },
  }));
}

/** An index that holds many products and has no backlog; resolves to where it goes on. */
async function filled(service: TestService): Promise<Position> {
  await fill(service, MANY);
  const start = await newIndex(service);
  const filling = await startFollowing(service, start);
  await eventuallyEqual(service);
  await filling.end();
  const { position } = await indexOf(service).readPosition(service.indexName);
  if (position === null) throw new Error('the index has no position');
  return position;
}

const untilMany = (waiting: () => number) =>
  eventually(
    async () => waiting(),
    (count) => count >= MANY,
  );

/** 1. One product changes. 2. When it was read and not sent, all others do. */
function manyBehindOne({ catalogue }: TestService) {
  return {
    change: () => catalogue.products.updateOne({ _id: 'given-00000' }, { $set: { title: 'First' } }),
    async onRead(waiting: () => number) {
      await catalogue.products.updateMany({}, { $set: { price: 7 } });
      await untilMany(waiting);
    },
  };
}

// FM-3
concurrentTest('what was read ahead and then changed or deleted is written as it is', async (service) => {
  const { catalogue } = service;
  const start = await filled(service);
  const { change, onRead } = manyBehindOne(service);
  const following = await startFollowing(service, start, {
    onRead,
    // 3. When they were read ahead, before anything is written, some of them change again.
    async onWrite(aheadRead) {
      await aheadRead;
      await catalogue.products.updateOne({ _id: 'given-00010' }, { $set: { title: 'Changed since' } });
      await catalogue.products.deleteOne({ _id: 'given-00011' });
    },
  });
  await change();
  await eventuallyEqual(service);
  expect(await catalogue.products.countDocuments({ price: 7 })).toBe(MANY - 1);
  await following.end();
});

// FM-8
concurrentTest('an indexer that ends when it has taken many ahead leaves nothing out', async (service) => {
  const start = await filled(service);
  const { change, onRead } = manyBehindOne(service);
  const killed = new Error('killed');
  const dying = await startFollowing(service, start, {
    onRead,
    async onWrite(aheadRead) {
      await aheadRead;
      throw killed;
    },
  });
  await change();
  await expect(dying.running).rejects.toBe(killed);
  const next = await startFollowing(service, start);
  await eventuallyEqual(service);
  await next.end();
});

/** A feed behind which many changes wait; `others` happen beside them. */
async function feedWithMany({ catalogue, database }: TestService, others: () => Promise<unknown>) {
  const feed = await openChangeFeed({ database, startAfter: null, logger });
  await catalogue.products.updateMany({}, { $set: { price: 7 } });
  await others();
  await untilMany(feed.waiting);
  return feed;
}

// FM-40
concurrentTest('what asks the index is not asked while the write before is on its way', async (service) => {
  const { catalogue } = service;
  await fill(service, MANY);
  await insert(catalogue, { collections: [collection('given', 'one')] });
  // So that they are many only together with the event of the collection, which comes last.
  await catalogue.products.deleteOne({ _id: 'given-00000' });
  const feed = await feedWithMany(service, () => catalogue.collections.deleteOne({ _id: 'given' }));
  const ahead = createChangesAhead({
    feed,
    repairsDue: () => Promise.resolve([]),
    prepare: () => Promise.reject(new Error('the index is asked too early')),
  });
  await ahead.begin({ next: positionAt(null, []), wanted: [] });
  expect(ahead.take()).toMatchObject({ gathered: { fanOuts: [{ kind: 'collection', id: 'given' }] }, prepared: null });
  feed.close();
});

concurrentTest('repairs do not wait for changes to become fewer, and none is taken twice', async (service) => {
  await fill(service, MANY);
  const repairs = createRepairs(service.database, service.indexName);
  await repairs.ask(['first', 'second'].map((key) => ({ key, productId: key })));
  const [first, second] = await repairs.waiting(MANY);
  const feed = await feedWithMany(service, () => Promise.resolve());
  const ahead = createChangesAhead({
    feed,
    repairsDue: () => repairs.waiting(MANY),
    prepare: () => new Promise(() => undefined),
  });
  await ahead.begin({ next: positionAt(null, []), wanted: first === undefined ? [] : [first] });
  expect(ahead.take()?.wanted).toEqual([second]);
  feed.close();
});

concurrentTest('a repair that is asked for again while it is written waits for the next write', async (service) => {
  const repairs = createRepairs(service.database, service.indexName);
  const ask = () => repairs.ask(['given', 'other'].map((key) => ({ key, productId: key })));
  await ask();
  const inWork = await repairs.waiting(MANY);
  await repairs.ask([{ key: 'given', productId: 'given' }]);
  await repairs.done(inWork);
  expect((await repairs.waiting(MANY)).map(({ key }) => key)).toEqual(['given']);
  // As an earlier version of this program left them.
  await service.database.collection('indexer_repairs').updateMany({}, { $unset: { asked: '' } });
  await repairs.done(await repairs.waiting(MANY));
  expect(await repairs.waiting(MANY)).toEqual([]);
});
