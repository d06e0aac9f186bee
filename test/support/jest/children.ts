/** The processes that a worker started for its tests: they end with the worker, and the worker with Jest. Loaded once a worker. */
import type { ChildProcess } from 'node:child_process';

const LOOK_EVERY_MS = 500;

const children = new Set<ChildProcess>();
const killAll = (): void => {
  for (const child of children) child.kill('SIGKILL');
};
process.once('exit', killAll);
// A signal that nobody listens for ends a process without `exit`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// Jest itself may end before, however it does: then nobody hears this worker, and the services within it would have it run for ever.
// Looked at, as whoever listened for that would keep the worker from its own end.
setInterval(() => {
  if (process.connected === false) process.exit(1);
}, LOOK_EVERY_MS).unref();

/** Has the process end with the worker, at the latest. */
export function endWithWorker(child: ChildProcess): void {
  children.add(child);
  child.once('close', () => children.delete(child));
}
