/** Snapshots of the data folder of a MongoDB of a test file's own. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnEngine } from './own-engines.ts';

/** Takes a snapshot of MongoDB, which is down meanwhile; resolves to the snapshot's folder. */
export async function takeSnapshot(mongodb: OwnEngine): Promise<string> {
  const snapshot = await mkdtemp(join(tmpdir(), 'snapshot-'));
  await mongodb.end('SIGKILL');
  await cp(mongodb.dataFolder, snapshot, { recursive: true });
  await mongodb.start();
  return snapshot;
}

/** Replaces the data of MongoDB by a snapshot, and deletes the snapshot. */
export async function restoreSnapshot(mongodb: OwnEngine, snapshot: string): Promise<void> {
  await mongodb.end('SIGKILL');
  await rm(mongodb.dataFolder, { recursive: true });
  await cp(snapshot, mongodb.dataFolder, { recursive: true });
  await rm(snapshot, { recursive: true });
  await mongodb.start();
}
