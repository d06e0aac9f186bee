/**
 * MongoDB is restored at its address from a snapshot, with as many elections as before. The driver then resumes the
 * change stream without an error, but what was cached before is stale. Skipped unless the engines are local programs.
 */
import { MongoClient } from 'mongodb';
import { restoreSnapshot, takeSnapshot } from '../../dev/engines/snapshots.ts';
import { followVersions } from '../../src/cache/versions.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { ownTest, startOwnEngines } from '../support/engines/own-engines.ts';
import { eventually } from '../support/service.ts';
import { follows } from '../support/versions.ts';

ownTest('after a restore within seconds, nothing that was cached before is fresh', async () => {
  const { mongodb, addresses, stop } = await startOwnEngines();
  // It waits for MongoDB as long as the restore takes.
  const client = new MongoClient(addresses.mongodbUrl, { serverSelectionTimeoutMS: 60_000 });
  const database = client.db('shop');
  const snapshot = await takeSnapshot(mongodb);
  await database.collection('products').insertOne({ merchantId: 'one' });
  const versions = followVersions({ database, logger: createLogger('test', 'silent') });
  try {
    await follows(versions);
    const before = versions.latest();
    // MongoDB's newest write is none of the stream's, so the driver resumes from a time and not from an event.
    await client.db('other').collection('writes').insertOne({});
    await follows(versions);

    await restoreSnapshot(mongodb, snapshot);
    expect(await database.collection('products').countDocuments()).toBe(0);
    const after = await eventually(
      async () => versions.latest(),
      (version) => version !== null,
    );
    expect(after).toBeGreaterThan(before ?? 0);
  } finally {
    await versions.close();
    await client.close();
    await stop();
  }
});
