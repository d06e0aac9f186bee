/** How much of the processors other processes took: known on Linux alone, and of processes on this machine alone. */
import { readFile } from 'node:fs/promises';

/** Process ids by name. */
export type ProcessIds = Readonly<Record<string, number>>;
/** CPU time by process name, in milliseconds. */
export type CpuTimes = Readonly<Record<string, number>>;

/** The kernel tells times in hundredths of a second, whatever its own clock. */
const TICK_MS = 10;
/** Fields of /proc/<pid>/stat behind the name, which may hold spaces and ends with the last bracket. */
const [USER_FIELD, SYSTEM_FIELD] = [11, 12];

/** What the processes have taken since they began; without those of which that is not known. */
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

/** What was taken between two moments. */
export const cpuBetween = (before: CpuTimes, after: CpuTimes): CpuTimes =>
  Object.fromEntries(Object.entries(after).map(([name, time]) => [name, time - (before[name] ?? time)]));

/** What was taken in all. */
export function cpuSum(times: readonly CpuTimes[]): CpuTimes {
  const sum: Record<string, number> = {};
  for (const entry of times) for (const [name, time] of Object.entries(entry)) sum[name] = (sum[name] ?? 0) + time;
  return sum;
}
