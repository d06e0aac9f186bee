/** Watches the memory of the service's processes through all faults. */
import { sleep } from '../../../src/runtime/retry.ts';
import { residentBytes } from '../../processes/resident-memory.ts';
import type { EventLog } from '../event-log.ts';
import type { SoakProcess } from './prepare.ts';

interface WatchedProcess {
  readonly process: SoakProcess;
  /** The soak fails if the process uses more memory. */
  readonly maxMb: number;
}

const POLL_INTERVAL_MS = 1000;
const BYTES_IN_MB = 1e6;

/** Samples the memory of each process until the signal, then logs the maximum of each. */
export async function watchMemory(
  watched: readonly WatchedProcess[],
  log: EventLog,
  ending: AbortSignal,
): Promise<void> {
  const peaks = new Map<string, number>();
  while (!ending.aborted) {
    for (const { process } of watched) {
      const pid = process.pid();
      // The process may have been killed in the meantime.
      const bytes = pid === null ? 0 : await residentBytes(pid).catch(() => 0);
      peaks.set(process.name, Math.max(peaks.get(process.name) ?? 0, bytes / BYTES_IN_MB));
    }
    await sleep(POLL_INTERVAL_MS, ending);
  }
  for (const { process, maxMb } of watched) {
    const mb = Math.round(peaks.get(process.name) ?? 0);
    log.print('memory', `${process.name} had at most ${mb} MB`);
    if (mb > maxMb) log.fail('too much memory', `${process.name} had ${mb} MB of ${maxMb}`);
  }
}
