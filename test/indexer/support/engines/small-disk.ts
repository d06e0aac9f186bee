/** Starts a Meilisearch on a disk that is small enough to fill: a tmpfs that only this engine sees. */
import { spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findMeilisearch, startMeilisearch } from '../../../../dev/engines/meilisearch.ts';

export interface SmallDiskEngine {
  readonly url: string;
  readonly apiKey: string;
  /** Fills the disk to the last byte. */
  fill(): Promise<void>;
  /** Frees the space that `fill` used. */
  free(): Promise<void>;
  end(): Promise<void>;
}

const SIZE = '64m';
const MOUNT_TMPFS = ['-Urm', 'sh', '-c', `mount -t tmpfs -o size=${SIZE} tmpfs "$0" && exec "$@"`];

/** Whether this machine lets a process mount its own tmpfs. */
export const canHaveSmallDisk = (): boolean => spawnSync('unshare', [...MOUNT_TMPFS, '/tmp', 'true']).status === 0;

/** Starts the engine with an empty folder as its disk. */
export async function startOnSmallDisk(folder: string): Promise<SmallDiskEngine> {
  const { path } = await findMeilisearch({ environment: process.env });
  const prefix = [...MOUNT_TMPFS, folder, 'env', `TMPDIR=${folder}`, path];
  const { url, apiKey, process: engine } = await startMeilisearch({ program: 'unshare', prefix, folder });
  // The path leads into the engine's mount namespace.
  const filler = `/proc/${engine.pid}/root${join(folder, 'filler')}`;
  return {
    url,
    apiKey,
    async fill() {
      const file = await open(filler, 'a');
      try {
        for (let bytes = 1_000_000; bytes >= 1; bytes = Math.floor(bytes / 10))
          for (;;) {
            const written = await file.write(Buffer.alloc(bytes)).catch(() => null);
            if (written === null || written.bytesWritten < bytes) break;
          }
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler),
    async end() {
      await engine.end('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
}
