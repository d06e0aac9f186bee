/**
 * Trouble of the engine that answers as if what was sent were bad: a full disk, which is a 400, and a key that is no
 * longer known. Nothing is set apart, and when it is over the index is what MongoDB holds.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Meilisearch } from 'meilisearch';
import type { TestService } from '../support/service.ts';
import { concurrentTest } from './support/on-service.ts';
import { canHaveSmallDisk, startOnSmallDisk } from './support/small-disk.ts';
import { eventuallyEqual, fill, nextLine } from './support/steps.ts';

const countLetters = ({ database }: TestService) => database.collection('dead_letters').countDocuments();

// FM-30
concurrentTest('a key that is deleted and made again', async (service) => {
  await fill(service, 20);
  const uid = crypto.randomUUID();
  // One that ends: the API processes of other tests sign by keys that do not.
  const expiresAt = new Date(Date.now() + 3_600_000);
  const make = () => service.meilisearch.createKey({ uid, actions: ['*'], indexes: ['*'], expiresAt });
  const { key } = await make();
  const indexer = await service.startIndexer({ MEILISEARCH_API_KEY: key });
  await service.meilisearch.deleteKey(uid);
  const failed = nextLine(indexer, ({ msg }) => msg === 'Meilisearch refuses MEILISEARCH_API_KEY: trying again');
  await service.catalogue.products.updateMany({}, { $set: { title: 'Changed meanwhile' } });
  await failed;
  expect(await countLetters(service)).toBe(0);
  await make();
  await eventuallyEqual(service);
  expect(await countLetters(service)).toBe(0);
});

// FM-30
const smallDiskTest = canHaveSmallDisk() ? concurrentTest : (name: string) => test.skip(name, () => undefined);

smallDiskTest('a full disk (skipped where this machine lets no process have a disk of its own)', async (service) => {
  const engine = await startOnSmallDisk(await mkdtemp(join(tmpdir(), 'small-disk-')));
  try {
    const meilisearch = new Meilisearch({ host: engine.url, apiKey: engine.apiKey });
    await fill(service, 200);
    const indexer = await service.startIndexer({ MEILISEARCH_URL: engine.url, MEILISEARCH_API_KEY: engine.apiKey });
    await eventuallyEqual({ ...service, meilisearch });
    const refused = nextLine(indexer, ({ msg }) => /^Meilisearch cannot|^leading failed: trying again/.test(msg));
    await engine.fill();
    await service.catalogue.products.updateMany({}, { $set: { title: 'Changed while the disk was full' } });
    await refused;
    await nextLine(indexer, ({ msg }) => /^Meilisearch cannot|^leading failed: trying again/.test(msg));
    expect(await countLetters(service)).toBe(0);
    await engine.free();
    await eventuallyEqual({ ...service, meilisearch });
    expect(await countLetters(service)).toBe(0);
    expect(indexer.log.filter(({ msg }) => msg === 'building the index anew').length).toBe(1);
    await indexer.stop();
  } finally {
    await engine.end();
  }
});
