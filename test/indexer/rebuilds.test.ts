/**
 * The index is built anew when an operator asks for it, and whenever it can no longer be followed. Meanwhile the old one
 * answers, writers write, and afterwards the index is what MongoDB holds.
 */
import { openChangeFeed } from '../../indexer/source/change-stream.ts';
import { LostPosition } from '../../indexer/source/lost-position.ts';
import { setUp } from '../../src/data/setup.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { tokenText } from '../../src/platform/resume-token.ts';
import { insert, product, shop } from '../support/fixtures.ts';
import { searchDocuments } from '../support/index-equality.ts';
import type { Log, LogLine } from '../support/log-lines.ts';
import { eventually, type TestService } from '../support/service.ts';
import { concurrentTest, onService } from './support/on-service.ts';
import { positionOf, putPosition } from './support/position.ts';
import { startProxy } from './support/proxy.ts';
import {
  documentsOf,
  done,
  endLease,
  eventuallyEqual,
  fill,
  halfBuilt,
  lineAfter,
  nextLine,
  rebuildName,
  throughProxy,
} from './support/steps.ts';
import { startSearching, startWriting } from './support/traffic.ts';

/** Resolves when the indexer, from now on, says why it builds the index anew, and then follows it. */
async function rebuiltAndFollowed(indexer: Log, reason: RegExp): Promise<void> {
  const isBegun = (line: LogLine) => line.msg === 'building the index anew' && reason.test(String(line.reason));
  await lineAfter(indexer, await nextLine(indexer, isBegun), ({ msg }) => msg === 'following');
}

const isGone = (service: TestService, indexName: string) =>
  eventually(
    () => documentsOf(service, indexName),
    (count) => count === -1,
  );

// FM-33, FM-43
for (const isRunning of [true, false]) {
  concurrentTest(
    `reindex ${isRunning ? 'beside a running indexer' : 'where no indexer runs'}: writers go on, every search is answered, and the new index is what MongoDB holds`,
    async (service) => {
      const ids = await fill(service, 1500);
      await throughProxy(service, async (proxy, settings) => {
        const indexer = await service.startIndexer(settings);
        if (!isRunning) await indexer.stop();
        const writing = startWriting(service, 'one', ids);
        const searching = startSearching(service, 'one', 20);

        // It does not end before there was traffic to speak of, which takes longer where the machine is busy.
        const { held, letGo } = proxy.delayAt('POST /swap-indexes');
        const reindex = service.startCommand('reindex', settings);
        await held;
        await Promise.all([writing, searching].map((traffic) => traffic.reached(20)));
        letGo();
        expect({ code: await reindex.exited, output: reindex.output() }).toEqual({
          code: 0,
          output: expect.stringMatching(/^reindexed \d+ products$/m),
        });
        await writing.stop();
        expect((await searching.stop()).failures).toEqual([]);
        if (!isRunning) await service.startIndexer();
        await eventuallyEqual(service);
        await isGone(service, rebuildName(service));
      });
    },
  );
}

// FM-43
concurrentTest('reindex that two operators ask for is done once for both', async (service) => {
  await fill(service, 500);
  await throughProxy(service, async (proxy, settings) => {
    const indexer = await service.startIndexer(settings);
    // It does not end before both have asked, and been told how it comes on.
    const { held, letGo } = proxy.delayAt('POST /swap-indexes');
    const both = [1, 2].map(() => service.startCommand('reindex'));
    await held;
    await eventually(
      async () => both.map((command) => command.output()),
      (outputs) => outputs.every((output) => output.includes('of 500 products')),
    );
    letGo();
    expect(await Promise.all(both.map(({ exited }) => exited))).toEqual([0, 0]);
    expect(indexer.log.filter(({ reason }) => reason === 'an operator asked for it').length).toBe(1);
    await eventuallyEqual(service);
  });
});

// FM-21, FM-35
concurrentTest(
  'reindex that was killed half way is gone on with, and what changed meanwhile is not missed',
  async (service) => {
    const ids = await fill(service, 2100);
    await throughProxy(service, async (proxy, settings) => {
      const first = await service.startIndexerProcess(settings);
      const { held } = halfBuilt(proxy);
      const reindex = service.startCommand('reindex');
      await held;
      await Promise.all([first.end('SIGKILL'), reindex.end('SIGKILL')]);
    });
    // And its position.
    expect(await documentsOf(service, rebuildName(service))).toBe(2001);
    const some = (...indexes: number[]) => ({ _id: { $in: indexes.map((index) => ids[index] as string) } });
    await service.catalogue.products.updateMany(some(3, 2050), { $set: { title: 'Changed meanwhile' } });
    await service.catalogue.products.deleteMany(some(4, 2051));

    await endLease(service);
    const second = await service.startIndexer();
    await second.line(({ msg }) => msg === 'going on with an interrupted rebuild');
    await second.line(({ msg }) => msg === 'the new index is live');
    await eventuallyEqual(service);
    await isGone(service, rebuildName(service));
  },
);

// FM-44
concurrentTest(
  'a reindex command that is stopped does not say that it is done; run again, it goes on',
  async (service) => {
    await fill(service, 2100);
    await (await service.startIndexer()).stop();
    await throughProxy(service, async (proxy, settings) => {
      // 1. It leads by itself, and its index is built: then nothing gets through any more.
      const { held } = proxy.delayAt('POST /swap-indexes');
      const reindex = service.startCommand('reindex', settings);
      await held;
      await proxy.refuse();
      // 2. It is stopped.
      expect(await reindex.end('SIGTERM')).toBe(1);
      expect(reindex.output()).toContain('run reindex again');
    });
    // 3. Run again, it goes on, and is done.
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    await service.startIndexer();
    await eventuallyEqual(service);
  },
);

concurrentTest('a reindex that was swapped in before that was noted is not done again', async (service) => {
  await fill(service, 200);
  const proxy = await startProxy(String(service.variables.MEILISEARCH_URL));
  try {
    const first = await service.startIndexerProcess({ MEILISEARCH_URL: `http://127.0.0.1:${proxy.port}` });
    // 1. The engine takes the exchange of the indexes, and its answer does not arrive. 2. The leader is killed before it can
    //    note that, and the engine carries the exchange out.
    const swapped = proxy.cutAt('POST /swap-indexes', 'after');
    const reindex = service.startCommand('reindex');
    await swapped;
    await Promise.all([first.end('SIGKILL'), proxy.refuse()]);
    const generation = 2;
    await eventually(
      () => positionOf(service).then(generationOf),
      (found) => found === generation,
    );
    // 3. The next leader finds the new index live: the request is done.
    await endLease(service);
    const second = await service.startIndexer();
    expect(await reindex.exited).toBe(0);
    expect(second.log.filter(({ msg }) => msg === 'building the index anew')).toEqual([]);
    expect(generationOf(await positionOf(service))).toBe(generation);
    await eventuallyEqual(service);
    // 4. A request after that is another one.
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    expect(generationOf(await positionOf(service))).toBe(generation + 1);
  } finally {
    await proxy.refuse();
  }
});

const generationOf = ({ position }: { position: string }): number => JSON.parse(position).generation;

// FM-36
concurrentTest(
  'a reindex whose index lacks products is not taken: the old index stays, and the operator is told',
  async (service) => {
    await fill(service, 2100);
    await throughProxy(service, async (proxy, settings) => {
      await service.startIndexer(settings);
      const { held, letGo } = halfBuilt(proxy);
      const reindex = service.startCommand('reindex');
      await held;
      await done(service.meilisearch.index(rebuildName(service)).deleteDocuments(['given-00001', 'given-00002']));
      letGo();
      expect(await reindex.exited).toBe(1);
      expect(reindex.output()).toContain('the new index was not taken');
      await eventuallyEqual(service);
      expect(await documentsOf(service, rebuildName(service))).toBe(-1);
    });
  },
);

// FM-3, FM-35
concurrentTest(
  'what an earlier leader writes into an index that is being built is gone back to when it is live',
  async (service) => {
    await fill(service, 2100);
    await throughProxy(service, async (proxy, settings) => {
      await service.startIndexer(settings);
      // 1. An earlier leader has read a product, and where it was then.
      const live = service.meilisearch.index(service.indexName);
      const old = await live.getDocument('given-00001');
      const { position } = await live.getDocument<{ position: string }>('_position-1');
      // 2. The product changes, and an index is built that has it as it is now.
      await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Changed' } });
      await eventuallyEqual(service);
      const { held, letGo } = halfBuilt(proxy);
      const reindex = service.startCommand('reindex');
      await held;
      // 3. What the earlier leader had sent arrives.
      await done(service.meilisearch.index(rebuildName(service)).addDocuments([old]));
      await putPosition(
        { ...service, indexName: rebuildName(service) },
        { id: '_position-0', epoch: 0, position: JSON.stringify({ ...JSON.parse(position), generation: 2 }) },
      );
      letGo();
      expect(await reindex.exited).toBe(0);
      await eventuallyEqual(service);
    });
  },
);

// FM-35
concurrentTest(
  'a live index that is followed no more comes before the rebuild beside it, which then goes on',
  async (service) => {
    await fill(service, 2100);
    await throughProxy(service, async (proxy, settings) => {
      const indexer = await service.startIndexer(settings);
      const { held, letGo } = halfBuilt(proxy);
      const reindex = service.startCommand('reindex');
      await held;
      await done(service.meilisearch.index(service.indexName).deleteDocument('_position-1'));
      await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Changed' } });
      await indexer.line(({ msg }) => msg.startsWith('the live index is followed no more'));
      letGo();
      // By whoever leads then.
      expect(await reindex.exited).toBe(0);
      await eventuallyEqual(service);
    });
  },
);

// FM-35
concurrentTest(
  'what an earlier rebuild left is deleted when nothing can be made of it, and the index is built all the same',
  async (service) => {
    await fill(service, 50);
    await done(service.meilisearch.index(rebuildName(service)).addDocuments([{ id: 'left', merchant_id: 'one' }]));
    await service.startIndexer();
    await eventuallyEqual(service);
    expect(await documentsOf(service, rebuildName(service))).toBe(-1);
  },
);

// FM-35
concurrentTest(
  'what an earlier rebuild left is deleted without another rebuild when it is the old index, exchanged already',
  async (service) => {
    await fill(service, 50);
    await (await service.startIndexer()).stop();
    const { generation, ...rest } = JSON.parse((await positionOf(service)).position);
    const left = service.meilisearch.index(rebuildName(service));
    await done(service.meilisearch.createIndex(left.uid, { primaryKey: 'id' }));
    await done(left.updateSettings(await service.meilisearch.index(service.indexName).getSettings()));
    const position = JSON.stringify({ ...rest, generation: generation - 1 });
    await putPosition({ ...service, indexName: left.uid }, { id: '_position-1', epoch: 1, position });

    const indexer = await service.startIndexer();
    await isGone(service, left.uid);
    await eventuallyEqual(service);
    expect(indexer.log.filter(({ msg }) => msg === 'building the index anew')).toEqual([]);
  },
);

const strange: [string, (service: TestService) => Promise<unknown>, RegExp][] = [
  [
    'it is empty',
    (service) => done(service.meilisearch.createIndex(service.indexName, { primaryKey: 'id' })),
    /holds no position/,
  ],
  [
    'it is of another program',
    (service) => done(service.meilisearch.index(service.indexName).addDocuments([{ id: 'foreign', title: 'X' }])),
    /holds no position/,
  ],
  ['it was made from another database', makeFromAnotherDatabase, /made from another database/],
  ['the database was restored from a dump', restoreDatabase, /made from another database/],
];

async function makeFromAnotherDatabase(service: TestService): Promise<void> {
  await onService(async (other) => {
    await insert(other.catalogue, { ...shop('one'), products: [product('other', 'one')] });
    await (await other.startIndexer({ MEILISEARCH_INDEX: service.indexName })).stop();
  });
  expect([...(await searchDocuments(service.meilisearch, service.indexName)).keys()]).toEqual(['other']);
}

/** As by mongorestore --drop in another cluster: the same documents, in collections made anew, and a stream that tells nothing. */
async function restoreDatabase(service: TestService): Promise<void> {
  await (await service.startIndexer()).stop();
  const source = service.database.collection('indexer_source');
  const documents = await source.find().toArray();
  await source.drop();
  await source.insertMany(documents);
}

// FM-15, FM-31
for (const [because, make, reason] of strange) {
  concurrentTest(
    `an index is built anew, or left alone with ON_LOST_POSITION=stop, because ${because}`,
    async (service) => {
      await fill(service, 20);
      await make(service);
      const before = await documentsOf(service, service.indexName);
      const stopped = service.startCommand('run', { ON_LOST_POSITION: 'stop' });
      expect(await stopped.exited).toBe(1);
      expect(stopped.output()).toMatch(reason);
      expect(stopped.output()).toContain('run `reindex`');
      expect(await documentsOf(service, service.indexName)).toBe(before);

      const indexer = await service.startIndexer({}, 'start');
      await rebuiltAndFollowed(indexer, reason);
      await eventuallyEqual(service);
    },
  );
}

/** What becomes of the text of a resume token; its second to fifth byte are the seconds of its time. */
const damagedTokens: Readonly<Record<string, (token: string) => string>> = {
  'older than all that MongoDB keeps': (token) => `${token.slice(0, 2)}00000001${token.slice(10)}`,
  'of a time that MongoDB has not reached': (token) => `${token.slice(0, 2)}7FFFFFFF${token.slice(10)}`,
  'no hexadecimal text': () => 'not hexadecimal',
  'cut off': (token) => token.slice(0, 20),
  empty: () => '',
};

/** Inserts a product; resolves to the text of the resume token of that event. */
async function tokenOfAnEvent({ database, catalogue }: TestService): Promise<string> {
  const stream = database.watch();
  try {
    await stream.tryNext();
    await insert(catalogue, { products: [product('event', 'one')] });
    const { _id: token } = await stream.next();
    return tokenText(token);
  } finally {
    await stream.close();
  }
}

/** An index whose position is an event older than all that MongoDB keeps; changes come after it. */
async function lose(service: TestService): Promise<void> {
  await fill(service, 20);
  await (await service.startIndexer()).stop();
  const token = { _data: (await tokenOfAnEvent(service)).replace(/^(..).{8}/, '$100000001') };
  const document = await positionOf(service);
  const position = JSON.stringify({ ...JSON.parse(document.position), token });
  await putPosition(service, { ...document, position });
  await service.catalogue.products.deleteOne({ _id: 'given-00007' });
}

// FM-11, FM-15
concurrentTest('whatever is wrong with a resume token, the position is known to be lost', async (service) => {
  const logger = createLogger('test', 'silent');
  const token = await tokenOfAnEvent(service);
  for (const [how, damage] of Object.entries(damagedTokens)) {
    const startAfter = { _data: damage(token) };
    const opened = openChangeFeed({ database: service.database, startAfter, logger }).then(async (open) => {
      await open.close();
      return 'opened';
    });
    const error: unknown = await opened.catch((reason: unknown) => reason);
    expect({ how, error }).toEqual({ how, error: expect.any(LostPosition) });
  }
});

// FM-11
concurrentTest('a lost position leads to a rebuild', async (service) => {
  await lose(service);
  const indexer = await service.startIndexer({}, 'start');
  await rebuiltAndFollowed(indexer, /resume token/);
  await eventuallyEqual(service);
});

// FM-11
concurrentTest('a lost position ends the indexer with ON_LOST_POSITION=stop, and reindex mends it', async (service) => {
  const stop = { ON_LOST_POSITION: 'stop' };
  await lose(service);
  const stopped = service.startCommand('run', stop);
  expect(await stopped.exited).toBe(1);
  expect(stopped.output()).toMatch(/cannot be followed any more: .*resume token.*run `reindex`/);
  expect(await service.command('reindex', stop)).toMatchObject({ code: 0 });
  await service.startIndexer(stop);
  await eventuallyEqual(service);
});

// FM-13
concurrentTest('a collection is dropped and filled again', async (service) => {
  await fill(service, 30);
  const indexer = await service.startIndexer();
  const rebuilt = rebuiltAndFollowed(indexer, /reported drop/);
  await service.catalogue.products.drop();
  await insert(service.catalogue, { products: [product('restored', 'one')] });
  await rebuilt;
  await eventuallyEqual(service);
  await service.catalogue.products.updateOne({ _id: 'restored' }, { $set: { title: 'And followed' } });
  await eventuallyEqual(service);
  expect([...(await searchDocuments(service.meilisearch, service.indexName)).keys()]).toEqual(['restored']);
});

// FM-14
concurrentTest('a collection is replaced by another that is renamed onto it', async (service) => {
  await fill(service, 30);
  const indexer = await service.startIndexer();
  const rebuilt = rebuiltAndFollowed(indexer, /reported (drop|rename)/);
  await service.database.collection('prepared').insertMany([product('renamed', 'one')]);
  await service.database.collection('prepared').rename('products', { dropTarget: true });
  await rebuilt;
  await eventuallyEqual(service);
  expect([...(await searchDocuments(service.meilisearch, service.indexName)).keys()]).toEqual(['renamed']);
});

// FM-13
concurrentTest('a whole database is dropped and comes back', async (service) => {
  await fill(service, 30);
  await service.startIndexer();
  await service.database.dropDatabase();
  await setUp(service.database, () => undefined);
  await insert(service.catalogue, { ...shop('two'), products: [product('reborn', 'two')] });
  await eventuallyEqual(service);
  await service.catalogue.products.updateOne({ _id: 'reborn' }, { $set: { title: 'And followed' } });
  await eventuallyEqual(service);
  expect([...(await searchDocuments(service.meilisearch, service.indexName)).keys()]).toEqual(['reborn']);
});

const damagedIndexes: [string, (service: TestService) => Promise<unknown>][] = [
  ['deletes', ({ meilisearch, indexName }) => done(meilisearch.deleteIndex(indexName))],
  ['empties', ({ meilisearch, indexName }) => done(meilisearch.index(indexName).deleteAllDocuments())],
  [
    'replaces',
    async ({ meilisearch, indexName }) => {
      await done(meilisearch.deleteIndex(indexName));
      await done(meilisearch.index(indexName).addDocuments([{ id: 'foreign' }]));
    },
  ],
];

// FM-31
for (const [does, damage] of damagedIndexes) {
  concurrentTest(
    `an index that somebody else ${does}, at rest or just before a change, is built anew`,
    async (service) => {
      await fill(service, 30);
      const indexer = await service.startIndexerProcess();
      const rebuilt = rebuiltAndFollowed(indexer, /no index|holds no position/);
      await damage(service);
      await rebuilt;
      await eventuallyEqual(service);

      indexer.signal('SIGSTOP');
      await damage(service);
      await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Changed at once' } });
      indexer.signal('SIGCONT');
      await eventuallyEqual(service);
    },
  );
}

// FM-31
concurrentTest('an index that somebody else puts back to an older state is made true again', async (service) => {
  await fill(service, 30);
  await service.startIndexer();
  const index = service.meilisearch.index(service.indexName);
  const olderPosition = await positionOf(service);
  const olderDocument = await index.getDocument('given-00001');
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Newer' } });
  await eventuallyEqual(service);
  await done(index.addDocuments([olderDocument, olderPosition]));
  await eventuallyEqual(service);
});
