/** The fuzzer removes its data from the engines, and keeps its logs if something was found. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createLogFolder } from '../../dev/log-folder.ts';
import { DIST } from '../../dev/project.ts';
import { openMeilisearch } from '../../src/engines/meilisearch.ts';
import { createShutdownHooks } from '../../src/runtime/lifecycle.ts';
import { createLogger } from '../../src/runtime/logger.ts';
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
 * Runs the fuzzer on the engines of the tests, with a `python3` that installs a program in place of Schemathesis, which
 * finds something in the first of its runs. Resolves to the exit code, the output, and what is left in the folder for
 * temporary files.
 */
async function fuzz() {
  const temporary = join(folder, 'temporary');
  await mkdir(temporary);
  const script = { mode: 0o755 };
  const schemathesis = join(folder, 'schemathesis');
  await writeFile(schemathesis, `#!/bin/sh\n! mkdir ${join(folder, 'first')}\n`, script);
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

test('a run with findings leaves its logs, says where they are, and removes its data', async () => {
  const { code, output, left } = await fuzz();
  const [logFolder = '', ...files] = left.toSorted();
  expect(code).toBe(1);
  expect(output).toContain(`in ${join(folder, 'temporary', logFolder)}\n`);
  expect(files).toEqual(['api-2.log', 'api-3.log', 'indexer-1.log'].map((name) => join(logFolder, name)));

  const meilisearch = openMeilisearch({ url: TEST_MEILISEARCH_URL, apiKey });
  const ownIndexes = async () => {
    const { results } = await meilisearch.getRawIndexes({ limit: 10_000 });
    return results.map(({ uid }) => uid).filter((uid) => uid.startsWith('fuzz_'));
  };
  await eventually(ownIndexes, (indexes) => indexes.length === 0);
});

test.each([true, false])('the folder of the logs at the end of a run, if it succeeded: %s', async (succeeded) => {
  const { onStop, release } = createShutdownHooks(createLogger('test', 'silent'));
  const said: string[] = [];
  const logs = createLogFolder('test', { onStop, say: (line) => void said.push(line) }, () => succeeded);
  try {
    await writeFile(join(logs, 'api.log'), 'a line');
    await release();
    expect({ isThere: existsSync(logs), said }).toEqual(
      succeeded ? { isThere: false, said: [] } : { isThere: true, said: [`The logs are in ${logs}`] },
    );
  } finally {
    await rm(logs, { recursive: true, force: true });
  }
});
