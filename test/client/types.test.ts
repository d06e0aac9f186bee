/** The client's types are those of the API's OpenAPI document. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIST, PROJECT } from '../../dev/project.ts';

function run(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', input, maxBuffer: 2 ** 24 });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-types-'));
});

afterAll(() => rm(folder, { recursive: true }));

const GENERATOR = join(PROJECT, 'client/scripts/generate-types.mjs');

test('client/src/openapi.ts is what `npm run client:types` writes', async () => {
  const generated = join(folder, 'openapi.ts');
  run([GENERATOR, generated], run([join(DIST, 'dev/openapi.js')]));
  const current = await readFile(join(PROJECT, 'client/src/openapi.ts'), 'utf8');
  if (current !== (await readFile(generated, 'utf8')))
    throw new Error('The API has changed: run `npm run client:types` and commit client/src/openapi.ts');
});

test('a document that cannot be read leaves the file as it is', async () => {
  const file = join(folder, 'kept.ts');
  await writeFile(file, 'kept');
  expect(() => run([GENERATOR, file], 'no document')).toThrow(/JSON/);
  expect(await readFile(file, 'utf8')).toBe('kept');
});
