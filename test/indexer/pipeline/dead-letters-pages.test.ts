/** Dead letters are read in pages, from the primary, with majority read concern. */
import { CONTROL_DATA } from '../../../indexer/commands/open.ts';
import { createDeadLetters, type DeadLetter, retryDeadLetters } from '../../../indexer/pipeline/dead-letters.ts';
import { createRewrites, type Rewrites, rewrittenProducts } from '../../../indexer/requests/rewrites.ts';
import { openMongo } from '../../../src/engines/mongodb/client.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import type { TestService } from '../../support/service.ts';
import { concurrentTest } from '../support/per-test-service.ts';

const idAt = (at: number) => `p-${String(at).padStart(5, '0')}`;

/** Adds `count` dead letters of merchant `one`, and one of another index whose name has the same prefix. */
async function addLetters({ database, indexName, catalogue }: TestService, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_letter, at) => idAt(at));
  await insert(catalogue, { ...shop('one'), products: ids.map((id) => product(id, 'one')) });
  await createDeadLetters(database, indexName).add(
    ids.map((productId) => ({ productId, merchantId: 'one', reason: `rejected ${productId}` })),
  );
  await createDeadLetters(database, `${indexName}_rebuild`).add([
    { productId: idAt(0), merchantId: 'one', reason: 'of another index' },
  ]);
  return ids;
}

async function pagesOf(pages: AsyncIterable<readonly DeadLetter[]>): Promise<readonly (readonly string[])[]> {
  const found: string[][] = [];
  for await (const page of pages) found.push(page.map(({ productId }) => productId));
  return found;
}

concurrentTest('D11: dead letters of the index, a merchant or some products are read in pages', async (service) => {
  const { database, indexName } = service;
  const ids = await addLetters(service, 7);
  const letters = createDeadLetters(database, indexName, 3);
  await letters.add([{ productId: 'nobody', merchantId: null, reason: 'of no known merchant' }]);
  const byThree = [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)];
  expect(await pagesOf(letters.pages())).toEqual([['nobody', ...ids].slice(0, 3), ids.slice(2, 5), ids.slice(5)]);
  expect(await pagesOf(letters.pages({ merchantId: 'one' }))).toEqual(byThree);
  expect(await pagesOf(letters.pages({ productIds: [...ids.slice(1, 6), 'unknown'] }))).toEqual([
    ids.slice(1, 4),
    ids.slice(4, 6),
  ]);
  expect([await letters.count(), await letters.count({ merchantId: 'one' })]).toEqual([8, 7]);
  // Removing letters between pages doesn't skip others.
  const seen: string[] = [];
  for await (const page of letters.pages({ merchantId: 'one' })) {
    seen.push(...page.map(({ productId }) => productId));
    await letters.remove({ productIds: page.map(({ productId }) => productId) });
  }
  expect([seen, await letters.count()]).toEqual([ids, 1]);
});

concurrentTest('D11: a retry requests each page of dead letters before it reads the next', async (service) => {
  const { database, indexName } = service;
  const ids = await addLetters(service, 7);
  const rewrites = createRewrites(database, indexName);
  const requested: number[] = [];
  const counting: Pick<Rewrites, 'request'> = {
    async request(targets) {
      requested.push(targets.length);
      await rewrites.request(targets);
    },
  };
  expect(await retryDeadLetters(counting, createDeadLetters(database, indexName, 3))).toBe(7);
  expect(requested).toEqual([3, 3, 1]);
  expect(rewrittenProducts(await rewrites.due(10)).toSorted()).toEqual(ids);
});

concurrentTest('D11: list prints a table per page, and one JSON array of all letters', async (service) => {
  const ids = await addLetters(service, 2100);
  const { code, stdout } = await service.command('dead-letters list');
  const lines = stdout.trim().split('\n');
  expect([code, lines.filter((line) => line.startsWith('product ')).length]).toEqual([0, 3]);
  expect(lines.filter((line) => !line.startsWith('product ')).map((line) => line.split(' ')[0])).toEqual(ids);
  const asJson = JSON.parse((await service.command('dead-letters list --json')).stdout) as { id: string }[];
  expect(asJson.map(({ id }) => id)).toEqual(ids);
  expect((await service.command('dead-letters list --json --merchant nobody')).stdout).toBe('[]\n');
  expect((await service.command('dead-letters drop')).stdout).toBe('dropped 2100\n');
});

concurrentTest(
  'D9: dead letters are read and written with majority at the primary, regardless of the URL',
  async (service) => {
    await addLetters(service, 1);
    const url = new URL(service.variables.MONGODB_URL ?? '');
    url.searchParams.set('readPreference', 'secondaryPreferred');
    url.searchParams.set('readConcernLevel', 'local');
    url.searchParams.set('w', '1');
    const client = openMongo(url.href, { appName: 'test' });
    client.options.monitorCommands = true;
    const commands: { readonly name: string; readonly sent: Record<string, unknown> }[] = [];
    try {
      client.on('commandStarted', ({ commandName: name, command: sent }) => commands.push({ name, sent }));
      const letters = createDeadLetters(client.db(service.database.databaseName, CONTROL_DATA), service.indexName);
      await letters.add([{ productId: idAt(0), merchantId: 'one', reason: 'again' }]);
      expect(await pagesOf(letters.pages())).toEqual([[idAt(0)]]);
      expect([await letters.count(), await letters.countByMerchant()]).toEqual([1, new Map([['one', 1]])]);
      await letters.remove({});
    } finally {
      await client.close();
    }
    const writes = commands.filter(({ name }) => name === 'update' || name === 'delete');
    expect(writes.map(({ sent }) => sent.writeConcern)).toEqual(Array(2).fill({ w: 'majority', wtimeout: 15_000 }));
    const reads = commands.filter(({ name }) => name === 'find' || name === 'aggregate');
    expect(reads.length).toBeGreaterThanOrEqual(3);
    expect(reads.map(({ sent }) => [sent.readConcern, sent.$readPreference])).toEqual(
      reads.map(() => [{ level: 'majority' }, undefined]),
    );
  },
);
