/** A process that stood still, or whose stream is behind a flood of writes, takes nothing from memory until it knows of them. */
import { spawnSync } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { followVersions } from '../../src/cache/versions.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import { insert, product, shop } from '../support/fixtures.ts';
import { createService, type TestService } from '../support/service.ts';
import { follows } from '../support/versions.ts';

let service: TestService;
beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, { ...shop('one'), products: [product('p', 'one')] });
});
afterAll(() => service.stop());

/** What another process writes: much of another merchant's, then the product, and something more when that is old news. */
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

test('what was written meanwhile is known before anything is taken from memory again', async () => {
  const versions = followVersions({ database: service.database, logger: createLogger('test', 'silent') });
  try {
    await follows(versions);
    const before = versions.ofProduct('one', 'p');
    expect(before).not.toBeNull();
    // 1. This process stands still while others write.
    const env = { ...process.env, ...service.variables };
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', WRITES], { env });
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
    // 2. It goes on. At every moment at which a request could be answered, either it is blind or it knows.
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
