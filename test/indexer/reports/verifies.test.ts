/**
 * `verify` reports what differs between the index and MongoDB, and nothing else; `--repair` repairs it. Covers FM-45.
 */
import { type Finished, runProgram } from '../../../dev/processes/launcher.ts';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Running, runIndexerCommand } from '../../support/in-worker.ts';
import { createService, type TestService } from '../../support/service.ts';
import { done } from '../support/indexes.ts';
import { insertRaw, UNREADABLE } from '../support/writes/raw-insert.ts';

let service: TestService;
let indexer: Running;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const products = ['one', 'other'].flatMap((merchantId) =>
    Array.from({ length: 30 }, (_product, index) => product(`${merchantId}-${index}`, merchantId)),
  );
  await insert(service.catalogue, {
    merchants: [...shop('one').merchants, ...shop('other').merchants],
    products,
    collections: [collection('c', 'one')],
    memberships: [membership('c', 'one-1', 'one')],
  });
  indexer = await service.startIndexer();
});
afterAll(() => service.stop());

const verify = (...argv: string[]): Promise<Finished> => runIndexerCommand(['verify', ...argv], service.variables);

/** Changes the index behind the indexer's back, and waits for the task. */
async function tamper(change: (index: ReturnType<TestService['meilisearch']['index']>) => Parameters<typeof done>[0]) {
  const { status } = await done(change(service.meilisearch.index(service.indexName)));
  expect(status).toBe('succeeded');
}

test('an index that equals MongoDB is reported as such, with exit code 0', async () => {
  const { code, stdout } = await verify();
  expect([code, stdout]).toEqual([0, '60 products: the index matches MongoDB\n']);
});

test('reports and repairs a missing, an extra and a stale document, which leave the count unchanged', async () => {
  await tamper((index) => index.deleteDocuments(['one-3']));
  await tamper((index) =>
    index.addDocuments([{ id: 'nobody', merchant_id: 'one', product_id: 'nobody', title: 'Nobody' }]),
  );
  await tamper((index) => index.updateDocuments([{ id: 'other-5', title: 'Tampered' }]));

  const found = await verify();
  expect(found.code).toBe(1);
  expect(found.stdout.trim().split('\n')).toEqual([
    '60 products: 3 differences',
    'one\tmissing\t1\tone-3',
    'one\textra\t1\tnobody',
    'other\tstale\t1\tother-5',
  ]);

  const repaired = await verify('--repair');
  expect([repaired.code, repaired.stdout]).toEqual([
    0,
    expect.stringContaining('after the repair: 60 products: the index matches'),
  ]);
  expect((await verify()).code).toBe(0);
});

test('finds a document with a changed field, with a changed content hash alone, and with an extra field', async () => {
  await tamper((index) => index.updateDocuments([{ id: 'one-11', subtitle: 'Changed by hand' }]));
  await tamper((index) => index.updateDocuments([{ id: 'one-12', content_hash: 'another' }]));
  await tamper((index) => index.updateDocuments([{ id: 'one-13', field_of_nobody: 'x' }]));
  const { code, stdout } = await verify('--repair');
  const [summary, found, ...after] = stdout.trim().split('\n');
  expect([code, summary, found]).toEqual([0, '60 products: 3 differences', 'one\tstale\t3\tone-11, one-12, one-13']);
  expect(after).toEqual(['after the repair: 60 products: the index matches MongoDB']);
});

test('a tombstone of an existing product is a missing document; any other tombstone is ignored', async () => {
  await tamper((index) => index.addDocuments([{ id: 'one-14', deleted: true }]));
  await tamper((index) => index.addDocuments([{ id: 'gone', deleted: true }]));
  await tamper((index) =>
    index.addDocuments([{ id: 'nobody', merchant_id: 'one', product_id: 'nobody', title: 'Nobody' }]),
  );
  const found = await verify();
  expect([found.code, found.stdout.trim().split('\n')]).toEqual([
    1,
    ['60 products: 2 differences', 'one\tmissing\t1\tone-14', 'one\textra\t1\tnobody'],
  ]);
  const repaired = await verify('--repair');
  expect([repaired.code, repaired.stdout]).toEqual([0, expect.stringContaining('after the repair: 60 products: the')]);
});

test('--merchant compares only the products of one merchant', async () => {
  await tamper((index) => index.deleteDocuments(['other-7']));
  expect((await verify('--merchant', 'one')).code).toBe(0);
  const { code, stdout } = await verify('--merchant', 'other');
  expect([code, stdout]).toEqual([1, expect.stringContaining('other\tmissing\t1\tother-7')]);
  expect((await verify('--merchant', 'other', '--repair')).code).toBe(0);
});

test('--merchant with an unknown id fails and reports nothing', async () => {
  expect(await verify('--merchant', 'nobody')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'there is no merchant nobody\n',
  });
});

test("--merchant finds another merchant's product that the index has under this merchant", async () => {
  await tamper((index) => index.updateDocuments([{ id: 'other-9', merchant_id: 'one' }]));
  const { code, stdout } = await verify('--merchant', 'one');
  expect([code, stdout]).toEqual([1, expect.stringContaining('other\tstale\t1\tother-9')]);
  expect((await verify('--merchant', 'one', '--repair')).code).toBe(0);
});

test('a product whose document has another product id is written again, not deleted', async () => {
  await tamper((index) => index.updateDocuments([{ id: 'one-4', product_id: 'nobody' }]));
  await tamper((index) => index.addDocuments([{ id: 'stray', merchant_id: 'one', product_id: 'stray' }]));
  const { code, stdout } = await verify('--repair');
  expect([code, stdout]).toEqual([0, expect.stringContaining('after the repair: 60 products: the index matches')]);
});

test('a closed stdout does not interrupt the repair', async () => {
  await tamper((index) => index.deleteDocuments(['other-8']));
  const { code, stderr } = await runProgram('indexer/main.js', ['verify', '--repair'], service.variables, {
    stdoutClosed: true,
  });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('EPIPE')]);
  expect((await verify()).code).toBe(0);
});

test('a document under a wrong key is extra, and is deleted by the repair', async () => {
  await tamper((index) =>
    index.addDocuments([{ id: 'wrong-key', merchant_id: 'one', product_id: 'one-1', title: 'Twice' }]),
  );
  const { code, stdout } = await verify('--repair');
  expect([code, stdout]).toEqual([0, expect.stringContaining('one\textra\t1\twrong-key')]);
});

test('changes in flight are not differences', async () => {
  let isWriting = true;
  const writing = (async () => {
    for (let round = 0; isWriting; round += 1) {
      const _id = `one-${round % 30}`;
      await service.catalogue.products.updateOne({ _id }, { $set: { title: `Round ${round}` } });
    }
  })();
  try {
    expect((await verify()).code).toBe(0);
  } finally {
    isWriting = false;
    await writing;
  }
});

test('an index of another MongoDB is named, and is not repaired', async () => {
  const other = await createService({ withIndexes: false });
  try {
    const variables = { ...other.variables, MEILISEARCH_INDEX: service.indexName };
    const BUILT_FROM = /^the index was built from database id .* this MongoDB is database id .*: another database/m;
    const found = await runIndexerCommand(['verify'], variables);
    expect([found.code, found.stdout]).toEqual([1, expect.stringMatching(BUILT_FROM)]);
    expect(found.stdout).toContain('`reindex --adopt`');
    const repaired = await runIndexerCommand(['verify', '--repair'], variables);
    expect(repaired).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(BUILT_FROM) });
    expect(repaired.stderr).toContain('`reindex --adopt`');
    expect(await other.database.collection('indexer_jobs').countDocuments()).toBe(0);
  } finally {
    await other.stop();
  }
});

test('a merchant whose id the index has as a hash is listed once, by its id', async () => {
  const merchantId = 'Shop.One';
  const hashed = await createService({ withIndexes: false });
  try {
    const products = ['gone', 'missing', 'stale'].map((id) => product(id, merchantId));
    await insert(hashed.catalogue, { ...shop(merchantId), products });
    await (await hashed.startIndexer()).stop();
    const index = hashed.meilisearch.index(hashed.indexName);
    await done(index.deleteDocuments(['missing']));
    await done(index.updateDocuments([{ id: 'stale', title: 'Tampered' }]));
    await hashed.catalogue.products.deleteOne({ _id: 'gone' });
    await insertRaw(hashed, [product('unreadable', merchantId, { subtitle: UNREADABLE })]);
    const { stdout } = await runIndexerCommand(['verify'], hashed.variables);
    expect(stdout.trim().split('\n').slice(1)).toEqual([
      'Shop.One\tmissing\t2\tmissing, unreadable',
      'Shop.One\textra\t1\tgone',
      'Shop.One\tstale\t1\tstale',
    ]);
  } finally {
    await hashed.stop();
  }
});

test('without a leader, verify says that changes are pending, and --repair leads until the repair is done', async () => {
  await indexer.stop();
  await tamper((index) => index.deleteDocuments(['one-2']));
  expect((await verify()).stderr).toMatch(/^No indexer leads: products that changed since .* may differ/m);
  const { code, stdout } = await verify('--repair');
  expect([code, stdout]).toEqual([0, expect.stringContaining('after the repair: 60 products: the index matches')]);
});
