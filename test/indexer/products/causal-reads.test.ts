/**
 * FM-16: the reads of a batch see the changes that it is about, also from a primary that was just elected and lacks them.
 * What the driver sends to MongoDB shows which time each read waits for.
 */
import os from 'node:os';
import { type ClientSession, type CommandStartedEvent, MongoClient, Timestamp } from 'mongodb';
import { createProductLoader } from '../../../indexer/products/product-loader.ts';
import { collection, insert, membership } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import type { TestService } from '../../support/service.ts';
import { filledIndex, startPipeline } from '../support/in-process.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

const NEVER = Timestamp.fromBits(0, 0);

/** Runs `work` with a loader, and a function that returns its reads so far: the collection, and the time of each. */
async function withLoader(
  { variables }: TestService,
  work: (
    loader: ReturnType<typeof createProductLoader>,
    takeReads: () => (readonly [collection: string, notBefore: Timestamp])[],
  ) => Promise<void>,
): Promise<void> {
  const client = new MongoClient(variables.MONGODB_URL ?? '', { monitorCommands: true, runtimeAdapters: { os } });
  const reads: (readonly [string, Timestamp])[] = [];
  client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    if (commandName === 'find' || commandName === 'aggregate')
      reads.push([String(command[commandName]), command.readConcern?.afterClusterTime ?? NEVER]);
  });
  try {
    await work(createProductLoader(client, client.db()), () => reads.splice(0));
  } finally {
    await client.close();
  }
}

/** Resolves to the time of a write by MongoDB. */
const timeOf = ({ database }: TestService, write: (options: { session: ClientSession }) => Promise<unknown>) =>
  database.client.withSession(async (session) => {
    await write({ session });
    return session.operationTime ?? NEVER;
  });

concurrentTest('each read of a batch waits for the newest change of the batch', async (service) => {
  const { products, collections } = service.catalogue;
  await fill(service, 3);
  await insert(service.catalogue, {
    collections: [collection('shelf', 'one')],
    memberships: [membership('shelf', 'given-00001', 'one')],
  });
  const start = await filledIndex(service);
  await withLoader(service, async (loader, takeReads) => {
    const { end } = await startPipeline(service, start, { loader });
    const assertWaits = async (write: Parameters<typeof timeOf>[1]) => {
      takeReads();
      const time = await timeOf(service, write);
      await eventuallyEqual(service);
      const reads = takeReads();
      expect(reads.map(([name]) => name)).toEqual(expect.arrayContaining(['products', 'merchants', 'memberships']));
      expect(reads.filter(([, notBefore]) => notBefore.lessThan(time))).toEqual([]);
    };
    await assertWaits((options) => products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Changed' } }, options));
    // Its products are loaded by a fan-out.
    await assertWaits((options) => collections.updateOne({ _id: 'shelf' }, { $set: { name: 'Changed' } }, options));
    await end();
  });
});
