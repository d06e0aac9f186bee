/** A Meilisearch of its own on a disk of its own, small enough to be filled: a tmpfs that only the engine sees. */
import { spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findMeilisearch } from '../../../dev/engines/find-meilisearch.ts';
import { startOnFreePort } from '../../../dev/engines/free-port.ts';
import { startKeeper } from '../../../dev/engines/keeper.ts';
import { meilisearchVersion } from '../../../dev/engines/search-engine.ts';
import { untilSucceeds } from '../../../dev/engines/waiting.ts';
import { meilisearchArguments } from '../../../dev/engines/way.ts';

export interface SmallDiskEngine {
  readonly url: string;
  readonly apiKey: string;
  /** Fills the disk to the last byte. */
  fill(): Promise<void>;
  /** Frees what was filled. */
  free(): Promise<void>;
  end(): Promise<void>;
}

const SIZE = '64m';
const START_LIMIT_MS = 60_000;
const MOUNTING = ['-Urm', 'sh', '-c', `mount -t tmpfs -o size=${SIZE} tmpfs "$0" && exec "$@"`];

/** Whether this machine lets a process have a disk of its own. */
export const canHaveSmallDisk = (): boolean => spawnSync('unshare', [...MOUNTING, '/tmp', 'true']).status === 0;

/** Starts it on an empty folder. */
export async function startOnSmallDisk(folder: string): Promise<SmallDiskEngine> {
  const { path: program } = await findMeilisearch(process.env);
  const keeper = await startKeeper({ keepsData: false, temporaryFolder: folder });
  const apiKey = 'a-master-key-of-a-small-disk';
  const log = `${folder}.log`;
  const { url, processId } = await startOnFreePort({
    ...{ name: 'meilisearch', log, timeoutMs: START_LIMIT_MS },
    start(port) {
      const place = ['--db-path', join(folder, 'data.ms'), '--http-addr', `127.0.0.1:${port}`, '--log-level', 'WARN'];
      const parameters = [...MOUNTING, folder, program, ...meilisearchArguments(2), ...place];
      const environment = { PATH: process.env.PATH, TMPDIR: folder, MEILI_MASTER_KEY: apiKey };
      return keeper.start({ name: 'meilisearch', program: 'unshare', parameters, environment, folder, log });
    },
    async ready(port, { processId }, signal) {
      const url = `http://127.0.0.1:${port}`;
      await untilSucceeds(
        'Meilisearch is not ready',
        START_LIMIT_MS,
        (over) => meilisearchVersion(url, apiKey, over),
        signal,
      );
      return { url, processId };
    },
  });
  // The folder as the engine sees it.
  const filler = `/proc/${processId}/root${join(folder, 'filler')}`;
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
      await keeper.end();
      await rm(log, { force: true });
    },
  };
}
