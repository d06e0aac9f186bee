/** The file of `--json`: what was measured where and with which options, and the results. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';

export const machine = `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`;

interface Result {
  readonly name: string;
  /** An ISO date. */
  readonly startedAt: string;
  /** Where the engines came from. */
  readonly engines: readonly string[];
  readonly options: object;
}

/** Writes nothing if the options name no file. */
export async function writeResult<R extends Result>(
  { json }: { readonly json?: string },
  { name, startedAt, ...result }: R,
): Promise<void> {
  if (json === undefined) return;
  await writeFile(json, `${JSON.stringify({ name, startedAt, machine, ...result }, null, 2)}\n`);
}
