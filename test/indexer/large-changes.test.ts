/**
 * More changed products than fit into the memory for one write: they come in several, and the position moves with the last of them. On
 * the real engines; what fits is made so little that products of any size are too many.
 */

import type { Position } from '../../indexer/checkpoint/checkpoint.ts';
import type { IndexWrite } from '../../indexer/engine/index-write.ts';
import { createRepairs } from '../../indexer/operations/repairs.ts';
import { tokenText } from '../../src/platform/resume-token.ts';
import { indexKey } from '../../src/search/index-document.ts';
import type { TestService } from '../support/service.ts';
import { indexOf, newIndex, startSync } from './support/in-process.ts';
import { concurrentTest } from './support/on-service.ts';
import { eventuallyEqual, fill } from './support/steps.ts';

/** Read in three parts. */
const PRODUCTS = 1100;
const IN_ONE_PART = 500;

/** Follows from a position; `onWrite` hears of each write that brings a document, before it is sent. */
function startFollowing(service: TestService, start: Position, onWrite: (write: IndexWrite) => void) {
  const index = indexOf(service);
  return startSync(service, start, () => ({
    ...{ pieceSize: 10, enoughBytes: 1, repairs: createRepairs(service.database, service.indexName) },
    index: {
      ...index,
      async write(name, write) {
        if (write.documents.length > 0) onWrite(write);
        await index.write(name, write);
      },
    },
  }));
}

/** An empty index to whose position all products have changed; resolves to that. */
async function behind(service: TestService): Promise<Position> {
  await fill(service, PRODUCTS);
  const start = { ...(await newIndex(service)), backlog: [] };
  await indexOf(service).write(service.indexName, { previous: null, deletedKeys: [], documents: [], position: start });
  await service.catalogue.products.updateMany({}, { $set: { price: 7 } });
  return start;
}

// FM-18
concurrentTest('each write brings a part, and the last one the position and the repairs', async (service) => {
  const start = await behind(service);
  const repairs = createRepairs(service.database, service.indexName);
  await repairs.ask([{ key: indexKey('given-00000'), productId: 'given-00000' }]);
  const writes: { readonly documents: number; readonly isMoved: boolean; readonly repairs: number }[] = [];
  const waiting: Promise<void>[] = [];
  const following = await startFollowing(service, start, ({ documents, position }) => {
    const isMoved = tokenText(position.token) !== tokenText(start.token);
    waiting.push(
      repairs.waiting(10).then(({ length }) => {
        writes.push({ documents: documents.length, isMoved, repairs: length });
      }),
    );
  });
  await eventuallyEqual(service);
  await repairs.untilDone(AbortSignal.timeout(30_000));
  await following.end();
  await Promise.all(waiting);
  const brought = writes.reduce((sum, { documents }) => sum + documents, 0);
  expect(brought).toBeGreaterThanOrEqual(PRODUCTS);
  expect(Math.max(...writes.map(({ documents }) => documents))).toBeLessThanOrEqual(IN_ONE_PART + 1);
  // Until all of them are in, a start would begin where this one did.
  const moved = writes.findIndex(({ isMoved }) => isMoved);
  expect(writes.slice(0, moved).reduce((sum, { documents }) => sum + documents, 0)).toBeLessThan(PRODUCTS);
  expect(writes.slice(0, moved).every(({ repairs: left }) => left === 1)).toBe(true);
  expect(await repairs.waiting(10)).toEqual([]);
});

// FM-8
concurrentTest('an indexer that ends between two of them leaves nothing out', async (service) => {
  const start = await behind(service);
  const killed = new Error('killed');
  let written = 0;
  const dying = await startFollowing(service, start, () => {
    written += 1;
    if (written === 2) throw killed;
  });
  await expect(dying.running).rejects.toBe(killed);
  const { position } = await indexOf(service).readPosition(service.indexName);
  expect(position).toEqual(start);
  const next = await startFollowing(service, start, () => undefined);
  await eventuallyEqual(service);
  await next.end();
});
