/**
 * Runs the command line of a program and returns its exit code. Errors are printed as messages, never as stack traces.
 */
import type { Readable, Writable } from 'node:stream';
import { Command, CommanderError, InvalidArgumentError, type Option } from 'commander';
import { ConfigError, type Environment } from '../config-error.ts';
import { isError } from '../is-error.ts';
import { EXIT } from '../lifecycle.ts';
import { parseWholeNumber } from '../whole-number.ts';

/** What a command gets from the process that runs it. */
export interface Shell {
  /** Without the names of Node.js and the program. */
  readonly argv: readonly string[];
  readonly environment: Environment;
  readonly stdin: Readable;
  /** For results only. */
  readonly stdout: Writable;
  /** For all other output. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** The shell of this process. Standard input opens when it is first read: an open one would keep the process alive. */
export const shellOf = (own: NodeJS.Process): Shell => ({
  argv: own.argv.slice(2),
  environment: own.env,
  get stdin() {
    return own.stdin;
  },
  stdout: own.stdout,
  stderr: own.stderr,
});

/** Prints a line of the result. */
export const printResult = ({ stdout }: Shell, line: string): void => void stdout.write(`${line}\n`);
/** Prints a line that is no result. */
export const printNotice = ({ stderr }: Shell, line: string): void => void stderr.write(`${line}\n`);

/**
 * Replaces control characters, and characters that change the direction of text. Anyone may have typed a query or an
 * id, and a line break or a tab would break a table.
 */
export const printable = (text: string): string => text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

/** Creates the command line of a program. Its commands pass their exit code to `done`. */
export type CreateProgram = (shell: Shell, done: (code: number) => void) => Command;

/** Refuses an option that is given twice, because commander would take the last value without a word. */
class StrictCommand extends Command {
  override createCommand(name?: string): Command {
    return new StrictCommand(name);
  }

  override addOption(option: Option): this {
    let isGiven = false;
    return super.addOption(option).on(`option:${option.name()}`, () => {
      if (isGiven) this.error(`error: option '${option.flags}' must be given once`);
      isGiven = true;
    });
  }
}

/** Creates a command line without commands. It prints to the shell, and throws instead of ending the process. */
export const newProgram = (name: string, { stdout, stderr }: Shell): Command =>
  new StrictCommand(name)
    .exitOverride()
    .showHelpAfterError('(see --help)')
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    });

/** Parses an option's value. Throws InvalidArgumentError, which commander prints, for another value. */
export const wholeNumber =
  (minimum: number, maximum: number) =>
  (value: string): number => {
    const number = parseWholeNumber(value, minimum, maximum);
    if (number !== null) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
  };

/**
 * Returns a function that resolves, when all output is written, to the error of standard output, or to null. A closed
 * pipe is no error: a command whose reader is gone, as in `token list | head -1`, runs to its end and its own exit
 * code, and loses the rest of its output. Nobody could read about an error of standard error. A service's log is not
 * affected: pino writes it itself.
 */
function watchOutput({ stdout, stderr }: Shell): () => Promise<Error | null> {
  let fault: Error | null = null;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') fault ??= error;
  });
  stderr.on('error', () => undefined);
  return async () => {
    // The event follows the callback.
    await new Promise((resolve) => stdout.write('', () => setImmediate(resolve)));
    return fault;
  };
}

/**
 * Resolves to the exit code of the command, to 2 for wrong use or environment, or to 1 for any other failure, such as
 * that of standard output.
 */
export async function runCommandLine(create: CreateProgram, shell: Shell): Promise<number> {
  const outputFault = watchOutput(shell);
  const code = await runProgram(create, shell);
  const fault = await outputFault();
  if (fault === null) return code;
  printNotice(shell, `standard output cannot be written: ${fault.message}`);
  return code === EXIT.success ? EXIT.failure : code;
}

async function runProgram(create: CreateProgram, shell: Shell): Promise<number> {
  let code: number = EXIT.success;
  try {
    await create(shell, (result) => {
      code = result;
    }).parseAsync(shell.argv, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has printed what is wrong, or the help that was requested.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage;
    printNotice(shell, isError(error) ? error.message : String(error));
    return error instanceof ConfigError ? EXIT.usage : EXIT.failure;
  }
}
