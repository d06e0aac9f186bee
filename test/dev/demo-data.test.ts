/**
 * The demo's database from a user's file: an error names a truncated file, and the complete one can be imported
 * afterwards.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fill } from '../../dev/demo/catalogue.ts';
import { createService, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  folder = await mkdtemp(join(tmpdir(), 'catalogue-demo-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
});

const records = [
  { kind: 'merchant', id: 'one', name: 'One', handle: 'one' },
  { kind: 'location', id: 'l', merchantId: 'one', name: 'Quay', handle: 'quay' },
];
const whole = gzipSync(records.map((record) => JSON.stringify(record)).join('\n'));

const fillFrom = (catalogue: string) =>
  fill(service.catalogue, { catalogue, merchants: 1, products: 1 }, () => undefined, new AbortController().signal);

test('an error names a truncated file, and the demo does not treat it as complete', async () => {
  const file = join(folder, 'own.jsonl.gz');
  await writeFile(file, whole.subarray(0, -8));
  await expect(fillFrom(file)).rejects.toThrow(`${file} cannot be read completely: unexpected end of file`);
  await writeFile(file, whole);
  await fillFrom(file);
  expect(await service.catalogue.locations.countDocuments()).toBe(1);
});
