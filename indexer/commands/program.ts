/** The command line of the indexer: its commands and their options. */
import type { Command } from 'commander';
import { merchantId } from '../../src/commands/merchant-id.ts';
import { readConfig } from '../../src/config.ts';
import { type CreateProgram, newProgram } from '../../src/runtime/command-line/command-line.ts';
import { dropDeadLetters, listDeadLetters, retryCommand } from './dead-letters.ts';
import { explain } from './explain.ts';
import { pause, resume } from './pause.ts';
import { reindex, rollback, swap } from './reindex.ts';
import { run } from './run.ts';
import { type CommandContext, runCommand } from './run-command.ts';
import { status } from './status.ts';
import { verifyCommand } from './verify.ts';

/**
 * Turns a command that ends by itself into an action of commander, which passes the arguments and the options. The
 * command resolves to whether it succeeded.
 */
type ActionOf = <G extends unknown[]>(
  command: (context: CommandContext, ...parameters: G) => Promise<boolean>,
) => (...parameters: G) => Promise<void>;

export const createIndexerProgram: CreateProgram = (shell, done) => {
  const program = newProgram('indexer', shell).description(
    'Keeps the search index in Meilisearch in sync with MongoDB.',
  );
  const config = () => readConfig('indexer', shell.environment);
  const actionOf: ActionOf =
    (command) =>
    async (...parameters) =>
      done(await runCommand(config(), shell, (context) => command(context, ...parameters)));
  program
    .command('run')
    .description('keep the index in sync until stopped; build it if there is none')
    .action(async () => done(await run(config())));
  const reindexCommand = program
    .command('reindex')
    .description('build a new index beside the live one and swap it in')
    .option('--merchant <id>', 'only rewrite the products of this merchant in the live index', merchantId)
    .option('--no-swap', 'keep the new index beside the live one, in sync, until `swap`')
    .option(
      '--adopt',
      'replace an index, or a rebuild beside it, that was built from another MongoDB or by another program',
    )
    .option('--allow-fewer', 'swap in the new index even if it has fewer than half of the products of the live one')
    .option('--drop-old', 'only delete the previous index, which the last swap replaced')
    .action(actionOf(reindex));
  for (const name of ['merchant', 'dropOld']) excludeOthers(reindexCommand, name);
  program.command('swap').description('swap in the index that `reindex --no-swap` built').action(actionOf(swap));
  program.command('rollback').description('swap the previous index back in').action(actionOf(rollback));
  program
    .command('pause')
    .description('stop all writes to Meilisearch; changes wait until `resume`. Returns when the last write has ended')
    .action(actionOf(pause));
  program
    .command('resume')
    .description('start all writes to Meilisearch again, from where they stopped')
    .action(actionOf(resume));
  program
    .command('explain <product>')
    .description('show the state of one product in MongoDB and in the index; exit code 1 if they differ')
    .option('--json', 'as JSON')
    .action(actionOf(explain));
  program
    .command('verify')
    .description('compare every product with the index; exit code 1 if any differs')
    .option('--repair', 'rewrite the products that differ, and compare again')
    .option('--merchant <id>', 'only the products of this merchant', merchantId)
    .action(actionOf(verifyCommand));
  program
    .command('status')
    .description('show the leader, the standbys and the lag of the index; exit code 1 if no process leads')
    .option('--json', 'as JSON')
    .action(actionOf(status));
  addDeadLetters(program, actionOf);
  return program;
};

/** Makes an option of the command exclude every other one. */
function excludeOthers({ options }: Command, name: string): void {
  const others = options.map((option) => option.attributeName()).filter((other) => other !== name);
  options.find((option) => option.attributeName() === name)?.conflicts(others);
}

function addDeadLetters(program: Command, actionOf: ActionOf): void {
  const deadLetters = program
    .command('dead-letters')
    .description('products that are not in the index, because Meilisearch rejects them or they cannot be read');
  deadLetters
    .command('list')
    .description('list them with the merchant, the reason, and the number of tries')
    .option('--merchant <id>', 'only the products of this merchant', merchantId)
    .option('--json', 'as JSON')
    .action(actionOf(listDeadLetters));
  deadLetters
    .command('retry [ids...]')
    .description('try to index these products again, or all; exit code 1 if one is rejected again')
    .action(actionOf(retryCommand));
  deadLetters
    .command('drop [ids...]')
    .description('remove these from the list, or all; the products stay out of the index until they change')
    .action(actionOf(dropDeadLetters));
}
