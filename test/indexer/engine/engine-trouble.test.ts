/**
 * Engine failures whose responses look like bad requests: a full disk and a key that was deleted. Nothing is
 * dead-lettered, and after the recovery the index equals MongoDB.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { canHaveSmallDisk, startOnSmallDisk } from '../support/engines/small-disk.ts';
import { eventuallyNotReady, metricOf } from '../support/indexer-http.ts';
import { nextLine, rebuildsOf } from '../support/indexer-log.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

const countLetters = ({ database }: TestService) => database.collection('dead_letters').countDocuments();

// FM-30
concurrentTest('a key that is deleted and created again', async (service) => {
  await fill(service, 20);
  const uid = crypto.randomUUID();
  // With an expiry, because API processes of other tests sign tenant tokens with a key that has none.
  const expiresAt = new Date(Date.now() + 3_600_000);
  const createKey = () => service.meilisearch.createKey({ uid, actions: ['*'], indexes: ['*'], expiresAt });
  const { key } = await createKey();
  const indexer = await service.startIndexer({ MEILISEARCH_API_KEY: key });
  try {
    await service.meilisearch.deleteKey(uid);
    const failed = nextLine(indexer, ({ msg }) => msg === 'Meilisearch refuses MEILISEARCH_API_KEY: trying again');
    await service.catalogue.products.updateMany({}, { $set: { title: 'Changed meanwhile' } });
    await failed;
    await eventuallyNotReady(indexer, 'index', /^Meilisearch refuses MEILISEARCH_API_KEY$/);
    expect(await countLetters(service)).toBe(0);
    await createKey();
    await eventuallyEqual(service);
    expect(await countLetters(service)).toBe(0);
  } finally {
    await indexer.stop();
    await service.meilisearch.deleteKey(uid).catch(() => undefined);
  }
});

// FM-30
const smallDiskTest = canHaveSmallDisk() ? concurrentTest : (name: string) => test.skip(name, () => undefined);

smallDiskTest('a full disk (skipped unless this machine lets a process mount a tmpfs)', async (service) => {
  const engine = await startOnSmallDisk(await mkdtemp(join(tmpdir(), 'small-disk-')));
  try {
    const settings = { MEILISEARCH_URL: engine.url, MEILISEARCH_API_KEY: engine.apiKey };
    const compared = { ...service, variables: { ...service.variables, ...settings } };
    await fill(service, 200);
    const indexer = await service.startIndexer(settings);
    await eventuallyEqual(compared);
    const refused = nextLine(indexer, ({ msg }) => /^Meilisearch cannot|^leadership failed: trying again/.test(msg));
    await engine.fill();
    await service.catalogue.products.updateMany({}, { $set: { title: 'Changed while the disk was full' } });
    await refused;
    await eventually(
      async () => [await metricOf(indexer, 'engine_full'), (await service.command('status')).stdout] as const,
      ([isFull, status]) => isFull === 1 && /^Meilisearch +has no space left/m.test(status),
    );
    expect(await countLetters(service)).toBe(0);
    await engine.free();
    await eventuallyEqual(compared);
    expect(await countLetters(service)).toBe(0);
    // The leader reports once a second.
    await eventually(
      () => metricOf(indexer, 'engine_full'),
      (isFull) => isFull === 0,
    );
    expect(rebuildsOf(indexer).length).toBe(1);
    await indexer.stop();
  } finally {
    await engine.end();
  }
});
