/** The command-line options that several benchmarks share. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { userPath } from '../dev/project.ts';
import { wholeNumber } from '../src/runtime/command-line/command-line.ts';

/** Parses a positive number of an option. */
export const positiveNumber = wholeNumber(1, 9_999_999);

/** Adds a file that the user named to those before it, for an option that may be repeated. */
export const userPaths = (file: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  userPath(file),
];

/** Adds the options of every benchmark that runs the service. */
export const withServiceOptions = (command: Command): Command =>
  command
    .option(
      '--catalogue <file...>',
      'a catalogue in the import format, plain or gzip; absent: a generated one',
      userPaths,
    )
    .option('--merchant <id>', 'the measured merchant; absent: the one with the most products')
    .option('--merchants <number>', 'the merchants of a generated catalogue', positiveNumber, 5)
    .option('--products <number>', 'the products of a generated catalogue', positiveNumber, 20_000)
    .option('--connections <number>', 'the concurrent requests of throughput measurements', positiveNumber, 16)
    .addOption(jsonOption());

/** Adds the option of the benchmarks that compare two loads. */
export const withSeconds = (command: Command): Command =>
  command.option(
    '--seconds <number>',
    'the duration of each side of a measurement, all rounds together',
    positiveNumber,
    10,
  );

/** A folder that doesn't exist is a usage error at the start, not a failure after the measurement. */
export const jsonOption = (): Option =>
  new Option('--json <file>', 'also write the results to a file').argParser((file) => {
    const path = userPath(file);
    if (!existsSync(dirname(path))) throw new InvalidArgumentError('Its folder does not exist.');
    return path;
  });
