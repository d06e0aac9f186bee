/** Engines as programs on this machine, on free ports of 127.0.0.1. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMeilisearch } from './find-meilisearch.ts';
import { findMongod } from './find-mongod.ts';
import { startOnFreePort } from './free-port.ts';
import { type Keeper, startKeeper } from './keeper.ts';
import { keptMasterKey } from './master-key.ts';
import { makeWritable } from './replica-set.ts';
import { meilisearchVersion } from './search-engine.ts';
import { untilSucceeds } from './waiting.ts';
import {
  type EngineOptions,
  type Engines,
  type Environment,
  meilisearchArguments,
  mongodArguments,
  replicaSetName,
} from './way.ts';

const timeoutMs = 60_000;

/** @throws when a program cannot be found or does not start; then nothing is left running */
export async function startLocal({ environment, dataFolder, say }: EngineOptions): Promise<Engines> {
  const mongod = await findMongod(environment, say);
  const meilisearch = await findMeilisearch(environment);
  // Data of one version is not for another to open, so each pair of versions has a folder of its own.
  const folder = dataFolder
    ? join(dataFolder, `local-mongodb-${mongod.version}-meilisearch-${meilisearch.version}`)
    : join(tmpdir(), `merchant-catalogue-${randomUUID()}`);
  const keeper = await startKeeper(dataFolder ? { keepsData: true } : { keepsData: false, temporaryFolder: folder });
  try {
    say(`Starting mongod ${mongod.version} and meilisearch ${meilisearch.version}`);
    // One after the other: mongod refuses a data folder another one uses, where Meilisearch would write into it as well.
    const database = await startMongod({ keeper, environment, program: mongod.path, folder: join(folder, 'mongodb') });
    const search = await startMeilisearch({
      keeper,
      environment,
      program: meilisearch.path,
      folder: join(folder, 'meilisearch'),
    });
    keeper.unref();
    return {
      mongodbUrl: database.url,
      meilisearchUrl: search.url,
      meilisearchApiKey: search.apiKey,
      how: ['programs on this machine', mongod.how, meilisearch.how],
      processIds: { mongodb: database.processId, meilisearch: search.processId },
      ended: Promise.race([
        database.ended.then((how) => `mongod ${how}`),
        search.ended.then((how) => `Meilisearch ${how}`),
      ]),
      stop: () => keeper.end(),
    };
  } catch (error) {
    await keeper.end();
    throw error;
  }
}

interface Starting {
  readonly keeper: Keeper;
  readonly environment: Environment;
  readonly program: string;
  readonly folder: string;
}

async function startMongod({ keeper, environment, program, folder }: Starting) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const log = join(folder, 'mongod.log');
  return startOnFreePort({
    name: 'mongod',
    log,
    timeoutMs,
    start(port) {
      const place = ['--dbpath', folder, '--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'];
      const parameters = [...mongodArguments, ...place];
      return keeper.start({ name: 'mongod', program, parameters, environment, folder, log });
    },
    async ready(port, { processId, ended }, signal) {
      const host = `127.0.0.1:${port}`;
      await makeWritable({ url: `mongodb://${host}`, host, processId }, timeoutMs, signal);
      return { url: `mongodb://${host}/?replicaSet=${replicaSetName}`, processId, ended };
    },
  });
}

async function startMeilisearch({ keeper, environment, program, folder }: Starting) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const log = join(folder, 'meilisearch.log');
  const apiKey = await keptMasterKey(folder);
  return startOnFreePort({
    name: 'meilisearch',
    log,
    timeoutMs,
    start(port) {
      const place = ['--db-path', join(folder, 'data.ms'), '--http-addr', `127.0.0.1:${port}`, '--log-level', 'WARN'];
      const parameters = [...meilisearchArguments(availableParallelism()), ...place];
      // The key is not an argument, as every user of this machine may read those.
      const settings = { ...withoutSettings(environment), MEILI_MASTER_KEY: apiKey };
      return keeper.start({ name: 'meilisearch', program, parameters, environment: settings, folder, log });
    },
    async ready(port, { processId, ended }, signal) {
      const url = `http://127.0.0.1:${port}`;
      // Only ours takes the key, so no other Meilisearch at that address can be mistaken for it.
      await untilSucceeds(
        'Meilisearch is not ready',
        timeoutMs,
        (over) => meilisearchVersion(url, apiKey, over),
        signal,
      );
      return { url, apiKey, processId, ended };
    },
  });
}

/** Without the user's own settings for Meilisearch, which are for another one. */
function withoutSettings(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('MEILI_')));
}
