/** Runs commands in this process. */
import { Readable, Writable } from 'node:stream';
import type { Finished } from '../../dev/processes/launcher.ts';
import { runCommandLine } from '../../src/runtime/command-line/command-line.ts';
import type { CommandRequest } from './messages.ts';

/** Resolves when the command has ended. */
export async function runCommand({ run, argv, variables, input }: CommandRequest): Promise<Finished> {
  const create =
    run === 'catalogue'
      ? (await import('../../src/commands/program.ts')).createCatalogueProgram
      : (await import('../../indexer/commands/program.ts')).createIndexerProgram;
  let stdout = '';
  let stderr = '';
  const code = await runCommandLine(create, {
    argv,
    environment: variables,
    stdin: Readable.from([Buffer.from(input, 'base64')]),
    stdout: writableTo((chunk) => {
      stdout += chunk;
    }),
    stderr: writableTo((chunk) => {
      stderr += chunk;
    }),
  });
  return { code, stdout, stderr };
}

const writableTo = (onChunk: (chunk: string) => void): Writable =>
  new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      onChunk(String(chunk));
      done();
    },
  });
