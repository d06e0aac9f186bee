/** Runs a program's command line and tells its exit code, whatever went wrong in words and never as a stack trace. */
import type { Readable, Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { ConfigError, type Environment } from './config-error.ts';
import { EXIT } from './lifecycle.ts';

/** What a command has from whoever started it. */
export interface Shell {
  /** Without the names of Node.js and the program. */
  readonly argv: readonly string[];
  readonly environment: Environment;
  readonly stdin: Readable;
  /** For results alone. */
  readonly stdout: Writable;
  /** For all that is said about the work. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** Of this process. Its standard input is opened by whoever asks for it: an open one would be waited for. */
export const shellOf = (own: NodeJS.Process): Shell => ({
  argv: own.argv.slice(2),
  environment: own.env,
  get stdin() {
    return own.stdin;
  },
  stdout: own.stdout,
  stderr: own.stderr,
});

export const print = ({ stdout }: Shell, line: string): void => void stdout.write(`${line}\n`);
export const say = ({ stderr }: Shell, line: string): void => void stderr.write(`${line}\n`);

/** Makes the command line of a program; its commands tell their exit code to `done`. */
export type CreateProgram = (shell: Shell, done: (code: number) => void) => Command;

/** A command line without commands, which says in the shell what it has to say, and throws where it would end the process. */
export const newProgram = (name: string, { stdout, stderr }: Shell): Command =>
  new Command(name)
    .exitOverride()
    .showHelpAfterError('(--help says more)')
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    });

/**
 * Lets a command whose reader goes away, as that of `token list | head -1` does, go on to its end and its own exit code with
 * what it still prints lost. A service's log is not concerned: pino writes it by itself.
 */
function outliveReaders({ stdout, stderr }: Shell): void {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/** Resolves to the exit code that the command told, to 2 for wrong use or environment, and to 1 for any other failure. */
export async function runCommandLine(create: CreateProgram, shell: Shell): Promise<number> {
  outliveReaders(shell);
  let code: number = EXIT.success;
  try {
    await create(shell, (result) => {
      code = result;
    }).parseAsync(shell.argv, { from: 'user' });
    return code;
  } catch (error) {
    // Commander has said what is wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage;
    say(shell, error instanceof Error ? error.message : String(error));
    return error instanceof ConfigError ? EXIT.usage : EXIT.failure;
  }
}
