/**
 * The indexer's command line. `run` keeps the index true to MongoDB until it is stopped; `reindex` builds the index anew
 * beside the live one; `verify` compares it with MongoDB; `status` tells how it stands; `dead-letters` shows what could not
 * get in and has it tried again.
 * Exit codes: 0 done or stopped when asked, 1 failed or something differs, 2 wrong use or environment.
 */
import { setFlagsFromString } from 'node:v8';
import { Command } from 'commander';
import { readConfig } from '../src/config.ts';
import { runCommandLine } from '../src/platform/command-line.ts';
import { dropDeadLetters, type ListOptions, listDeadLetters, retryDeadLetters } from './commands/dead-letters.ts';
import type { IndexerConfig } from './commands/open.ts';
import { reindex } from './commands/reindex.ts';
import { run } from './commands/run.ts';
import { status } from './commands/status.ts';
import { type VerifyCommandOptions, verifyCommand } from './commands/verify.ts';

/** Builds the command line; `done` is given the exit code of the command that ran. */
function createProgram(done: (code: number) => void): Command {
  const program = new Command('indexer')
    .description('Keeps the search index in Meilisearch true to MongoDB.')
    .exitOverride()
    .showHelpAfterError('(--help says more)');
  const doing =
    <O>(work: (config: IndexerConfig, options: O) => Promise<number>) =>
    async (options: O) =>
      done(await work(readConfig('indexer', process.env), options));
  program
    .command('run')
    .description('follow the changes until stopped; builds the index where there is none')
    .action(doing(run));
  program
    .command('reindex')
    .description('build the index anew beside the live one and swap it in')
    .action(doing(reindex));
  program
    .command('verify')
    .description('compare every product with the index; exits with 1 when something differs')
    .option('--repair', 'have what differs written again')
    .option('--merchant <id>', 'only the products of this merchant')
    .action(doing<VerifyCommandOptions>(verifyCommand));
  program
    .command('status')
    .description('who leads, and how far behind the index is')
    .option('--json', 'as JSON')
    .action(doing<{ json?: boolean }>((config, { json }) => status(config, json === true)));
  addDeadLetters(program, done);
  return program;
}

function addDeadLetters(program: Command, done: (code: number) => void): void {
  const config = () => readConfig('indexer', process.env);
  const deadLetters = program
    .command('dead-letters')
    .description('products that are not in the index, because the engine refuses them or they cannot be read');
  deadLetters
    .command('list')
    .description('each with its merchant, the reason, and how often it was tried')
    .option('--merchant <id>', 'only those of this merchant')
    .option('--json', 'as JSON')
    .action(async (options: ListOptions) => done(await listDeadLetters(config(), options)));
  deadLetters
    .command('retry [ids...]')
    .description('have these products, or all, written again; exits with 1 when one is refused again')
    .action(async (ids: string[]) => done(await retryDeadLetters(config(), ids)));
  deadLetters
    .command('drop [ids...]')
    .description('forget these, or all: the products stay out of the index until they are written again')
    .action(async (ids: string[]) => done(await dropDeadLetters(config(), ids)));
}

// Documents pass through in large pieces. By default V8 lets several times what is alive pile up before it clears it away;
// this costs no time that could be measured, and a third of the memory is enough.
setFlagsFromString('--heap-growing-percent=50');

process.exit(await runCommandLine(createProgram));
