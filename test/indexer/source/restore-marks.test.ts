/** A MongoDB that was restored to an older state no longer has the mark of the checkpoint. */
import os from 'node:os';
import { MongoClient } from 'mongodb';
import type { Mark } from '../../../indexer/checkpoint/checkpoint.ts';
import { Interrupted } from '../../../indexer/interruption.ts';
import { createWatch } from '../../../indexer/leader/watch.ts';
import type { FollowedIndex } from '../../../indexer/pipeline/follow.ts';
import { createJobs } from '../../../indexer/requests/jobs.ts';
import { createRestoreMarks } from '../../../indexer/source/restore-marks.ts';
import { sourceOf } from '../../../indexer/source/source-identity.ts';
import { startMongodbProxy } from '../../support/engines/proxy.ts';
import type { TestService } from '../../support/service.ts';
import { indexOf, logger, newIndex } from '../support/index-client.ts';
import { concurrentTest } from '../support/per-test-service.ts';

const marksOf = ({ database, indexName }: TestService) => createRestoreMarks(database, indexName);

/** Reads and overwrites the stored mark of the index, as a restore of a snapshot does. */
function storedMark({ database, indexName }: TestService) {
  const stored = database.collection<{ _id: string; era: string; number: number }>('indexer_source');
  const _id = `mark:${indexName}`;
  return {
    read: async () => (await stored.findOne({ _id })) ?? { _id, era: '', number: 0 },
    restore: (mark: Mark) => stored.replaceOne({ _id }, { era: mark.era, number: mark.number }, { upsert: true }),
    remove: () => stored.deleteOne({ _id }),
  };
}

async function expectLost(service: TestService, mark: Mark, message: RegExp): Promise<void> {
  const marks = marksOf(service);
  const before = await storedMark(service).read();
  for (const lost of [marks.assertNotRestored(mark), marks.advance(mark)]) {
    const error: unknown = await lost.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Interrupted);
    expect(error).toMatchObject({ kind: 'checkpoint lost', message: expect.stringMatching(message) });
  }
  expect(await storedMark(service).read()).toEqual(before);
}

concurrentTest('a mark is advanced, and all marks up to the newest are valid', async (service) => {
  const marks = marksOf(service);
  const first = await marks.next(null);
  expect(first).toEqual({ era: expect.stringMatching(/^[0-9a-f-]{36}$/), number: 1 });
  const second = await marks.advance(first);
  expect(second).toEqual({ era: first.era, number: 2 });
  await marks.assertNotRestored(first);
  await marks.assertNotRestored(second);
  // The mark in the checkpoint of an index without recent writes is older than MongoDB's.
  expect(await marks.advance(first)).toEqual({ era: first.era, number: 3 });
});

// A newly elected primary may respond to a majority read with an older number.
concurrentTest('D2: every read of a mark is linearizable', async ({ variables, database, indexName }) => {
  const client = new MongoClient(variables.MONGODB_URL ?? '', { monitorCommands: true });
  const concerns: unknown[] = [];
  client.on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find') concerns.push(command.readConcern);
  });
  try {
    const marks = createRestoreMarks(client.db(database.databaseName), indexName);
    const mark = await marks.next(null);
    await marks.assertNotRestored(mark);
    expect(await marks.current()).toMatchObject(mark);
  } finally {
    await client.close();
  }
  expect(concerns).toEqual(concerns.map(() => ({ level: 'linearizable' })));
  expect(concerns.length).toBeGreaterThanOrEqual(3);
});

concurrentTest('two leaders that advance marks concurrently never detect a restore', async (service) => {
  const start = await marksOf(service).next(null);
  const lead = async () => {
    const marks = marksOf(service);
    const numbers: number[] = [];
    for (let known = start; numbers.length < 50; ) {
      known = await marks.advance(known);
      await marks.assertNotRestored(known);
      numbers.push(known.number);
    }
    return numbers;
  };
  const numbers = (await Promise.all([lead(), lead()])).flat();
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 2));
});

concurrentTest(
  'D2: a restore of MongoDB to an older mark is detected, and the mark is not changed',
  async (service) => {
    const marks = marksOf(service);
    const older = await marks.next(null);
    const newer = await marks.advance(await marks.advance(older));
    await storedMark(service).restore(older);
    await expectLost(service, newer, /restored from a backup or replaced: .* 3 of era .* 1 of era/);
    await marks.assertNotRestored(older);
  },
);

concurrentTest('D2: a restore of MongoDB to a time before the index was built is detected', async (service) => {
  const mark = await marksOf(service).next(null);
  await storedMark(service).remove();
  await expectLost(service, mark, /MongoDB has none/);
});

concurrentTest('D2: in a new era, all earlier marks are lost, regardless of their numbers', async (service) => {
  const marks = marksOf(service);
  const mark = await marks.next(null);
  await storedMark(service).remove();
  const other = await marks.advance(await marks.advance(await marks.next(mark)));
  expect(other.era).not.toBe(mark.era);
  await expectLost(service, mark, /restored from a backup or replaced/);
  await marks.assertNotRestored(other);
});

concurrentTest(
  'D2: a new era starts once after each restore, also when one brings an older era back',
  async (service) => {
    const marks = marksOf(service);
    const stored = storedMark(service);
    const first = await marks.next(null);
    const live = await marks.advance(await marks.advance(first));

    await stored.restore(first);
    const second = await marks.next(live);
    expect(second.era).not.toBe(first.era);
    // The leader ends during the rebuild, so the live index still has its old mark.
    expect(await marks.next(live)).toEqual({ era: second.era, number: 2 });

    await stored.restore(first);
    // In the first era, a previous index with the mark `live` would pass for valid after some more numbers.
    const third = await marks.next(second);
    expect([first.era, second.era]).not.toContain(third.era);
  },
);

concurrentTest('D2: a mark gets into checkpoints when MongoDB has stored it, and not before', async (service) => {
  const { database, indexName } = service;
  await newIndex(service);
  const proxy = await startMongodbProxy(service);
  const client = new MongoClient(proxy.url, { runtimeAdapters: { os } });
  const set: Mark[] = [];
  const followed = {
    indexName,
    assertFollowed: () => undefined,
    assertUnchanged: async () => undefined,
    pipeline: { setMark: (mark: Mark) => set.push(mark) },
  };
  const live = { followed: () => followed as unknown as FollowedIndex };
  try {
    const marks = createRestoreMarks(client.db(), indexName);
    const jobs = createJobs(database, indexName);
    const watch = createWatch({ database, index: indexOf(service), indexName, jobs, marks, logger }, live);
    const first = await marks.next(null);
    watch.start(await sourceOf(database), first);
    const { held, release } = proxy.delayAt('findAndModify');
    const checking = watch.checkAll(null);
    await held;
    expect(set).toEqual([]);
    release();
    await checking;
    expect(set).toEqual([{ era: first.era, number: 2 }]);
    await marksOf(service).assertNotRestored({ era: first.era, number: 2 });
  } finally {
    await client.close();
    await proxy.refuse();
  }
});

concurrentTest('the marks of two indexes and the identity of the database are independent', async (service) => {
  const source = await sourceOf(service.database);
  const mark = await marksOf(service).next(null);
  const other = createRestoreMarks(service.database, `${service.indexName}_other`);
  const otherMark = await other.advance(await other.next(null));
  await marksOf(service).assertNotRestored(mark);
  await other.assertNotRestored(otherMark);
  expect(await sourceOf(service.database)).toBe(source);
});
