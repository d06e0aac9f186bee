/**
 * The demo writes the environment of its processes to a file, so that the commands of operators work on its data. The
 * file has keys: only this user can read it, and it is removed at the end.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeEnvironmentFile } from '../../dev/demo/environment-file.ts';
import { PROJECT } from '../../dev/project.ts';
import { insert, merchant } from '../support/fixtures.ts';
import { createService, eventually, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;
let file: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  folder = await mkdtemp(join(tmpdir(), 'catalogue-demo-'));
  file = join(folder, 'env');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
});

/** Runs a command as the demo prints it, in a shell with no other variables. Resolves to its output. */
const inShell = async (command: string): Promise<string> => {
  const line = `set -a; . ${file}; set +a; ${command}`;
  const { stdout } = await promisify(execFile)('/bin/sh', ['-ec', line], {
    cwd: PROJECT,
    env: { PATH: process.env.PATH },
  });
  return stdout;
};

test('a shell has the same values, whatever characters they contain', async () => {
  const value = `mongodb://a:it's%24@h1,h2/x?replicaSet=r&appName="$HOME \\ \`id\``;
  const remove = await writeEnvironmentFile(file, { MONGODB_URL: value, MEILISEARCH_API_KEY: '' });
  const printed = await inShell(
    `${process.execPath} -p 'JSON.stringify([process.env.MONGODB_URL, process.env.MEILISEARCH_API_KEY])'`,
  );
  expect(JSON.parse(printed)).toEqual([value, '']);
  await remove();
  expect(existsSync(file)).toBe(false);
});

test('only this user can read it, also in place of a file that others could read', async () => {
  await writeFile(file, 'MONGODB_URL=old', { mode: 0o644 });
  const remove = await writeEnvironmentFile(file, { MONGODB_URL: 'mongodb://127.0.0.1/new' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await inShell('echo "$MONGODB_URL"')).toBe('mongodb://127.0.0.1/new\n');
  await remove();
});

test('commands work on the data of the demo', async () => {
  await insert(service.catalogue, { merchants: [merchant('one')] });
  const remove = await writeEnvironmentFile(file, service.variables as Record<string, string>);
  const token = await inShell(`${process.execPath} dist/src/cli.js token issue --merchant one`);
  expect(token).toMatch(/^cat_sk_/);
  expect(await inShell(`${process.execPath} dist/indexer/main.js status || true`)).toContain(service.indexName);
  await remove();
});

test('it is removed when the demo is killed', async () => {
  const module = new URL('../../dist/dev/demo/environment-file.js', import.meta.url).href;
  const program = `
    import { writeEnvironmentFile } from '${module}';
    await writeEnvironmentFile(${JSON.stringify(file)}, { MEILISEARCH_API_KEY: 'secret' });
    console.log('written');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(existsSync(file)).toBe(true);
  child.kill('SIGKILL');
  await eventually(
    async () => existsSync(file),
    (exists) => !exists,
  );
});
