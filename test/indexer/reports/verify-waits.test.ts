/** D37: `verify` goes on if MongoDB can't be reached for longer than the driver waits, as during an election. */
import { PassThrough, Readable } from 'node:stream';
import { createIndexerProgram } from '../../../indexer/commands/program.ts';
import { startMongodbProxy } from '../../support/engines/proxy.ts';
import { createService, eventually, type TestService } from '../../support/service.ts';
import { fill } from '../support/writes/fill.ts';

const PRODUCTS = 3;
let service: TestService;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await fill(service, PRODUCTS);
  await (await service.startIndexer()).stop();
});
afterAll(() => service.stop());

test('D37: MongoDB is gone while products are read, and back in time for the next attempt', async () => {
  let isReading = false;
  const proxy = await startMongodbProxy(service, (sent) => {
    // The driver reads the memberships of products with the products.
    if (isReading || !sent.includes('memberships')) return;
    isReading = true;
    void proxy.refuse();
  });
  let printed = '';
  const output = new PassThrough().on('data', (chunk) => {
    printed += chunk;
  });
  const environment = { ...service.variables, MONGODB_URL: proxy.url };
  const shell = { argv: [], environment, stdin: Readable.from([]), stdout: output, stderr: output };
  try {
    const codes: number[] = [];
    const verifying = createIndexerProgram(shell, (code) => codes.push(code)).parseAsync(['verify'], { from: 'user' });
    await eventually(
      async () => printed,
      (text) => text.includes('MongoDB does not answer, or has no primary: trying again'),
    );
    await proxy.pass();
    await verifying;
    expect([codes, printed]).toEqual([
      [0],
      expect.stringContaining(`${PRODUCTS} products: the index matches MongoDB\n`),
    ]);
  } finally {
    await proxy.refuse();
  }
});
