/** The client's types are those of the API's OpenAPI document. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIST, PROJECT } from '../../dev/project.ts';

function output(file: string, input = ''): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
    encoding: 'utf8',
    input,
    maxBuffer: 2 ** 24,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

test('client/src/openapi.ts is what `npm run client:types` writes', async () => {
  const document = output(join(DIST, 'dev/openapi.js'));
  const types = output(join(PROJECT, 'client/scripts/generate-types.mjs'), document);
  const written = await readFile(join(PROJECT, 'client/src/openapi.ts'), 'utf8');
  if (written !== types)
    throw new Error('The API has changed: run `npm run client:types` and commit client/src/openapi.ts');
});
