/** Runs both engines as processes on this machine, on free ports of 127.0.0.1. */
import { join } from 'node:path';
import { createTemporaryFolder } from '../processes/temporary-folder.ts';
import { replicaSetName } from './engine-arguments.ts';
import { findMeilisearch, startMeilisearch } from './meilisearch.ts';
import { findMongod, startMongod } from './mongod.ts';
import type { EngineOptions, Engines } from './types.ts';

/** For engines that keep their data. */
const GRACE_MS = 15_000;

/** Throws if a program can't be found or doesn't start, and then stops what it started. The signal ends the search. */
export async function startLocal(options: EngineOptions): Promise<Engines> {
  const { dataFolder, say, stopping } = options;
  // Meilisearch first: where it is missing, no network helps, so mongod is not downloaded.
  const programs = { meilisearch: await findMeilisearch(options), mongod: await findMongod(options) };
  stopping?.throwIfAborted();
  const versions = `mongodb-${programs.mongod.version}-meilisearch-${programs.meilisearch.version}`;
  // A version must not open the data of another one, so each pair of versions has its own folder.
  const { folder, remove } = dataFolder
    ? { folder: join(dataFolder, `local-${versions}`), remove: async () => {} }
    : await createTemporaryFolder();
  const graceMs = dataFolder ? GRACE_MS : 0;
  const stops: (() => Promise<unknown>)[] = [];
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    await Promise.all(stops.map((stopOne) => stopOne()));
    await remove();
  };
  try {
    say?.(`Starting mongod ${programs.mongod.version} and meilisearch ${programs.meilisearch.version}`);
    // In this order: mongod rejects a data folder that is in use, but Meilisearch would write to it.
    const mongod = await startMongod({ program: programs.mongod, folder: join(folder, 'mongodb'), graceMs });
    stops.push(mongod.stop);
    const settings = { folder: join(folder, 'meilisearch'), graceMs };
    const meilisearch = await startMeilisearch({ program: programs.meilisearch.path, ...settings });
    stops.push(() => meilisearch.process.end(dataFolder ? 'SIGTERM' : 'SIGKILL', GRACE_MS));
    const ended = new Promise<string>((resolve) => {
      const report = (name: string) => (outcome: string) => {
        if (!isStopping) resolve(`${name} ${outcome}`);
      };
      void mongod.ended.then(report('mongod'));
      void meilisearch.ended.then(report('Meilisearch'));
    });
    return {
      mongodbUrl: `mongodb://${mongod.host}/?replicaSet=${replicaSetName}`,
      meilisearchUrl: meilisearch.url,
      meilisearchApiKey: meilisearch.apiKey,
      origin: [
        `MongoDB ${programs.mongod.version} and Meilisearch ${programs.meilisearch.version}, programs on this machine`,
        programs.mongod.origin,
        programs.meilisearch.origin,
      ],
      programs: { mongod: programs.mongod.path, meilisearch: programs.meilisearch.path },
      processIds: { mongodb: mongod.pid, meilisearch: meilisearch.process.pid },
      ended,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
