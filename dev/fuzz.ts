/**
 * Runs Schemathesis with all its checks against the running service, with both response forms and both kinds of tokens.
 * Exit code 0: no findings. Composition root of `npm run test:fuzz`.
 */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { createReleasers, EXIT, onStopSignals, type Releasers } from '../src/runtime/lifecycle.ts';
import { createLogger } from '../src/runtime/logger.ts';
import { cacheFolder } from './engines/programs.ts';
import { startEngines } from './engines.ts';
import { installSchemathesis, runSchemathesis } from './fuzz/schemathesis.ts';
import { startService } from './fuzz/service.ts';
import { PROJECT } from './project.ts';

interface Options {
  readonly examples: number;
  readonly seed: number;
}

const wholeNumber = (value: string): number => {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number.');
};

function optionsOf(argv: readonly string[]): Options {
  return new Command('test:fuzz')
    .description('Sends generated requests of every kind to the running service, and checks the responses.')
    .option('--examples <number>', 'the maximum number of requests of each kind for each operation', wholeNumber, 100)
    .option('--seed <number>', 'the same seed gives the same requests', wholeNumber, 1)
    .parse([...argv])
    .opts<Options>();
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function fuzz({ examples, seed }: Options, releasers: Releasers, stopping: AbortSignal): Promise<boolean> {
  const program = await installSchemathesis(cacheFolder(process.env), say);
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-fuzz-'));
  releasers.onStop('logs', () => rm(folder, { recursive: true, force: true }));
  const engines = await startEngines({ environment: process.env, say });
  releasers.onStop('engines', () => engines.stop());
  const service = await startService({ engines, releasers, logFolder: folder, say, stopping });

  const runs = [
    { what: 'form A, a token that sees all', settings: {}, token: service.shop.token },
    {
      what: 'form B, a published token, no page cache',
      settings: { SEARCH_RESPONSE_FORM: 'B', PAGE_CACHE_BYTES: '0', CORS_ORIGINS: '*' },
      token: service.shop.publishedToken,
    },
  ];
  const hooks = join(PROJECT, 'dev', 'fuzz', 'hooks.py');
  let foundNothing = true;
  for (const { what, settings, token } of runs) {
    const url = await service.startApi(settings);
    stopping.throwIfAborted();
    say(`${what}, seed ${seed}`);
    const isClean = await runSchemathesis(program, { url, hooks, token, maxExamples: examples, seed }, folder);
    foundNothing &&= isClean;
  }
  return foundNothing;
}

async function main(): Promise<void> {
  const options = optionsOf(process.argv);
  const stopping = new AbortController();
  const releasers = createReleasers(createLogger('fuzz', 'error'));
  onStopSignals(() => stopping.abort());
  try {
    process.exitCode = (await fuzz(options, releasers, stopping.signal)) ? EXIT.success : EXIT.failure;
  } catch (error) {
    process.exitCode = EXIT.failure;
    say((error as Error).message);
  } finally {
    stopping.abort();
    await releasers.release();
  }
}

await main();
