/**
 * A database and an index for a test file on the engines of the run, and the service on them: the API and the indexer,
 * in the process of the worker or in their own, tokens, and requests.
 */
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import type { Meilisearch } from 'meilisearch';
import { type Db, MongoClient } from 'mongodb';
import { deleteIndexes } from '../../dev/engines/delete-indexes.ts';
import { serviceVariables } from '../../dev/engines/service-variables.ts';
import type { EngineAddresses } from '../../dev/engines/types.ts';
import { type RunningProcess, startProcess, type Variables } from '../../dev/processes/launcher.ts';
import type { LogLine } from '../../dev/processes/process-log.ts';
import type { Visibility } from '../../src/catalogue/merchant-scope.ts';
import { makeCollections, setUp } from '../../src/catalogue/setup.ts';
import { type Catalogue, catalogueOf } from '../../src/catalogue/stored-documents.ts';
import { openMeilisearch } from '../../src/engines/meilisearch.ts';
import { issueToken } from '../../src/tenancy/access-tokens.ts';
import { type Running, startApiInWorker, startIndexerInWorker } from './in-worker.ts';
import { type Api, apiAt, sendAlone } from './requests.ts';

export { eventually } from './eventually.ts';
export type { Api, ApiResponse, RequestOptions } from './requests.ts';

type WaitFor = 'following' | 'start';

export interface TestService {
  readonly database: Db;
  readonly catalogue: Catalogue;
  readonly meilisearch: Meilisearch;
  readonly indexName: string;
  /** The environment variables of a process that uses this database and index. */
  readonly variables: Variables;
  token(merchantId: string, visibility?: Visibility): Promise<string>;
  /** Starts an API in this worker; `settings` are environment variables. */
  startApi(settings?: Variables): Promise<RunningApi>;
  startApiProcess(settings?: Variables): Promise<ApiProcess>;
  /** Starts an indexer in this worker, and resolves when it follows the change stream (`waitFor: 'start'`: at once). */
  startIndexer(settings?: Variables, waitFor?: WaitFor): Promise<Running>;
  startIndexerProcess(settings?: Variables, waitFor?: WaitFor): Promise<RunningProcess>;
  /** Ends all started services and removes the data. */
  stop(): Promise<void>;
}

export type RunningApi = Api & Running;
export type ApiProcess = Api & { readonly process: RunningProcess };

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: tests run by \`npm test\`, whose setup starts the engines`);
  return value;
};

const sharedEngines = (): EngineAddresses => ({
  mongodbUrl: required('TEST_MONGODB_URL'),
  meilisearchUrl: required('TEST_MEILISEARCH_URL'),
  meilisearchApiKey: process.env.TEST_MEILISEARCH_API_KEY ?? '',
});

/** A service on another MongoDB, and the Meilisearch of the run. */
export const createServiceOn = (mongodbUrl: string): Promise<TestService> =>
  createService({ engines: { ...sharedEngines(), mongodbUrl } });

interface ServiceOptions {
  /** Default: the engines of the run. */
  readonly engines?: EngineAddresses;
  /** Whether to create MongoDB's indexes (default: true). Of search and the indexer, only the search log needs them. */
  readonly withIndexes?: boolean;
}

/** Creates a database with empty collections. */
export async function createService({
  engines = sharedEngines(),
  withIndexes = true,
}: ServiceOptions = {}): Promise<TestService> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const engineVariables = serviceVariables(engines, name);
  const { meilisearchUrl, meilisearchApiKey: apiKey } = engines;
  const client = new MongoClient(engineVariables.MONGODB_URL, { runtimeAdapters: { os } });
  const database = client.db();
  const catalogue = catalogueOf(database);
  const meilisearch = openMeilisearch({ url: meilisearchUrl, apiKey, http: sendAlone });
  await (withIndexes ? setUp(database, () => undefined) : makeCollections(database));

  const processes: RunningProcess[] = [];
  const running: Running[] = [];
  const variables: Variables = {
    ...engineVariables,
    PORT: '0',
    INDEXER_PORT: '0',
    RATE_LIMIT_PER_SECOND: '0',
    FAILED_AUTHENTICATIONS_PER_MINUTE: '0',
    // Other tests delay the event loop.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    STOP_TIMEOUT_MS: '60000',
    STOP_DRAIN_MS: '0',
  };

  return {
    database,
    catalogue,
    meilisearch,
    indexName: name,
    variables,
    token: (merchantId, visibility = 'all') =>
      issueToken(catalogue, { merchantId, visibility, name: 'test', expiresAfterMs: null }),

    async startApi(settings = {}) {
      const api = await startApiInWorker({ ...variables, ...settings });
      running.push(api);
      return { ...api, ...apiAt(api.port) };
    },

    async startApiProcess(settings = {}) {
      const api = startProcess('src/main.js', [], { ...variables, ...settings });
      processes.push(api);
      const { port } = await api.line((line) => line.msg === 'listening');
      return { ...apiAt(Number(port)), process: api };
    },

    async startIndexer(settings = {}, waitFor = 'following') {
      const indexer = await startIndexerInWorker({ ...variables, ...settings });
      running.push(indexer);
      if (waitFor === 'following') await indexer.line(isFollowing);
      return indexer;
    },

    async startIndexerProcess(settings = {}, waitFor = 'following') {
      const indexer = startProcess('indexer/main.js', ['run'], { ...variables, ...settings });
      processes.push(indexer);
      if (waitFor === 'following') await indexer.line(isFollowing);
      return indexer;
    },

    async stop() {
      await Promise.all([
        ...running.map((each) => each.stop()),
        ...processes.map((each) => {
          each.signal('SIGCONT');
          return each.end('SIGKILL');
        }),
      ]);
      await deleteIndexes(meilisearch, name);
      await database.dropDatabase();
      await client.close();
    },
  };
}

const isFollowing = ({ msg }: LogLine): boolean => msg === 'following';
