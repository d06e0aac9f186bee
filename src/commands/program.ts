/** The command line of `catalogue`: its commands, and their validated options. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { VISIBILITIES } from '../catalogue/merchant-scope.ts';
import { type CreateProgram, newProgram, type Shell, wholeNumber } from '../runtime/command-line/command-line.ts';
import { importFile } from './import-file.ts';
import { merchantId } from './merchant-id.ts';
import { type RulesOptions, rules } from './rules.ts';
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

function hostAndPort(value: string): string {
  if (!/^[^\s/]+:\d{1,5}$/.test(value)) throw new InvalidArgumentError('It must be HOST:PORT, as in 127.0.0.1:27017.');
  return value;
}

export const createCatalogueProgram: CreateProgram = (shell, done) => {
  const program = newProgram('catalogue', shell).description(
    'Administers the merchant catalogue in MongoDB, at the address in MONGODB_URL.',
  );
  program
    .command('setup')
    .description(
      'create missing collections, validators, pre-images and indexes; replace the validators of earlier versions',
    )
    .option(
      '--initiate-replica-set <host:port>',
      'first make a single mongod a replica set of one member, which clients reach at this address',
      hostAndPort,
    )
    .action(async (options: SetupOptions) => done(await setup(shell, options)));
  program
    .command('import')
    .description('import JSON Lines, plain or gzip; report and skip invalid lines')
    .argument('<file>', 'the file, or - for standard input')
    .action(async (file: string) => done(await importFile(shell, file)));
  program
    .command('searches')
    .description('show the most frequent searches, and those without results')
    .requiredOption('--merchant <id>', 'the merchant', merchantId)
    .option('--days <n>', 'how many days back', wholeNumber(1, 99_999), 7)
    .option('--limit <n>', 'the length of each list', wholeNumber(1, 99_999), 20)
    .option('--json', 'as JSON')
    .action(async (options: SearchesOptions) => done(await searches(shell, options)));
  program
    .command('rules')
    .description('show the search rules of a merchant, and what of them has no effect')
    .requiredOption('--merchant <id>', 'the merchant', merchantId)
    .option('--json', 'as JSON')
    .action(async (options: RulesOptions) => done(await rules(shell, options)));
  addToken(program, shell, done);
  return program;
};

function addToken(program: Command, shell: Shell, done: (code: number) => void): void {
  const token = program.command('token').description('issue, list and revoke access tokens');
  token
    .command('issue')
    .description('print a new token; it is shown only once')
    .requiredOption('--merchant <id>', 'the merchant whose data the token gives access to', merchantId)
    .addOption(
      new Option('--visibility <visibility>', 'all products and collections, or only published ones')
        .choices(VISIBILITIES)
        .default('all'),
    )
    .option(
      '--expires <duration>',
      'the lifetime, such as 90d (units: m, h, d, w, y), at most 1000y; absent: unlimited',
      durationMs,
    )
    .option('--name <name>', 'a note for `token list`', '')
    .action(async (options: IssueOptions) => done(await issue(shell, options)));
  token
    .command('list')
    .description('list tokens by the beginning of their hash, with merchant, visibility, state, dates and name')
    .option('--merchant <id>', 'only the tokens of this merchant', merchantId)
    .action(async (options: { merchant?: string }) => done(await list(shell, options)));
  token
    .command('revoke')
    .description('revoke a token')
    .argument('<token>', 'the token, or the beginning of its hash as `token list` shows it')
    .action(async (value: string) => done(await revoke(shell, value)));
}
