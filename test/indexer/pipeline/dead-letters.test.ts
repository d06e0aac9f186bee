/**
 * A product that can't be decoded, or whose document the engine rejects, becomes a dead letter. It delays no other
 * product, and an engine failure makes no dead letters.
 */
import { insert, product, shop } from '../../support/fixtures.ts';
import { runIndexerCommand } from '../../support/in-worker.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { eventuallyIndexed, eventuallyLetters, indexedIds, letters, setTitle } from '../support/dead-letters.ts';
import { throughProxy } from '../support/engines/held-rebuilds.ts';
import { REFUSED, refusingTest, startRefusing } from '../support/engines/refusing-engine.ts';
import { nextLine } from '../support/indexer-log.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { insertRaw, UNREADABLE } from '../support/writes/raw-insert.ts';

const deadLetters = (service: TestService, ...argv: string[]) =>
  runIndexerCommand(['dead-letters', ...argv], service.variables);

// FM-18, FM-22
concurrentTest(
  'a product that the driver cannot decode delays no other, and is indexed once corrected',
  async (service) => {
    await fill(service, 250);
    await insertRaw(service, [product('given-00125-broken', 'one', { subtitle: UNREADABLE })]);
    await service.startIndexer();
    await eventuallyLetters(service, 'given-00125-broken');
    expect((await letters(service))[0]).toMatchObject({
      merchantId: 'one',
      reason: expect.stringContaining('cannot be read'),
      tries: 1,
    });
    expect((await indexedIds(service)).length).toBe(250);

    await insert(service.catalogue, { products: [product('later', 'one')] });
    await eventually(
      () => indexedIds(service),
      (ids) => ids.includes('later'),
    );
    await service.catalogue.products.updateOne({ _id: 'given-00125-broken' }, { $set: { subtitle: 'Mended' } });
    await eventuallyLetters(service);
    await eventuallyEqual(service);
  },
);

// FM-9, FM-22
refusingTest(
  'a document that the engine rejects, among many, is found with few tasks, and the others and the checkpoint advance',
  async (service) => {
    const engine = await startRefusing(service);
    const ids = await fill(service, 250);
    await throughProxy(service, async (proxy, settings) => {
      const indexer = await service.startIndexer(settings);
      await engine.refuseSome(service.indexName);
      await setTitle(service, 'given-00170', 'Known before');
      await eventuallyEqual(service);

      proxy.hold();
      // Change each product once: however the events are batched, the rejected product is tried once.
      const { products } = service.catalogue;
      await products.updateMany({ _id: { $lt: 'given-00170' } }, { $set: { subtitle: 'Changed at once' } });
      await setTitle(service, 'given-00170', REFUSED);
      await products.updateMany({ _id: { $gt: 'given-00170' } }, { $set: { subtitle: 'Changed at once' } });
      await proxy.pass();
      await eventuallyLetters(service, 'given-00170');
      // This insert is in a later write: once it is indexed, the checkpoint is past the rejected product.
      await insert(service.catalogue, { products: [product('next', 'one')] });
      await eventuallyIndexed(service, [...ids.filter((id) => id !== 'given-00170'), 'next']);
      await indexer.stop();
    });
    expect(await letters(service)).toMatchObject([{ merchantId: 'one', reason: expect.stringContaining('nowhere') }]);
    const { total } = await service.meilisearch.tasks.getTasks({
      indexUids: [service.indexName],
      statuses: ['failed'],
      limit: 1,
    });
    expect(total).toBeLessThan(15);

    // The checkpoint is past the rejected product, so the next start doesn't try it again.
    await service.startIndexer();
    await insert(service.catalogue, { products: [product('later', 'one')] });
    await eventually(
      () => indexedIds(service),
      (found) => found.includes('later'),
    );
    expect((await letters(service)).map(({ tries }) => tries)).toEqual([1]);

    await setTitle(service, 'given-00170', `${REFUSED} again`);
    await eventually(
      () => letters(service),
      ([letter]) => letter?.tries === 2,
    );
    const [{ firstAt, lastAt } = { firstAt: 0, lastAt: 0 }] = await letters(service);
    expect(lastAt > firstAt).toBe(true);
    await setTitle(service, 'given-00170', 'Good');
    await eventuallyLetters(service);
    await eventuallyEqual(service);
  },
);

refusingTest(
  'several rejected products in one write are all found, and deleting the products removes their dead letters',
  async (service) => {
    const engine = await startRefusing(service);
    const ids = await fill(service, 180);
    await throughProxy(service, async (proxy, settings) => {
      await service.startIndexer(settings);
      await engine.refuseSome(service.indexName);
      const bad = ids.filter((_id, index) => index % 60 === 7 || index === 8);
      proxy.hold();
      await service.catalogue.products.updateMany({}, { $set: { subtitle: 'Changed' } });
      for (const id of bad) await setTitle(service, id, REFUSED);
      await proxy.pass();
      await eventuallyLetters(service, ...bad);
      await eventuallyIndexed(
        service,
        ids.filter((id) => !bad.includes(id)),
      );
      await service.catalogue.products.deleteMany({ _id: { $in: bad } });
      await eventuallyLetters(service);
      await eventuallyEqual(service);
    });
  },
);

// FM-9, FM-30
refusingTest(
  'an engine that rejects every document is at fault: nothing is dead-lettered, and all is written after its recovery',
  async (service) => {
    const engine = await startRefusing(service);
    await fill(service, 40);
    const indexer = await service.startIndexer();
    await engine.refuseAll(service.indexName);
    const failed = nextLine(indexer, ({ msg }) => msg === 'leadership failed: trying again');
    await service.catalogue.products.updateMany({ _id: { $lt: 'given-00020' } }, { $set: { title: 'Changed' } });
    await failed;
    await nextLine(indexer, ({ msg }) => msg === 'leadership failed: trying again');
    expect(await letters(service)).toEqual([]);
    expect((await indexedIds(service)).length).toBe(40);
    await engine.refuseNone(service.indexName);
    await eventuallyEqual(service);
  },
);

refusingTest('list, retry and drop, with a running indexer and without', async (service) => {
  const engine = await startRefusing(service);
  await insert(service.catalogue, { ...shop('one'), products: ['a', 'b', 'c'].map((id) => product(id, 'one')) });
  await insert(service.catalogue, { ...shop('two'), products: [product('d', 'two')] });
  const indexer = await service.startIndexer();
  expect(await deadLetters(service, 'list')).toMatchObject({ code: 0, stdout: 'no dead letters\n' });
  await engine.refuseSome(service.indexName);
  await service.catalogue.products.updateMany({ _id: { $ne: 'a' } }, { $set: { title: REFUSED } });
  await eventuallyLetters(service, 'b', 'c', 'd');

  const table = (await deadLetters(service, 'list')).stdout.trim().split('\n');
  expect(table[0]).toMatch(/^product +merchant +tries +first +last +reason$/);
  expect(table.slice(1).map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
    ['b', 'one', '1'],
    ['c', 'one', '1'],
    ['d', 'two', '1'],
  ]);
  const { code, stdout } = await deadLetters(service, 'list', '--json', '--merchant', 'two');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    {
      id: 'd',
      merchant: 'two',
      tries: 1,
      reason: expect.any(String),
      firstAt: expect.any(String),
      lastAt: expect.any(String),
    },
  ]);
  expect((await service.command('status')).stdout).toMatch(/^dead letters +3$/m);
  const { port } = await indexer.line(({ msg }) => msg === 'health and metrics');
  await eventually(
    async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
    (metrics) => /^catalogue_indexer_dead_letters\{.*\} 3$/m.test(metrics),
  );

  const unknown = await deadLetters(service, 'retry', 'b', 'nothing');
  expect(unknown.code).toBe(1);
  expect(unknown.stdout + unknown.stderr).toContain('no dead letter for: nothing');
  const refused = await deadLetters(service, 'retry', 'b');
  expect([refused.code, refused.stdout]).toEqual([
    1,
    expect.stringContaining('retried 1: 0 resolved, 1 rejected again'),
  ]);
  expect((await letters(service)).map(({ tries }) => tries)).toEqual([2, 1, 1]);

  expect(await deadLetters(service, 'drop', 'c')).toMatchObject({ code: 0, stdout: 'dropped 1\n' });
  await eventuallyLetters(service, 'b', 'd');
  await indexer.stop();
  await engine.refuseNone(service.indexName);
  const retried = await deadLetters(service, 'retry');
  expect([retried.code, retried.stdout]).toEqual([0, 'retried 2: 2 resolved, 0 rejected again\n']);
  expect(await letters(service)).toEqual([]);
  expect(await indexedIds(service)).toEqual(['a', 'b', 'd']);
  expect(await deadLetters(service, 'drop')).toMatchObject({ code: 0, stdout: 'dropped 0\n' });
});

refusingTest('verify reports dead letters, and --repair retries them', async (service) => {
  const engine = await startRefusing(service);
  await fill(service, 20);
  await service.startIndexer();
  await engine.refuseSome(service.indexName);
  await setTitle(service, 'given-00003', REFUSED);
  await eventuallyLetters(service, 'given-00003');
  const verify = (...argv: string[]) => runIndexerCommand(['verify', ...argv], service.variables);
  const found = await verify();
  expect([found.code, found.stdout]).toEqual([1, '20 products: 1 differences\none\tdead letter\t1\tgiven-00003\n']);
  expect((await verify('--repair')).code).toBe(1);
  expect((await letters(service)).map(({ tries }) => tries)).toEqual([2]);
  await engine.refuseNone(service.indexName);
  expect((await verify('--repair')).code).toBe(0);
  expect(await letters(service)).toEqual([]);
});
