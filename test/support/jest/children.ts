/** The processes that a worker's tests started and that still run: they end with the worker. Loaded once a worker. */
import type { ChildProcess } from 'node:child_process';

const LOOK_EVERY_MS = 500;

const children = new Set<ChildProcess>();
const killAll = (): void => {
  for (const child of children) child.kill('SIGKILL');
};
process.once('exit', killAll);
// Jest itself may end before, however it does. Whoever listened for that would keep the worker from its own end.
setInterval(() => {
  if (process.connected === false) killAll();
}, LOOK_EVERY_MS).unref();

/** Has the process end with the worker, at the latest. */
export function endWithWorker(child: ChildProcess): void {
  children.add(child);
  child.once('close', () => children.delete(child));
}
