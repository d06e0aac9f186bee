/** Looks at how much memory a process has, again and again while it works. */
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '../../dev/resident-memory.ts';

const POLL_INTERVAL_MS = 200;
const BYTES_IN_MB = 1e6;

export interface MemoryWatch {
  /** All that was seen so far, in MB; the last one is the newest. */
  readonly samplesMb: readonly number[];
  stop(): void;
}

/** Looks until it is stopped, or until the process is gone. */
export function watchMemory(processId: number): MemoryWatch {
  const samplesMb: number[] = [];
  const stopping = new AbortController();
  const look = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      samplesMb.push((await residentBytes(processId)) / BYTES_IN_MB);
      await sleep(POLL_INTERVAL_MS, undefined, { signal: stopping.signal });
    }
  };
  look().catch(() => undefined);
  return { samplesMb, stop: () => stopping.abort() };
}
