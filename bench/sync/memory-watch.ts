/** Samples the memory of a process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '../../dev/processes/resident-memory.ts';

const POLL_INTERVAL_MS = 200;
const BYTES_IN_MB = 1e6;

export interface MemoryWatch {
  /** All samples so far, in MB, the newest last. */
  readonly samplesMb: readonly number[];
  stop(): void;
}

/** Samples until it is stopped or the process ends. */
export function watchMemory(processId: number): MemoryWatch {
  const samplesMb: number[] = [];
  const stopping = new AbortController();
  const sample = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      samplesMb.push((await residentBytes(processId)) / BYTES_IN_MB);
      await sleep(POLL_INTERVAL_MS, undefined, { signal: stopping.signal });
    }
  };
  sample().catch(() => undefined);
  return { samplesMb, stop: () => stopping.abort() };
}
