/** `setup`: makes collections, validators and indexes where they are missing. */
import { readConfig } from '../config.ts';
import { initiateReplicaSet } from '../data/replica-set.ts';
import { setUp } from '../data/setup.ts';
import { type Shell, say } from '../platform/command-line.ts';
import { EXIT } from '../platform/lifecycle.ts';
import { withCatalogue } from './with-catalogue.ts';

export interface SetupOptions {
  /** The host and port by which the one node of a new replica set is reached. */
  readonly initiateReplicaSet?: string;
}

/** Resolves to the exit code. */
export async function setup(shell: Shell, { initiateReplicaSet: member }: SetupOptions): Promise<number> {
  if (member !== undefined) {
    await initiateReplicaSet(readConfig('cli', shell.environment).MONGODB_URL, member);
    say(shell, 'replica set: there is a primary');
  }
  return withCatalogue(shell, async ({ database }) => {
    await setUp(database, (line) => say(shell, line));
    return EXIT.success;
  });
}
