/**
 * Runs Schemathesis with all its checks against the running service, with both response forms and both kinds of tokens.
 * Exit code 0: no findings. Composition root of `npm run test:fuzz`.
 */
import { join } from 'node:path';
import { Command } from 'commander';
import { wholeNumber } from '../src/runtime/command-line/command-line.ts';
import { EXIT } from '../src/runtime/lifecycle.ts';
import { cacheFolder } from './engines/programs.ts';
import { startEngines } from './engines.ts';
import { installSchemathesis, runSchemathesis } from './fuzz/schemathesis.ts';
import { startFuzzedService } from './fuzz/service.ts';
import { createLogFolder } from './log-folder.ts';
import { PROJECT } from './project.ts';
import { type Run, runToEnd } from './run.ts';

interface Options {
  readonly examples: number;
  readonly seed: number;
}

function optionsOf(argv: readonly string[]): Options {
  return new Command('test:fuzz')
    .description('Sends generated requests of every kind to the running service, and checks the responses.')
    .option(
      '--examples <number>',
      'the maximum number of requests of each kind for each operation',
      wholeNumber(1, 100_000),
      100,
    )
    .option('--seed <number>', 'the same seed gives the same requests', wholeNumber(0, 999_999_999), 1)
    .exitOverride()
    .parse([...argv])
    .opts<Options>();
}

/** Resolves to whether nothing was found. Otherwise, the logs are kept, and what Schemathesis has written. */
async function fuzz({ examples, seed }: Options, run: Run): Promise<boolean> {
  const { say, onStop, stopping } = run;
  const program = await installSchemathesis(cacheFolder(process.env), say, stopping);
  const engines = await startEngines({ environment: process.env, say, stopping });
  onStop('engines', () => engines.stop());
  let foundNothing = false;
  const folder = createLogFolder('fuzz', run, () => foundNothing);
  const { shop, startApi } = await startFuzzedService({ engines, run, logFolder: folder });
  const runs = [
    { what: 'form A, a token that sees all', settings: {}, token: shop.token },
    {
      what: 'form B, a published token, no page cache',
      settings: { SEARCH_RESPONSE_FORM: 'B', PAGE_CACHE_BYTES: '0', CORS_ORIGINS: '*' },
      token: shop.publishedToken,
    },
  ];
  const common = { hooks: join(PROJECT, 'dev', 'fuzz', 'hooks.py'), maxExamples: examples, seed, stopping };
  const clean: boolean[] = [];
  for (const { what, settings, token } of runs) {
    const url = await startApi(settings);
    say(`${what}, seed ${seed}`);
    clean.push(await runSchemathesis(program, { ...common, url, token }, folder));
  }
  foundNothing = clean.every(Boolean);
  return foundNothing;
}

process.exit(
  await runToEnd('fuzz', async (run) => ((await fuzz(optionsOf(process.argv), run)) ? EXIT.success : EXIT.failure)),
);
