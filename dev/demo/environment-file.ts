/**
 * The file that gives a shell the environment of the demo's processes, so that commands such as `indexer status` work on
 * the demo's data. It has the keys of the engines: only this user can read it, and it doesn't outlive the demo.
 */
import { rm, writeFile } from 'node:fs/promises';
import { registerWithReaper } from '../processes/reaper-client.ts';

/**
 * Writes the variables for `set -a; . FILE`, and replaces a file of an earlier demo. Resolves to a function that removes
 * the file. If this process is killed, the reaper removes it.
 */
export async function writeEnvironmentFile(
  path: string,
  variables: Readonly<Record<string, string>>,
): Promise<() => Promise<void>> {
  // The file of a demo before could have another mode.
  await rm(path, { force: true });
  const release = registerWithReaper({ kind: 'folder', path });
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}\n`);
  await writeFile(path, lines.join(''), { mode: 0o600, flag: 'wx' });
  return async () => {
    await rm(path, { force: true });
    release();
  };
}

/** Quotes a value for a shell. */
const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;
