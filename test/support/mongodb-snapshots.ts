/** Snapshots of the data folder of a MongoDB of a test file's own. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnEngine } from './own-engines.ts';

const dataFolder = ({ command: { parameters } }: OwnEngine): string =>
  String(parameters[parameters.indexOf('--dbpath') + 1]);

/** Takes a snapshot of MongoDB, which is down meanwhile; resolves to the snapshot's folder. */
export async function takeSnapshot(mongodb: OwnEngine): Promise<string> {
  const snapshot = await mkdtemp(join(tmpdir(), 'snapshot-'));
  await mongodb.kill();
  await cp(dataFolder(mongodb), snapshot, { recursive: true });
  await mongodb.restart();
  return snapshot;
}

/** Replaces the data of MongoDB by a snapshot, and deletes the snapshot. */
export async function restoreSnapshot(mongodb: OwnEngine, snapshot: string): Promise<void> {
  await mongodb.kill();
  await rm(dataFolder(mongodb), { recursive: true });
  await cp(snapshot, dataFolder(mongodb), { recursive: true });
  await rm(snapshot, { recursive: true });
  await mongodb.restart();
}
