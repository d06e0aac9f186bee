/** Snapshots of the data of an engine, which is down while one is taken or restored. */
import { cp, rename, rm } from 'node:fs/promises';
import type { RestartableEngine } from './restartable-engines.ts';

/** Copies the data into a folder beside its own, and resolves to the path of the copy. */
export async function takeSnapshot(engine: RestartableEngine): Promise<string> {
  const snapshot = `${engine.dataFolder}-snapshot`;
  await engine.end('SIGTERM');
  await cp(engine.dataFolder, snapshot, { recursive: true });
  await engine.start();
  return snapshot;
}

/** Replaces the data by a snapshot, which can't be restored again. */
export async function restoreSnapshot(engine: RestartableEngine, snapshot: string): Promise<void> {
  await engine.end('SIGKILL');
  await rm(engine.dataFolder, { recursive: true });
  await rename(snapshot, engine.dataFolder);
  await engine.start();
}
