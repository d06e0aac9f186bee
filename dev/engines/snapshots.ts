/** Snapshots of the data of an engine, which is down while one is taken or restored. */
import { cp, rename, rm } from 'node:fs/promises';
import type { RestartableEngine } from './restartable-engines.ts';

/** Takes a snapshot, and resolves to its folder. It is beside that of the data. */
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
