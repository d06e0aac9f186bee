/**
 * The measured service: the engines, a database and an index for this run, filled by the real programs, and the API as
 * a process. All of it is removed at the end of the run.
 */
import { randomBytes } from 'node:crypto';
import type { Meilisearch } from 'meilisearch';
import { deleteIndexes } from '../../dev/engines/delete-indexes.ts';
import { type Engines, serviceVariables, startEngines, WITHOUT_RATE_LIMITS, withDatabase } from '../../dev/engines.ts';
import { type Catalogue, catalogueOf } from '../../src/catalogue/stored-documents.ts';
import { openMeilisearch } from '../../src/engines/meilisearch.ts';
import { openMongo } from '../../src/engines/mongodb/client.ts';
import { type CatalogueOptions, catalogueFiles, chooseMerchant } from './catalogue.ts';
import type { ProcessIds } from './cpu.ts';
import { type RunningProcess, runCommand, startInRun, type Variables } from './processes.ts';
import type { Run } from './run.ts';

export interface Service {
  readonly engines: Engines;
  readonly meilisearch: Meilisearch;
  readonly catalogue: Catalogue;
  readonly indexName: string;
  /** The environment variables for programs that work on this database and index. */
  readonly variables: Variables;
  readonly merchantId: string;
  readonly productCount: number;
  /** The address of the API. All settings are the defaults except the rate limits, which no measurement reaches. */
  readonly url: string;
  /** The authorization header for all of the merchant's data. */
  readonly authorization: string;
  /** Of the API, and of engines that are processes on this machine. */
  readonly processIds: ProcessIds;
}

export interface Server {
  readonly url: string;
  readonly processId: number;
}

type ServiceOptions = CatalogueOptions & {
  /** Lists need no index. */
  readonly withIndex: boolean;
};

/** Imports the catalogues, builds the index and starts the API. Resolves to the service for one merchant. */
export async function startService(run: Run, options: ServiceOptions): Promise<Service> {
  const engines = await enginesFor(run);
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const catalogue = await openDatabase(run, engines, name);
  const meilisearch = openMeilisearch({ url: engines.meilisearchUrl, apiKey: engines.meilisearchApiKey });
  const variables = variablesFor(engines, name);
  await runCommand(run, 'src/cli.js', ['setup'], variables);
  for (const file of await catalogueFiles(run, options))
    run.say(await runCommand(run, 'src/cli.js', ['import', file], variables));
  const merchantId = await chooseMerchant(catalogue, options.merchant);

  if (options.withIndex) await buildIndex(run, meilisearch, name, variables);
  const api = await startServer(run, 'src/main.js', variables);
  const processIds = { API: api.processId, ...engineProcessIds(engines) };
  const shared = { engines, meilisearch, catalogue, indexName: name, variables, url: api.url, processIds };
  return serviceFor(run, shared, merchantId);
}

/** The part of a service that all merchants share. */
type SharedService = Omit<Service, 'merchantId' | 'productCount' | 'authorization'>;

/** Returns the service for a merchant, with a new token. Throws if the merchant has no products. */
export async function serviceFor(run: Run, service: SharedService, merchantId: string): Promise<Service> {
  const { catalogue, variables } = service;
  const productCount = await catalogue.products.countDocuments({ merchantId });
  if (productCount === 0) throw new Error(`The catalogue has no products of ${merchantId}`);
  run.say(`Merchant ${merchantId} has ${productCount} products`);
  return { ...service, merchantId, productCount, authorization: await authorizationFor(run, variables, merchantId) };
}

async function enginesFor(run: Run): Promise<Engines> {
  const engines = await startEngines({ environment: process.env, say: run.say });
  run.onStop('engines', engines.stop);
  void engines.ended?.then(run.fail);
  for (const line of engines.origin) run.say(`Engines: ${line}`);
  return engines;
}

/** The Node.js options of the Dockerfile and of docker-compose.yml. The floors get the API's options. */
export const AS_DEPLOYED = {
  api: ['--max-semi-space-size=64'],
  indexer: ['--initial-old-space-size=80', '--single-threaded-gc'],
};

/** Starts an indexer, and resolves when it follows the live index. */
export async function startIndexer(run: Run, variables: Variables): Promise<RunningProcess> {
  const command = { program: 'indexer/main.js', argv: ['run'], nodeOptions: AS_DEPLOYED.indexer };
  return (await startInRun(run, { ...command, variables, message: 'following' })).process;
}

/** Starts a server that logs its port. */
export async function startServer(run: Run, program: string, variables: Variables): Promise<Server> {
  const options = { program, variables, nodeOptions: AS_DEPLOYED.api, message: 'listening' };
  const { process: server, line } = await startInRun(run, options);
  return { url: `http://127.0.0.1:${line.port}`, processId: server.pid };
}

/** Resolves to an authorization header for all data of a merchant. */
export async function authorizationFor(run: Run, variables: Variables, merchantId: string): Promise<string> {
  return `Bearer ${await runCommand(run, 'src/cli.js', ['token', 'issue', '--merchant', merchantId], variables)}`;
}

const engineProcessIds = ({ processIds }: Engines): ProcessIds =>
  processIds === undefined ? {} : { MongoDB: processIds.mongodb, Meilisearch: processIds.meilisearch };

async function openDatabase(run: Run, engines: Engines, name: string): Promise<Catalogue> {
  const client = openMongo(withDatabase(engines.mongodbUrl, name), { appName: 'catalogue-bench' });
  run.onStop('database', async () => {
    await client.db().dropDatabase();
    await client.close();
  });
  return catalogueOf(client.db());
}

function variablesFor(engines: Engines, name: string): Variables {
  return {
    ...serviceVariables(engines, name),
    ...WITHOUT_RATE_LIMITS,
    NODE_ENV: 'production',
    PORT: '0',
    INDEXER_PORT: '0',
  };
}

/** Builds the index with an indexer, then ends it: nothing changes during a measurement. */
async function buildIndex(run: Run, meilisearch: Meilisearch, name: string, variables: Variables): Promise<void> {
  run.onStop('indexes', () => deleteIndexes(meilisearch, name));
  run.say('Building the search index');
  const startedMs = performance.now();
  const progress = setInterval(() => {
    run.say(`Building the search index: ${Math.round((performance.now() - startedMs) / 1000)} s so far`);
  }, 5000);
  try {
    await (await startIndexer(run, variables)).end();
  } finally {
    clearInterval(progress);
  }
}
