/** Runs a program's command line and tells its exit code, whatever went wrong in words and never as a stack trace. */
import { type Command, CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { EXIT } from './lifecycle.ts';

/**
 * `create` makes the command line; its commands tell their exit code to `done`. Resolves to that code, to 2 for wrong use
 * or environment, and to 1 for any other failure.
 */
export async function runCommandLine(create: (done: (code: number) => void) => Command): Promise<number> {
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
