/** A stored secret stays the same, and a write that failed leaves no file that later starts would take for one. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenSecretIn } from '../../../dev/demo/catalogue.ts';
import { masterKeyIn } from '../../../dev/engines/meilisearch.ts';
import { storedSecret } from '../../../dev/stored-secret.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stored-secret-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const never = () => {
  throw new Error('made again');
};

test('it is made once, and only this user can read it', async () => {
  const path = join(folder, 'secret');
  expect((await storedSecret(path, () => Buffer.from('first'))).toString()).toBe('first');
  expect((await storedSecret(path, never)).toString()).toBe('first');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['secret']);
});

test.each<[string, string, (folder: string) => Promise<{ readonly length: number }>]>([
  ['Meilisearch’s master key', 'master-key', masterKeyIn],
  ['the secret of the demo’s tokens', 'token-secret', tokenSecretIn],
])('%s replaces an empty file', async (_, name, secretIn) => {
  await writeFile(join(folder, name), '');
  const secret = await secretIn(folder);
  expect(secret.length).toBe(32);
  expect(await secretIn(folder)).toEqual(secret);
});

test('a write that fails leaves no file', async () => {
  const module = new URL('../../../dist/dev/stored-secret.js', import.meta.url).href;
  const program = `
    import { storedSecret } from '${module}';
    await storedSecret(process.argv[1], () => Buffer.from('secret')).catch(({ code }) => console.log(code));`;
  // With this limit, every write to a file fails.
  const line = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', program];
  expect(execFileSync('/bin/sh', [...line, join(folder, 'secret')], { stdio: ['ignore', 'pipe', 'inherit'] })).toEqual(
    Buffer.from('EFBIG\n'),
  );
  expect(await readdir(folder)).toEqual([]);
});
