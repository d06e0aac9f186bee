/** Runs a program's command line and tells its exit code, whatever went wrong in words and never as a stack trace. */
import { type Command, CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { EXIT } from './lifecycle.ts';

/**
 * Lets a command whose reader goes away, as that of `token list | head -1` does, go on to its end and its own exit code with
 * what it still prints lost. A service's log is not concerned: pino writes it by itself.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/**
 * `create` makes the command line; its commands tell their exit code to `done`. Resolves to that code, to 2 for wrong use
 * or environment, and to 1 for any other failure.
 */
export async function runCommandLine(create: (done: (code: number) => void) => Command): Promise<number> {
  outliveReaders();
  let code: number = EXIT.success;
  try {
    await create((result) => {
      code = result;
    }).parseAsync();
    return code;
  } catch (error) {
    // Commander has said what is wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ConfigError ? EXIT.usage : EXIT.failure;
  }
}
