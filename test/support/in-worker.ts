/**
 * The API, the indexer and the commands within the worker of a test: all that their programs are, without a process around it. They take a tenth
 * of what a process takes to start. What is about the process itself (signals, output, memory, an end in the middle of something)
 * is tested on one, see dev/processes.ts.
 */

import { Readable, Writable } from 'node:stream';
import { createLog, type Log } from '../../dev/process-log.ts';
import type { Finished, Variables } from '../../dev/processes.ts';
import { openIndexer } from '../../indexer/commands/open.ts';
import { createIndexerProgram } from '../../indexer/commands/program.ts';
import { runIndexer } from '../../indexer/commands/run.ts';
import { startApi } from '../../src/api/compose.ts';
import { createCatalogueProgram } from '../../src/commands/program.ts';
import { readConfig } from '../../src/config.ts';
import { type CreateProgram, runCommandLine } from '../../src/runtime/command-line.ts';
import { createReleasers } from '../../src/runtime/lifecycle.ts';
import { createLogger } from '../../src/runtime/logger.ts';
import './jest/children.ts';

export interface Running extends Log {
  /** Stops it as its process would. Safe to call twice. */
  stop(): Promise<void>;
}

/** What every part is started with, and how it stops. */
function surround(name: string, level: string) {
  const written = createLog(name);
  const logger = createLogger(name, level, { write: (piece) => written.write(logger, piece) });
  const releasers = createReleasers(logger);
  const stopping = new AbortController();
  return {
    logger,
    releasers,
    stopping: stopping.signal,
    written,
    /** Once what works until the stop has ended. */
    async stop(working?: Promise<void>) {
      stopping.abort();
      await working?.catch(() => undefined);
      await releasers.release();
      written.end();
    },
  };
}

/** Resolves when it listens. */
export async function startApiInWorker(variables: Variables): Promise<Running & { readonly port: number }> {
  const config = readConfig('api', variables);
  const { written, stop, ...surroundings } = surround('api', config.LOG_LEVEL);
  const { port } = await startApi(config, surroundings);
  return { ...written, port, stop: () => stop() };
}

/** It leads or stands by, until it is stopped. */
export function startIndexerInWorker(variables: Variables): Running {
  const config = readConfig('indexer', variables);
  const { written, stop, logger, releasers, stopping } = surround('indexer', config.LOG_LEVEL);
  const working = runIndexer(config, openIndexer(config, logger, releasers, stopping), releasers, stopping);
  working.finally(written.end).catch((error: unknown) => logger.fatal({ err: error }, 'failed'));
  return { ...written, stop: () => stop(working) };
}

/** `catalogue` with these arguments; `input` is its standard input. */
export const runCatalogue = (argv: readonly string[], variables: Variables, input: string | Buffer = '') =>
  runCommand(createCatalogueProgram, argv, variables, input);

/** A command of the indexer that ends by itself. */
export const runIndexerCommand = (argv: readonly string[], variables: Variables) =>
  runCommand(createIndexerProgram, argv, variables, '');

async function runCommand(
  create: CreateProgram,
  argv: readonly string[],
  environment: Variables,
  input: string | Buffer,
): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  const code = await runCommandLine(create, {
    argv,
    environment,
    stdin: Readable.from([Buffer.from(input)]),
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
