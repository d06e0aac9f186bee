/**
 * A process that was frozen, or whose change stream lags behind many writes, serves nothing from its caches until it
 * has caught up.
 */
import { spawnSync } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { followVersions } from '../../src/cache/versions.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { insert, product, shop } from '../support/fixtures.ts';
import { createService, type TestService } from '../support/service.ts';
import { follows } from '../support/versions.ts';

let service: TestService;
beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p', 'one')] });
});
afterAll(() => service.stop());

/** The writes of another process: many products of another merchant, then the product, and 4 s later one more write. */
const WRITES = `
  import { MongoClient } from 'mongodb';
  import { setTimeout } from 'node:timers/promises';
  const client = await MongoClient.connect(process.env.MONGODB_URL);
  const products = client.db(process.env.MONGODB_DATABASE).collection('products');
  const many = Array.from({ length: 5000 }, (_product, number) => ({ _id: 'many-' + number, merchantId: 'other' }));
  await products.insertMany(many);
  await products.updateOne({ _id: 'p' }, { $set: { quantity: 77 } });
  await setTimeout(4000);
  await products.updateOne({ _id: 'many-0' }, { $set: { quantity: 77 } });
  await client.close();
`;

test('no cached value is served before the writes of the meantime are known', async () => {
  const versions = followVersions({ database: service.database, logger: createLogger('test', 'silent') });
  try {
    await follows(versions);
    const before = versions.ofProduct('one', 'p');
    expect(before).not.toBeNull();
    // 1. This process is blocked while another one writes.
    const env = { ...process.env, ...service.variables };
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', WRITES], { env });
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
    // 2. It goes on. Whenever it could serve a request, it is either disconnected or knows of the writes.
    let stale = 0;
    let version = versions.ofProduct('one', 'p');
    while (version === null || version === before) {
      if (version === before) stale += 1;
      await setImmediate();
      version = versions.ofProduct('one', 'p');
    }
    expect(stale).toBe(0);
  } finally {
    await versions.close();
  }
});
