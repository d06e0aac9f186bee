/** Watches the memory of the service's processes through all faults. */
import { sleep } from '../../../src/runtime/retry.ts';
import { residentBytes } from '../../processes/resident-memory.ts';
import type { EventLog } from '../event-log.ts';
import type { Program } from './soak-process.ts';

export interface WatchedProgram {
  readonly program: Program;
  /** The soak fails if the program uses more memory. */
  readonly maxMb: number;
}

const POLL_INTERVAL_MS = 1000;
const BYTES_IN_MB = 1e6;

/** Samples the memory of each program until the signal, then logs the maximum of each. */
export async function watchMemory(
  watched: readonly WatchedProgram[],
  log: EventLog,
  ending: AbortSignal,
): Promise<void> {
  const peaks = new Map<string, number>();
  while (!ending.aborted) {
    for (const { program } of watched) {
      const pid = program.pid();
      // The program may have been killed in the meantime.
      const bytes = pid === null ? 0 : await residentBytes(pid).catch(() => 0);
      peaks.set(program.name, Math.max(peaks.get(program.name) ?? 0, bytes / BYTES_IN_MB));
    }
    await sleep(POLL_INTERVAL_MS, ending);
  }
  for (const { program, maxMb } of watched) {
    const mb = Math.round(peaks.get(program.name) ?? 0);
    log.print('memory', `${program.name} had at most ${mb} MB`);
    if (mb > maxMb) log.fail('too much memory', `${program.name} had ${mb} MB of ${maxMb}`);
  }
}
