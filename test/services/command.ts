/** Commands without a process of their own around them. */
import { Readable, Writable } from 'node:stream';
import type { Finished } from '../../dev/processes.ts';
import { runCommandLine } from '../../src/runtime/command-line.ts';
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
    stdout: writableTo((piece) => {
      stdout += piece;
    }),
    stderr: writableTo((piece) => {
      stderr += piece;
    }),
  });
  return { code, stdout, stderr };
}

const writableTo = (take: (piece: string) => void): Writable =>
  new Writable({
    decodeStrings: false,
    write(piece, _encoding, done) {
      take(String(piece));
      done();
    },
  });
