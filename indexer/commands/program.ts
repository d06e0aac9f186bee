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
  const program = newProgram('indexer', shell).description(
    'Keeps the search index in Meilisearch in sync with MongoDB.',
  );
  const actionOf: ActionOf =
    (work) =>
    async (...parameters) =>
      done(await work(readConfig('indexer', shell.environment), shell, ...parameters));
  program
    .command('run')
    .description('keep the index in sync until stopped; build it if there is none')
    .action(actionOf<[]>(run));
  program
    .command('reindex')
    .description('build a new index beside the live one and swap it in')
    .addOption(onlyOne('--merchant <id>', 'only rewrite the products of this merchant in the live index'))
    .option('--no-swap', 'keep the new index beside the live one, in sync, until `swap`')
    .option(
      '--adopt',
      'replace an index, or a rebuild beside it, that was built from another MongoDB or by another program',
    )
    .option('--allow-fewer', 'swap in the new index even if it has fewer than half of the products of the live one')
    .addOption(onlyOne('--drop-old', 'only delete the previous index, which the last swap replaced'))
    .action(actionOf<[ReindexOptions]>(reindex));
  program.command('swap').description('swap in the index that `reindex --no-swap` built').action(actionOf<[]>(swap));
  program.command('rollback').description('swap the previous index back in').action(actionOf<[]>(rollback));
  program
    .command('pause')
    .description('stop all writes to Meilisearch; changes wait until `resume`. Returns when the last write has ended')
    .action(actionOf<[]>(pause));
  program
    .command('resume')
    .description('start all writes to Meilisearch again, from where they stopped')
    .action(actionOf<[]>(resume));
  program
    .command('explain <product>')
    .description('show the state of one product in MongoDB and in the index; exit code 1 if they differ')
    .option('--json', 'as JSON')
    .action(actionOf<[string, ExplainOptions]>(explain));
  program
    .command('verify')
    .description('compare every product with the index; exit code 1 if any differs')
    .option('--repair', 'rewrite the products that differ, and compare again')
    .option('--merchant <id>', 'only the products of this merchant')
    .action(actionOf<[VerifyCommandOptions]>(verifyCommand));
  program
    .command('status')
    .description('show the leader, the standbys and the lag of the index; exit code 1 if no process leads')
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
    .description('products that are not in the index, because Meilisearch rejects them or they cannot be read');
  deadLetters
    .command('list')
    .description('list them with the merchant, the reason, and the number of tries')
    .option('--merchant <id>', 'only the products of this merchant')
    .option('--json', 'as JSON')
    .action(actionOf<[ListOptions]>(listDeadLetters));
  deadLetters
    .command('retry [ids...]')
    .description('try to index these products again, or all; exit code 1 if one is rejected again')
    .action(actionOf<[readonly string[]]>(retryCommand));
  deadLetters
    .command('drop [ids...]')
    .description('remove these from the list, or all; the products stay out of the index until they change')
    .action(actionOf<[readonly string[]]>(dropDeadLetters));
}
