#!/usr/bin/env node
/**
 * `catalogue`: what an administrator does with the database. `setup` makes it ready, `import` brings data in, `token`
 * manages access, `searches` tells what people searched. Results go to standard output, everything said about the work to standard error.
 * Exit codes: 0 done, 1 failed or done only in part, 2 wrong use or environment.
 */
import { createReadStream } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { readConfig } from './config.ts';
import { type Catalogue, catalogueOf } from './data/collections.ts';
import { importRecords } from './data/import.ts';
import { isInputFault } from './data/input-lines.ts';
import { initiateReplicaSet } from './data/replica-set.ts';
import { setUp } from './data/setup.ts';
import { runCommandLine } from './platform/command-line.ts';
import { EXIT, onStopSignals } from './platform/lifecycle.ts';
import { isMongoUnavailable, noAnswerAt, openMongo } from './platform/mongo.ts';
import { createProgress } from './platform/progress.ts';
import { linesOf, readSearchReport } from './search/log/report.ts';
import { issueToken, listTokens, refusalOf, revokeToken } from './tenancy/access-tokens.ts';
import { VISIBILITIES, type Visibility } from './tenancy/scope.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Opens the database of the environment for one command, and closes it whatever happens. */
async function withCatalogue(work: (catalogue: Catalogue) => Promise<number>): Promise<number> {
  const config = readConfig('cli', process.env);
  const client = openMongo(config.MONGODB_URL, { appName: 'catalogue-cli' });
  try {
    return await work(catalogueOf(client.db()));
  } catch (error) {
    if (!isMongoUnavailable(error)) throw error;
    say(`${noAnswerAt(config.MONGODB_URL)}: ${(error as Error).message}`);
    return EXIT.failure;
  } finally {
    await client.close();
  }
}

const YEAR_MS = 31_536_000_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: YEAR_MS,
};

/** Dates end with the year 275760; a token for longer than this is a mistake. */
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

async function setup({ initiateReplicaSet: member }: { initiateReplicaSet?: string }): Promise<number> {
  if (member !== undefined) {
    await initiateReplicaSet(readConfig('cli', process.env).MONGODB_URL, member);
    say('replica set: there is a primary');
  }
  return withCatalogue(async ({ database }) => {
    await setUp(database, say);
    return EXIT.success;
  });
}

const importFile = (file: string) =>
  withCatalogue(async (catalogue) => {
    const stopping = new AbortController();
    const forgetSignals = onStopSignals(() => {
      if (stopping.signal.aborted) process.exit(EXIT.failure);
      say('Stopping after what was read; run the same import again to go on.');
      stopping.abort();
    });
    const progress = createProgress({ what: 'import', unit: 'lines', output: process.stderr });
    const startedMs = performance.now();
    try {
      const result = await importRecords({
        catalogue,
        input: file === '-' ? process.stdin : createReadStream(file),
        onBadLine: (line, reason) => say(`line ${line}: ${reason}`),
        onUnknownField: (kind, field) => say(`warning: a ${kind} has no field ${field}: it is left out`),
        onProgress: ({ lines }) => progress.update(lines, null),
        stopping: stopping.signal,
      });
      progress.end();
      const seconds = Math.max(0.001, (performance.now() - startedMs) / 1000);
      print(
        `${result.lines} lines: ${result.written} written, ${result.skipped} skipped, in ${seconds.toFixed(1)} s (${Math.round(result.lines / seconds)} lines/s)`,
      );
      return result.skipped > 0 || stopping.signal.aborted ? EXIT.failure : EXIT.success;
    } catch (error) {
      if (!isInputFault(error)) throw error;
      progress.end();
      say(`${file} cannot be read to its end: ${error.message}; what was read before that is written`);
      return EXIT.failure;
    } finally {
      forgetSignals();
      if (file === '-') process.stdin.destroy();
    }
  });

interface IssueOptions {
  readonly merchant: string;
  readonly visibility: Visibility;
  readonly expires?: number;
  readonly name: string;
}

const tokenIssue = (options: IssueOptions) =>
  withCatalogue(async (catalogue) => {
    const known = await catalogue.merchants.findOne({ _id: options.merchant }, { projection: { _id: 1 } });
    if (known === null)
      say(`warning: there is no merchant ${options.merchant} yet: its token opens nothing until it is there`);
    print(
      await issueToken(catalogue, {
        merchantId: options.merchant,
        visibility: options.visibility,
        name: options.name,
        expiresAfterMs: options.expires ?? null,
      }),
    );
    return EXIT.success;
  });

const tokenList = ({ merchant }: { merchant?: string }) =>
  withCatalogue(async (catalogue) => {
    const now = new Date();
    for (const token of await listTokens(catalogue, merchant)) {
      const expires = token.expiresAt === null ? 'never' : token.expiresAt.toISOString();
      print(
        [
          token._id.slice(0, 12),
          token.merchantId,
          token.visibility,
          refusalOf(token, now) ?? 'valid',
          `issued ${token.createdAt.toISOString()}`,
          `expires ${expires}`,
          token.name,
        ].join('\t'),
      );
    }
    return EXIT.success;
  });

const REVOCATIONS = {
  revoked: 'Revoked. Every API process refuses it within 10 s.',
  already_revoked: 'It was revoked before.',
  unknown: 'There is no such token. Give the token itself, or the first 8 or more characters that `token list` shows.',
  ambiguous: 'More than one token begins so: give more characters.',
} as const;

const tokenRevoke = (token: string) =>
  withCatalogue(async (catalogue) => {
    const result = await revokeToken(catalogue, token);
    say(REVOCATIONS[result]);
    return result === 'revoked' || result === 'already_revoked' ? EXIT.success : EXIT.failure;
  });

interface SearchesOptions {
  readonly merchant: string;
  readonly days: number;
  readonly limit: number;
  readonly json?: boolean;
}

const searches = ({ merchant: merchantId, days, limit, json }: SearchesOptions) =>
  withCatalogue(async (catalogue) => {
    const report = await readSearchReport(catalogue, { merchantId, days, limit });
    // Searches of a merchant that is gone are told as long as they are kept.
    if (report.searches === 0 && (await catalogue.merchants.findOne({ _id: merchantId })) === null) {
      say(`there is no merchant ${merchantId}`);
      return EXIT.failure;
    }
    for (const line of json ? [JSON.stringify(report)] : linesOf(report)) print(line);
    return EXIT.success;
  });

/** Builds the command line; `done` is given the exit code of the command that ran. */
function createProgram(done: (code: number) => void): Command {
  const program = new Command('catalogue')
    .description('Administers the merchant catalogue in MongoDB. MONGODB_URL says where it is.')
    .exitOverride()
    .showHelpAfterError('(--help says more)');
  program
    .command('setup')
    .description('make collections, validators and indexes; changes nothing that is there')
    .option(
      '--initiate-replica-set <host:port>',
      'first make a lone MongoDB a replica set of one node, reached by this name',
    )
    .action(async (options: { initiateReplicaSet?: string }) => done(await setup(options)));
  program
    .command('import')
    .description('bring in JSON Lines, plain or gzip; a bad line is reported and skipped')
    .argument('<file>', 'the file, or - for standard input')
    .action(async (file: string) => done(await importFile(file)));
  program
    .command('searches')
    .description('what was searched most, and what was searched and not found, from the log of searches')
    .requiredOption('--merchant <id>', 'whose searches')
    .option('--days <n>', 'of the last so many days', wholeNumber, 7)
    .option('--limit <n>', 'how many queries each list has', wholeNumber, 20)
    .option('--json', 'for programs')
    .action(async (options: SearchesOptions) => done(await searches(options)));
  const token = program.command('token').description('issue, list and revoke access tokens');
  token
    .command('issue')
    .description('print a new token, which is shown only this once')
    .requiredOption('--merchant <id>', 'whose data it opens')
    .addOption(new Option('--visibility <visibility>', 'what of it').choices(VISIBILITIES).default('all'))
    .option('--expires <duration>', 'how long, as in 90d (m, h, d, w, y), at most 1000y; absent: for ever', durationMs)
    .option('--name <name>', 'what it is for', '')
    .action(async (options: IssueOptions) => done(await tokenIssue(options)));
  token
    .command('list')
    .description('the first characters of the hash, merchant, visibility, state, dates and name of each token')
    .option('--merchant <id>', 'only of this merchant')
    .action(async (options: { merchant?: string }) => done(await tokenList(options)));
  token
    .command('revoke')
    .description('refuse a token from now on')
    .argument('<token>', 'the token, or the beginning of its hash as in `token list`')
    .action(async (value: string) => done(await tokenRevoke(value)));
  return program;
}

process.exitCode = await runCommandLine(createProgram);
