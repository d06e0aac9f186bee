/** The command-line options that several benchmarks share. */
import { type Command, Option } from 'commander';
import { inputFile, outputFile } from '../dev/user-files.ts';
import { wholeNumber } from '../src/runtime/command-line/command-line.ts';

/** Parses a positive number of an option. */
const positiveNumber = wholeNumber(1, 9_999_999);

/** Adds a file to those before it, for an option that may be repeated. */
export const inputFiles = (file: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  inputFile(file),
];

/** Adds the options of `reads`, `search` and `sync`. */
export const withServiceOptions = (command: Command): Command =>
  command
    .option(
      '--catalogue <file...>',
      'a catalogue in the import format, plain or gzip; absent: a generated one',
      inputFiles,
    )
    .option('--merchant <id>', 'the measured merchant; absent: the one with the most products')
    .option('--merchants <number>', 'the merchants of a generated catalogue', positiveNumber, 5)
    .option('--products <number>', 'the products of a generated catalogue', positiveNumber, 20_000)
    .option('--seconds <number>', 'the duration of each side of a measurement, all rounds together', positiveNumber, 10)
    .addOption(jsonOption());

/** The option of the benchmarks that measure throughput. */
export const connectionsOption = (): Option =>
  new Option('--connections <number>', 'the concurrent requests of throughput measurements')
    .argParser(positiveNumber)
    .default(16);

/** The option for the file of the results. */
export const jsonOption = (): Option =>
  new Option('--json <file>', 'also write the results to a file').argParser(outputFile);
