/** The fuzzer removes its data from the engines, and keeps its logs if something was found. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DIST } from '../../dev/project.ts';
import { openMeilisearch } from '../../src/engines/meilisearch.ts';
import { eventually } from '../support/service.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fuzz-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const {
  TEST_MONGODB_URL = '',
  TEST_MEILISEARCH_URL = '',
  TEST_MEILISEARCH_API_KEY: apiKey = '',
  PATH = '',
} = process.env;

/**
 * Runs the fuzzer on the engines of the tests, with a `python3` that installs a program which ends with this exit code
 * in place of Schemathesis. Resolves to the exit code, the output, and what is left in the folder for temporary files.
 */
async function fuzz(exitCode: number) {
  const temporary = join(folder, 'temporary');
  await mkdir(temporary);
  const script = { mode: 0o755 };
  const schemathesis = join(folder, 'schemathesis');
  await writeFile(schemathesis, `#!/bin/sh\nexit ${exitCode}\n`, script);
  // `python3 -m venv FOLDER`, then `FOLDER/bin/python -m pip …`
  const install = `mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp ${schemathesis} "$3/bin"`;
  await writeFile(join(folder, 'python3'), `#!/bin/sh\nif [ "$2" = venv ]; then ${install}; fi\n`, script);
  const environment = {
    PATH: `${folder}:${PATH}`,
    XDG_CACHE_HOME: join(folder, 'cache'),
    TMPDIR: temporary,
    MONGODB_URL: TEST_MONGODB_URL,
    MEILISEARCH_URL: TEST_MEILISEARCH_URL,
    MEILISEARCH_API_KEY: apiKey,
  };
  const fuzzer = spawn(process.execPath, [join(DIST, 'dev', 'fuzz.js')], { env: environment });
  const [[code], output] = await Promise.all([once(fuzzer, 'exit'), text(fuzzer.stderr)]);
  return { code, output, left: await readdir(temporary, { recursive: true }) };
}

test.each<[string, number]>([
  ['without findings, leaves nothing', 0],
  ['with findings, leaves its logs and says where they are', 1],
])('a run %s', async (_, exitCode) => {
  const { code, output, left } = await fuzz(exitCode);
  const [logFolder = '', ...files] = left.toSorted();
  expect({ code, output }).toEqual({
    code: exitCode,
    output:
      exitCode === 0
        ? expect.not.stringContaining('logs')
        : expect.stringContaining(`in ${join(folder, 'temporary', logFolder)}\n`),
  });
  const logs = ['api-2.log', 'api-3.log', 'indexer-1.log'];
  expect(files).toEqual(exitCode === 0 ? [] : logs.map((name) => join(logFolder, name)));

  const meilisearch = openMeilisearch({ url: TEST_MEILISEARCH_URL, apiKey });
  const ownIndexes = async () => {
    const { results } = await meilisearch.getRawIndexes({ limit: 10_000 });
    return results.map(({ uid }) => uid).filter((uid) => uid.startsWith('fuzz_'));
  };
  await eventually(ownIndexes, (indexes) => indexes.length === 0);
});
