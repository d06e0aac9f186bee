/**
 * While the engine works on one piece of a backlog, the next is read. What changes between that reading and its writing must
 * not get lost: function by function on the real engines, with the moments forced.
 */
import { EventEmitter, once } from 'node:events';
import { collection, insert, membership, product } from '../support/fixtures.ts';
import { eventually, type TestService } from '../support/service.ts';
import { indexOf, newIndex, readerOf, startSync } from './support/in-process.ts';
import { concurrentTest } from './support/on-service.ts';
import { eventuallyEqual, fill } from './support/steps.ts';

const PIECE = 10;

/** Follows into a new index with three pieces to fill; the changes come when the second was read and before it is written. */
async function changeWhatWasReadAhead(
  service: TestService,
  liveLagMs: (() => number) | null,
  change: () => Promise<unknown>,
): Promise<void> {
  const index = indexOf(service);
  const reader = readerOf(service);

  // 1. The first piece is on its way into the engine until the second was read, and changes came.
  const moments = new EventEmitter();
  const secondRead = once(moments, 'second read');
  const changed = once(moments, 'changed');
  const { feed, sync, end } = await startSync(service, await newIndex(service), () => ({
    ...{ pieceSize: PIECE, liveLagMs },
    reader: {
      ...reader,
      async load(...asked) {
        const reading = await reader.load(...asked);
        if (reading.documents.some(({ productId }) => productId === 'given-00010')) moments.emit('second read');
        return reading;
      },
    },
    index: {
      ...index,
      async write(name, write) {
        await changed;
        await index.write(name, write);
      },
      async send(name, write) {
        await changed;
        return await index.send(name, write);
      },
    },
  }));
  await secondRead;
  await change();
  await eventually(
    async () => feed.lagMs() ?? 0,
    (lagMs) => lagMs > 0,
  );
  // 2. From here on the second piece is written, and the changes with it or after it.
  moments.emit('changed');
  await eventuallyEqual(service);
  // The index has a piece before the indexer is told that its task is done.
  await eventually(
    async () => sync.progress().backlogDone,
    (done) => done >= 3 * PIECE - 2,
  );
  await end();
}

describe.each([
  { how: 'each written alone', liveLagMs: null },
  { how: 'several under way', liveLagMs: () => 0 },
])('$how', ({ liveLagMs }) => {
  // FM-1, FM-2, FM-3
  concurrentTest(
    'what was read ahead and then changed, deleted or brought back is written as it is',
    async (service) => {
      const { catalogue } = service;
      await fill(service, 3 * PIECE);
      await catalogue.products.deleteOne({ _id: 'given-00012' });
      await changeWhatWasReadAhead(service, liveLagMs, async () => {
        await catalogue.products.updateOne({ _id: 'given-00010' }, { $set: { title: 'Changed since' } });
        await catalogue.products.deleteOne({ _id: 'given-00011' });
        await insert(catalogue, { products: [product('given-00012', 'one', { title: 'Back again' })] });
      });
    },
  );

  // FM-40
  concurrentTest(
    'a collection that is renamed since reaches what was written and what was read ahead',
    async (service) => {
      const { catalogue } = service;
      await fill(service, 3 * PIECE);
      const members = ['given-00001', 'given-00010'].map((id) => membership('given', id, 'one'));
      await insert(catalogue, { collections: [collection('given', 'one')], memberships: members });
      await changeWhatWasReadAhead(service, liveLagMs, () =>
        catalogue.collections.updateOne({ _id: 'given' }, { $set: { name: 'Renamed since' } }),
      );
    },
  );
});
