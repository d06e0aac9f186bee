/** The command line of the indexer: its commands and their options. */
import { type Command, Option } from 'commander';
import { readConfig } from '../../src/config.ts';
import { type CreateProgram, newProgram, type Shell } from '../../src/runtime/command-line.ts';
import { dropDeadLetters, type ListOptions, listDeadLetters, retryCommand } from './dead-letters.ts';
import { type ExplainOptions, explain } from './explain.ts';
import type { IndexerConfig } from './open.ts';
import { pause, resume } from './pause.ts';
import { type ReindexOptions, reindex, rollback, swap } from './reindex.ts';
import { run } from './run.ts';
import { type StatusOptions, status } from './status.ts';
import { type VerifyCommandOptions, verifyCommand } from './verify.ts';

/** Turns a command into an action of commander, which passes the arguments and the options. */
type ActionOf = <G extends unknown[]>(
  work: (config: IndexerConfig, shell: Shell, ...parameters: G) => Promise<number>,
) => (...parameters: G) => Promise<void>;

export const createIndexerProgram: CreateProgram = (shell, done) => {
  const program = newProgram('indexer', shell).description('Keeps the search index in Meilisearch true to MongoDB.');
  const actionOf: ActionOf =
    (work) =>
    async (...parameters) =>
      done(await work(readConfig('indexer', shell.environment), shell, ...parameters));
  program
    .command('run')
    .description('follow the changes until stopped; builds the index where there is none')
    .action(actionOf<[]>(run));
  program
    .command('reindex')
    .description('build the index anew beside the live one and swap it in')
    .addOption(onlyOne('--merchant <id>', 'only write the products of this merchant again, in the live index'))
    .option('--no-swap', 'keep the new index beside the live one until `swap`')
    .option('--adopt', 'replace an index that was built from another MongoDB')
    .option('--allow-fewer', 'swap in an index with fewer than half the products of the live one')
    .addOption(onlyOne('--drop-old', 'only delete the index that the last swap replaced'))
    .action(actionOf<[ReindexOptions]>(reindex));
  program
    .command('swap')
    .description('swap in the index that `reindex --no-swap` has built')
    .action(actionOf<[]>(swap));
  program
    .command('rollback')
    .description('go back to the index that the last swap replaced')
    .action(actionOf<[]>(rollback));
  program
    .command('pause')
    .description('write nothing to Meilisearch until `resume`; changes wait. Ends when the leader has stopped writing')
    .action(actionOf<[]>(pause));
  program.command('resume').description('go on where `pause` stopped').action(actionOf<[]>(resume));
  program
    .command('explain <product>')
    .description('what MongoDB and the index hold of a product; exits with 1 when they do not agree')
    .option('--json', 'as JSON')
    .action(actionOf<[string, ExplainOptions]>(explain));
  program
    .command('verify')
    .description('compare every product with the index; exits with 1 when something differs')
    .option('--repair', 'have what differs written again')
    .option('--merchant <id>', 'only the products of this merchant')
    .action(actionOf<[VerifyCommandOptions]>(verifyCommand));
  program
    .command('status')
    .description('who leads, and how far behind the index is')
    .option('--json', 'as JSON')
    .action(actionOf<[StatusOptions]>(status));
  addDeadLetters(program, actionOf);
  return program;
};

/** An option of `reindex` that excludes every other option. */
const onlyOne = (flags: string, description: string): Option =>
  new Option(flags, description).conflicts(
    ['merchant', 'swap', 'adopt', 'allowFewer', 'dropOld'].filter((name) => name !== new Option(flags).attributeName()),
  );

function addDeadLetters(program: Command, actionOf: ActionOf): void {
  const deadLetters = program
    .command('dead-letters')
    .description('products that are not in the index, because the engine refuses them or they cannot be read');
  deadLetters
    .command('list')
    .description('each with its merchant, the reason, and how often it was tried')
    .option('--merchant <id>', 'only those of this merchant')
    .option('--json', 'as JSON')
    .action(actionOf<[ListOptions]>(listDeadLetters));
  deadLetters
    .command('retry [ids...]')
    .description('have these products, or all, written again; exits with 1 when one is refused again')
    .action(actionOf<[readonly string[]]>(retryCommand));
  deadLetters
    .command('drop [ids...]')
    .description('forget these, or all: the products stay out of the index until they are written again')
    .action(actionOf<[readonly string[]]>(dropDeadLetters));
}
