/** The command line of `catalogue`: its commands, and their validated options. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CreateProgram, newProgram, type Shell } from '../runtime/command-line.ts';
import { VISIBILITIES } from '../tenancy/scope.ts';
import { importFile } from './import-file.ts';
import { type SearchesOptions, searches } from './searches.ts';
import { type SetupOptions, setup } from './setup.ts';
import { type IssueOptions, issue, list, revoke } from './tokens.ts';

const YEAR_MS = 31_536_000_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: YEAR_MS,
};

/** A longer lifetime is a mistake. Dates end in the year 275760. */
const MAX_DURATION_MS = 1000 * YEAR_MS;

function durationMs(value: string): number {
  const [, amount = '', unit = ''] = /^([1-9]\d{0,5})([mhdwy])$/.exec(value) ?? [];
  const duration = Number(amount) * (UNIT_MS[unit] ?? 0);
  if (duration === 0 || duration > MAX_DURATION_MS) {
    throw new InvalidArgumentError('It must be a whole number and one of m, h, d, w, y, as in 90d, and at most 1000y.');
  }
  return duration;
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
  return Number(value);
}

export const createCatalogueProgram: CreateProgram = (shell, done) => {
  const program = newProgram('catalogue', shell).description(
    'Administers the merchant catalogue in MongoDB. MONGODB_URL says where it is.',
  );
  program
    .command('setup')
    .description('create missing collections, validators, pre-images and indexes; changes nothing else')
    .option(
      '--initiate-replica-set <host:port>',
      'first make a lone MongoDB a replica set of one node, reached by this name',
    )
    .action(async (options: SetupOptions) => done(await setup(shell, options)));
  program
    .command('import')
    .description('bring in JSON Lines, plain or gzip; a bad line is reported and skipped')
    .argument('<file>', 'the file, or - for standard input')
    .action(async (file: string) => done(await importFile(shell, file)));
  program
    .command('searches')
    .description('what was searched most, and what was searched and not found, from the log of searches')
    .requiredOption('--merchant <id>', 'whose searches')
    .option('--days <n>', 'of the last so many days', wholeNumber, 7)
    .option('--limit <n>', 'how many queries each list has', wholeNumber, 20)
    .option('--json', 'for programs')
    .action(async (options: SearchesOptions) => done(await searches(shell, options)));
  addToken(program, shell, done);
  return program;
};

function addToken(program: Command, shell: Shell, done: (code: number) => void): void {
  const token = program.command('token').description('issue, list and revoke access tokens');
  token
    .command('issue')
    .description('print a new token, which is shown only this once')
    .requiredOption('--merchant <id>', 'whose data it opens')
    .addOption(new Option('--visibility <visibility>', 'what of it').choices(VISIBILITIES).default('all'))
    .option('--expires <duration>', 'how long, as in 90d (m, h, d, w, y), at most 1000y; absent: for ever', durationMs)
    .option('--name <name>', 'what it is for', '')
    .action(async (options: IssueOptions) => done(await issue(shell, options)));
  token
    .command('list')
    .description('the first characters of the hash, merchant, visibility, state, dates and name of each token')
    .option('--merchant <id>', 'only of this merchant')
    .action(async (options: { merchant?: string }) => done(await list(shell, options)));
  token
    .command('revoke')
    .description('refuse a token from now on')
    .argument('<token>', 'the token, or the beginning of its hash as in `token list`')
    .action(async (value: string) => done(await revoke(shell, value)));
}
