/** `setup`: creates the collections, validators and indexes that are missing. */
import { assertReplicaSet, initiateReplicaSet } from '../catalogue/replica-set.ts';
import { setUp } from '../catalogue/setup.ts';
import { explainError } from '../engines/explain-error.ts';
import { StandaloneServer } from '../engines/mongodb/errors.ts';
import { printable, printNotice, type Shell } from '../runtime/command-line/command-line.ts';
import { EXIT } from '../runtime/lifecycle.ts';
import { withCatalogue } from './with-catalogue.ts';

export interface SetupOptions {
  /** `HOST:PORT` under which clients reach the one member of a new replica set. */
  readonly initiateReplicaSet?: string;
}

/**
 * Resolves to the exit code. Warns when MongoDB is a standalone server: lists work there, and the indexer doesn't.
 * Refuses a direct connection to one of several members.
 */
export const setup = (shell: Shell, { initiateReplicaSet: member }: SetupOptions): Promise<number> =>
  withCatalogue(shell, async ({ database }, { MONGODB_URL: url }) => {
    if (member !== undefined) {
      const isNew = await initiateReplicaSet(url, member);
      printNotice(
        shell,
        `replica set: ${isNew ? 'initiated' : 'already initiated, and not changed'}; it has a primary`,
      );
    }
    const problem = await assertReplicaSet(database).catch((error: unknown) => {
      if (!(error instanceof StandaloneServer)) throw error;
      return error;
    });
    await setUp(database, (line) => printNotice(shell, printable(line)));
    if (problem !== undefined) printNotice(shell, `warning: ${explainError(problem, url)}`);
    return EXIT.success;
  });
