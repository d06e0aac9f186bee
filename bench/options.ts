/** The command-line options that several benchmarks share. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** Parses a whole number. Throws InvalidArgumentError, which commander prints, for anything else. */
export function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new InvalidArgumentError('It must be a whole number from 1 to 9999999.');
  return Number(value);
}

/** Adds the options of every benchmark that runs the service. */
export const withServiceOptions = (command: Command): Command =>
  command
    .option('--catalogue <file...>', 'a catalogue in the import format, plain or gzip; absent: a generated one')
    .option('--merchant <id>', 'the measured merchant; absent: the one with the most products')
    .option('--merchants <number>', 'the merchants of a generated catalogue', wholeNumber, 5)
    .option('--products <number>', 'the products of a generated catalogue', wholeNumber, 20_000)
    .option('--connections <number>', 'the concurrent requests of throughput measurements', wholeNumber, 16)
    .addOption(jsonOption());

/** Adds the option of the benchmarks that compare two loads. */
export const withSeconds = (command: Command): Command =>
  command.option(
    '--seconds <number>',
    'the duration of each side of a measurement, all rounds together',
    wholeNumber,
    10,
  );

/** A folder that doesn't exist is a usage error at the start, not a failure after the measurement. */
export const jsonOption = (): Option =>
  new Option('--json <file>', 'also write the results to a file').argParser((file) => {
    if (!existsSync(dirname(file))) throw new InvalidArgumentError('Its folder does not exist.');
    return file;
  });
