/** The indexer works with the key that the documents tell operators to create. With a limited one, it says why not. */
import type { KeyCreation } from 'meilisearch';
import { KEY_LIMITED } from '../../../indexer/engine/limited-key.ts';
import { documentedKey } from '../../support/engines/documented-keys.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import type { TestService } from '../../support/service.ts';
import { eventuallyNotReady } from '../support/indexer-http.ts';
import { generationOf } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

/** Runs `work` with the settings of an indexer that has such a key. */
async function withKey(
  { meilisearch }: TestService,
  creation: KeyCreation,
  work: (settings: { readonly MEILISEARCH_API_KEY: string }, uid: string) => Promise<void>,
): Promise<void> {
  const { key, uid } = await meilisearch.createKey(creation);
  try {
    await work({ MEILISEARCH_API_KEY: key }, uid);
  } finally {
    await meilisearch.deleteKey(uid);
  }
}

concurrentTest('the documented key allows everything that the indexer does', async (service) => {
  await fill(service, 20);
  await withKey(service, documentedKey('indexer'), async (settings) => {
    const indexer = await service.startIndexer({ ...settings, TASKS_KEPT_MS: '1000', LOG_LEVEL: 'debug' });
    await eventuallyEqual(service);
    expect(await service.command('reindex', settings)).toMatchObject({ code: 0 });
    expect(await generationOf(service)).toBe(2);
    expect(await service.command('rollback', settings)).toMatchObject({ code: 0 });
    expect(await generationOf(service)).toBe(1);
    for (const command of ['reindex --drop-old', 'reindex --merchant one', 'verify', 'status', 'explain given-00001'])
      expect([command, await service.command(command, settings)]).toMatchObject([command, { code: 0 }]);
    await eventuallyEqual(service);
    await indexer.line(({ msg, deletions }) => msg === 'old tasks are purged' && Number(deletions) > 0);
    await indexer.stop();
    // Warnings may say that the engines were slow.
    const isRefusal = (line: object) => /invalid_api_key|MEILISEARCH_API_KEY/.test(JSON.stringify(line));
    expect(indexer.log.filter((line) => line.level === 'error' || isRefusal(line))).toEqual([]);
  });
});

const LIMITS: readonly [what: string, indexesOf: (name: string) => string[]][] = [
  ['its own indexes', (name) => [name, `${name}_rebuild_*`, `${name}_previous`]],
  ['indexes that begin with the name', (name) => [`${name}*`]],
];
for (const [what, indexesOf] of LIMITS)
  concurrentTest(
    `with a key for ${what}, the indexer stands by and says so until the key allows all`,
    async (service) => {
      const creation = { ...documentedKey('indexer'), indexes: indexesOf(service.indexName) };
      await fill(service, 20);
      await withKey(service, creation, async (settings, uid) => {
        const indexer = await service.startIndexer(settings, 'start');
        await indexer.line(({ level, msg }) => level === 'error' && msg === `standing by: ${KEY_LIMITED}`);
        await eventuallyNotReady(indexer, 'leadership', /^MEILISEARCH_API_KEY is limited to some indexes/);
        for (const command of ['reindex', 'rollback'])
          expect([command, await service.command(command, settings)]).toMatchObject([
            command,
            { code: 1, stdout: '', stderr: `${KEY_LIMITED}\n` },
          ]);
        expect(indexer.log.filter(({ msg }) => msg === 'leading')).toEqual([]);
        const { results } = await service.meilisearch.getRawIndexes({ limit: 10_000 });
        expect(results.filter((index) => index.uid.startsWith(service.indexName))).toEqual([]);

        // A key with the same uid has the same value.
        await service.meilisearch.deleteKey(uid);
        await service.meilisearch.createKey({ ...documentedKey('indexer'), uid });
        await eventuallyEqual(service);
        await indexer.stop();
      });
    },
  );
