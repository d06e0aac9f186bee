/** The resident memory of a process: from /proc on Linux, from ps elsewhere. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const KIB = 1024;

/** Resolves to bytes. Throws when there is no such process. */
export async function residentBytes(processId: number): Promise<number> {
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => null);
  const kib = status === null ? await byPs(processId) : /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kib === undefined) throw new Error(`process ${processId} no longer exists`);
  return Number(kib) * KIB;
}

async function byPs(processId: number): Promise<string> {
  const { stdout } = await execute('ps', ['-o', 'rss=', '-p', String(processId)]);
  return stdout.trim();
}
