/** CPU times of other processes. Works on Linux only, for processes on this machine. */
import { readFile } from 'node:fs/promises';

/** Process ids by name. */
export type ProcessIds = Readonly<Record<string, number>>;
/** CPU time by process name, in milliseconds. */
export type CpuTimes = Readonly<Record<string, number>>;

/** The kernel reports times in hundredths of a second, whatever its clock. */
const TICK_MS = 10;
/** Positions in /proc/<pid>/stat after the process name, which may contain spaces and ends with the last bracket. */
const [USER_FIELD, SYSTEM_FIELD] = [11, 12];

/** Resolves to the CPU times since the processes started, without processes whose time is unknown. */
export async function cpuTimesOf(processIds: ProcessIds): Promise<CpuTimes> {
  const times: Record<string, number> = {};
  for (const [name, processId] of Object.entries(processIds)) {
    const stat = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => null);
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
    const ticks = Number(fields[USER_FIELD]) + Number(fields[SYSTEM_FIELD]);
    if (Number.isFinite(ticks)) times[name] = ticks * TICK_MS;
  }
  return times;
}

/** Returns the CPU time between two moments. */
export const cpuBetween = (before: CpuTimes, after: CpuTimes): CpuTimes =>
  Object.fromEntries(Object.entries(after).map(([name, time]) => [name, time - (before[name] ?? time)]));

/** Returns the sum by process. */
export function cpuSum(times: readonly CpuTimes[]): CpuTimes {
  const sum: Record<string, number> = {};
  for (const entry of times) for (const [name, time] of Object.entries(entry)) sum[name] = (sum[name] ?? 0) + time;
  return sum;
}
