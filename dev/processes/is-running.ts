/** Tells whether a process runs. */
import { readFileSync } from 'node:fs';

/** A zombie has ended. In a container whose process 1 doesn't collect zombies, it stays forever. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
