/**
 * Starts the engines for the whole run, and a process that runs services for each Jest worker. Passes the addresses to
 * the tests.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Engines, startEngines } from '../../dev/engines.ts';
import { type RunningProcess, startProcess } from '../../dev/processes/launcher.ts';
import { DIST } from '../../dev/project.ts';
import { findChromium, NO_CHROMIUM } from './find-chromium.ts';

/** What the setup passes to the teardown; Jest runs both in one process. */
export type GlobalOfRun = typeof globalThis & { engines?: Engines; services?: readonly RunningProcess[] };

/** The program that each worker's services run in. Without a build, the reaper that ends the engines is missing, too. */
const SERVICES = join('test', 'service-host', 'main.js');

// biome-ignore lint/style/noDefaultExport: Jest calls the default export.
export default async function startForTests({ maxWorkers }: { readonly maxWorkers: number }): Promise<void> {
  if (!existsSync(join(DIST, SERVICES)))
    throw new Error('The tests start compiled programs: run `npm run build` first.');
  const say = (line: string) => process.stderr.write(`engines: ${line}\n`);
  // Jest doesn't print the names of skipped tests.
  if (findChromium(process.env) === null)
    process.stderr.write(`browser: ${NO_CHROMIUM}; the tests of the storefront page are skipped\n`);
  const engines = await startEngines({ environment: process.env, say });
  (globalThis as GlobalOfRun).engines = engines;
  for (const line of engines.origin) say(line);
  if (!engines.processIds) say('tests that kill and freeze engines are skipped; ENGINES=local runs them');
  void engines.ended?.then(say);
  process.env.TEST_MONGODB_URL = engines.mongodbUrl;
  process.env.TEST_MEILISEARCH_URL = engines.meilisearchUrl;
  process.env.TEST_MEILISEARCH_API_KEY = engines.meilisearchApiKey;
  await startServices(maxWorkers);
  if (!engines.processIds || !engines.programs) return;
  // Test files that start engines of their own need not check the hashes of the programs again.
  process.env.MONGOD_BINARY = engines.programs.mongod;
  process.env.MEILISEARCH_BINARY = engines.programs.meilisearch;
  process.env.TEST_MONGODB_PID = String(engines.processIds.mongodb);
  process.env.TEST_MEILISEARCH_PID = String(engines.processIds.meilisearch);
}

async function startServices(workers: number): Promise<void> {
  const services = Array.from({ length: workers }, () => startProcess(SERVICES, [], {}, { showsStderr: true }));
  (globalThis as GlobalOfRun).services = services;
  const lines = await Promise.all(services.map((service) => service.line(({ msg }) => msg === 'listening')));
  process.env.TEST_SERVICES = lines.map(({ port }) => port).join();
}
