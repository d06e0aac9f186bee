/** The command line of the indexer: its commands and their options. */
import type { Command } from 'commander';
import { readConfig } from '../../src/config.ts';
import { type CreateProgram, newProgram, type Shell } from '../../src/platform/command-line.ts';
import { dropDeadLetters, type ListOptions, listDeadLetters, retryDeadLetters } from './dead-letters.ts';
import type { IndexerConfig } from './open.ts';
import { reindex } from './reindex.ts';
import { run } from './run.ts';
import { type StatusOptions, status } from './status.ts';
import { type VerifyCommandOptions, verifyCommand } from './verify.ts';

/** Makes the action of a command, which is given its arguments or its options. */
type Doing = <G>(
  work: (config: IndexerConfig, shell: Shell, given: G) => Promise<number>,
) => (given: G) => Promise<void>;

export const createIndexerProgram: CreateProgram = (shell, done) => {
  const program = newProgram('indexer', shell).description('Keeps the search index in Meilisearch true to MongoDB.');
  const doing: Doing = (work) => async (given) =>
    done(await work(readConfig('indexer', shell.environment), shell, given));
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
    .action(doing<StatusOptions>(status));
  addDeadLetters(program, doing);
  return program;
};

function addDeadLetters(program: Command, doing: Doing): void {
  const deadLetters = program
    .command('dead-letters')
    .description('products that are not in the index, because the engine refuses them or they cannot be read');
  deadLetters
    .command('list')
    .description('each with its merchant, the reason, and how often it was tried')
    .option('--merchant <id>', 'only those of this merchant')
    .option('--json', 'as JSON')
    .action(doing<ListOptions>(listDeadLetters));
  deadLetters
    .command('retry [ids...]')
    .description('have these products, or all, written again; exits with 1 when one is refused again')
    .action(doing<readonly string[]>(retryDeadLetters));
  deadLetters
    .command('drop [ids...]')
    .description('forget these, or all: the products stay out of the index until they are written again')
    .action(doing<readonly string[]>(dropDeadLetters));
}
