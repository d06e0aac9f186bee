/** Several writes of a new index under way at once: nothing is lost when one of them fails, nor when the indexer ends then. */

import { addToBacklog, type Position } from '../../indexer/checkpoint/checkpoint.ts';
import type { IndexClient } from '../../indexer/engine/index-client.ts';
import { collection, insert, membership } from '../support/fixtures.ts';
import type { Log } from '../support/log-lines.ts';
import { eventually, type TestService } from '../support/service.ts';
import { eventuallyIndexed, eventuallyLetters, refusing, setTitle } from './support/dead-letters.ts';
import { keepAtWork } from './support/engine-at-work.ts';
import { indexOf, newIndex, startSync } from './support/in-process.ts';
import { concurrentTest } from './support/on-service.ts';
import { REFUSED, refusingTest } from './support/refusing-engine.ts';
import { endLease, eventuallyEqual, fill, rebuildName } from './support/steps.ts';

const PIECE = 10;

/** As that index does, but each request that is sent ahead is done, well or not, before the next is sent. */
const oneByOne = (index: IndexClient): Pick<IndexClient, 'send'> => ({
  async send(name, write) {
    const sent = await index.send(name, write);
    await sent.succeeded().catch(() => undefined);
    return sent;
  },
});

/** Follows into the index from its position until all is in; resolves when it ends, and throws why. */
async function fillFrom(service: TestService, index: IndexClient, start: Position, liveLagMs = () => 0): Promise<void> {
  const { sync, running, end } = await startSync(service, start, () => ({ pieceSize: PIECE, index, liveLagMs }));
  let isOver = false;
  const caughtUp = eventually(
    async () => isOver || sync.position().backlog.length === 0,
    (isFull) => isFull,
  );
  caughtUp.catch(() => undefined);
  try {
    await Promise.race([running, caughtUp]);
  } finally {
    isOver = true;
    await end();
  }
}

/** A new index, and twelve pieces of products for it; resolves to where it begins, and their ids. */
async function twelvePieces(service: TestService, titles: Readonly<Record<string, string>> = {}) {
  const ids = await fill(service, 12 * PIECE);
  for (const [id, title] of Object.entries(titles)) await setTitle(service, id, title);
  return { start: await newIndex(service), ids };
}

/** Does something with a new index that refuses one product of the fifth of twelve pieces. */
async function withOneRefused(
  service: TestService,
  work: (start: Position, ids: readonly string[], refuseNone: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { start, ids } = await twelvePieces(service, { 'given-00045': REFUSED });
  await refusing(service, async (engine) => {
    await engine.refuseSome(service.indexName);
    await work(start, ids, () => engine.refuseNone(service.indexName));
  });
}

/** How many pieces were sent ahead when the first write alone comes. */
function watched(index: IndexClient, onAlone: (sentAhead: number) => void): IndexClient {
  let sentAhead = 0;
  const { send } = oneByOne(index);
  return {
    ...index,
    async send(name, write) {
      sentAhead += 1;
      return await send(name, write);
    },
    async write(name, write) {
      onAlone(sentAhead);
      await index.write(name, write);
    },
  };
}

concurrentTest('work that asks the index comes first, so that all the rest can be sent ahead', async (service) => {
  const { start: before } = await twelvePieces(service);
  await insert(service.catalogue, {
    collections: [collection('c', 'one')],
    memberships: [membership('c', 'given-00001', 'one')],
  });
  const start = { ...before, backlog: addToBacklog(before.backlog, [{ kind: 'collection', id: 'c', after: '' }]) };
  const index = indexOf(service);
  await index.write(service.indexName, { previous: null, deletedKeys: [], documents: [], position: start });
  let sentAhead = 0;
  const send: IndexClient['send'] = (name, write) => {
    sentAhead += 1;
    return index.send(name, write);
  };
  await fillFrom(service, { ...index, send }, start);
  await eventuallyEqual(service);
  expect(sentAhead).toBeGreaterThan(5);
});

refusingTest('a refused document in one of several writes under way is set apart, and all others are in', (service) =>
  withOneRefused(service, async (start, ids) => {
    const sentAhead: number[] = [];
    await fillFrom(
      service,
      watched(indexOf(service), (count) => sentAhead.push(count)),
      start,
    );
    await eventuallyLetters(service, 'given-00045');
    await eventuallyIndexed(
      service,
      ids.filter((id) => id !== 'given-00045'),
    );
    // Pieces after the fifth were in the engine when it was known that the fifth had failed.
    expect(sentAhead[0]).toBeGreaterThan(5);
  }),
);

refusingTest(
  'an indexer that ends when one of several has failed and those after it are in leaves nothing out',
  (service) =>
    withOneRefused(service, async (start, _ids, refuseNone) => {
      const index = indexOf(service);
      const killed = new Error('killed');
      const dying = watched(index, (sentAhead) => {
        expect(sentAhead).toBeGreaterThan(5);
        throw killed;
      });
      await expect(fillFrom(service, dying, start)).rejects.toBe(killed);
      await refuseNone();
      const { position } = await index.readPosition(service.indexName);
      if (position === null) throw new Error('the index has no position');
      await fillFrom(service, index, position);
      await eventuallyEqual(service);
    }),
);

/** The largest number of writes under way while an index is filled beside a live one that is so far behind. */
async function mostUnderWay(service: TestService, start: Position, lagMs: number): Promise<number> {
  let underWay = 0;
  let most = 0;
  const index = indexOf(service);
  const counted: Pick<IndexClient, 'send'> = {
    async send(name, write) {
      const sent = await index.send(name, write);
      underWay += 1;
      most = Math.max(most, underWay);
      return { ...sent, succeeded: () => sent.succeeded().finally(() => (underWay -= 1)) };
    },
  };
  await fillFrom(service, { ...index, ...counted }, start, () => lagMs);
  return most;
}

concurrentTest('several are under way while the live index is not behind', async (service) => {
  expect(await mostUnderWay(service, (await twelvePieces(service)).start, 0)).toBeGreaterThan(2);
  await eventuallyEqual(service);
});

concurrentTest('while the live index is behind, one is under way', async (service) => {
  expect(await mostUnderWay(service, (await twelvePieces(service)).start, 10_000)).toBe(1);
  await eventuallyEqual(service);
});

// FM-33
concurrentTest(
  'a change of the live index that would wait behind much under way has it taken back',
  async (service) => {
    const { start } = await twelvePieces(service);
    const index = indexOf(service);
    let sends = 0;
    let lagMs = 0;
    let cancels = 0;
    let endWork: () => Promise<void> = () => Promise.resolve();
    const disturbed: Pick<IndexClient, 'send' | 'cancel'> = {
      // 1. The engine is kept at work when the fifth piece is sent, which waits in its queue. 2. A change of the live index waits, too.
      async send(name, write) {
        sends += 1;
        if (sends === 5) {
          endWork = await keepAtWork(service);
          lagMs = 10_000;
        }
        return await index.send(name, write);
      },
      // 3. What waits is taken back. 4. It is sent again.
      async cancel(writes) {
        cancels += 1;
        await index.cancel(writes);
        await endWork();
      },
    };
    await fillFrom(service, { ...index, ...disturbed }, start, () => lagMs);
    await eventuallyEqual(service);
    const { total } = await service.meilisearch.tasks.getTasks({
      indexUids: [service.indexName],
      statuses: ['canceled'],
    });
    expect(total).toBeGreaterThan(0);
    // Changes go on to wait: from then on what is sent is small, and nothing is done twice again.
    expect(cancels).toBe(1);
  },
);

// FM-8
concurrentTest(
  'who takes over takes back what an earlier leader had sent to an index that is being built',
  async (service) => {
    const index = indexOf(service);
    const { start } = await twelvePieces(service);
    const name = rebuildName(service);
    await index.create(name, start);
    const endWork = await keepAtWork(service);
    const sent = await index.send(name, { previous: start, documents: [], deletedKeys: ['a'], position: start });
    const canceled = expect(sent.succeeded()).rejects.toMatchObject({ isCanceled: true });
    await service.startIndexer({}, 'start');
    await canceled;
    await endWork();
    await eventuallyEqual(service);
  },
);

const sentAhead = ({ log }: Log) => log.filter(({ msg }) => msg === 'sent ahead').length;

// FM-8, FM-21
concurrentTest(
  'after kill -9 with several writes of a rebuild under way the next indexer goes on with it',
  async (service) => {
    await fill(service, 15_000);
    const first = await service.startIndexerProcess({ LOG_LEVEL: 'debug' }, 'start');
    // The fourth is sent when two may be under way at least: nothing waits for it before the kill.
    await eventually(
      async () => sentAhead(first),
      (count) => count >= 4,
    );
    await first.end('SIGKILL');
    await endLease(service);
    const second = await service.startIndexer();
    await eventuallyEqual(service);
    expect(second.log.map(({ msg }) => msg)).toContain('going on with an interrupted rebuild');
  },
);
