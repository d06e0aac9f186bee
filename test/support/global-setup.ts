/** Starts the engines once for the whole run of the tests, and tells every test where they are. */
import { type Engines, startEngines } from '../../dev/engines.ts';
import { findChromium, NO_CHROMIUM } from './find-chromium.ts';

/** Where the setup leaves the engines for the teardown, which Jest runs in the same process. */
export type GlobalWithEngines = typeof globalThis & { engines?: Engines };

// biome-ignore lint/style/noDefaultExport: Jest takes the setup from the default export.
export default async function startForTests(): Promise<void> {
  const say = (line: string) => process.stderr.write(`engines: ${line}\n`);
  // Jest keeps the names of skipped tests to itself.
  if (findChromium(process.env) === null)
    process.stderr.write(`browser: ${NO_CHROMIUM}; the tests of the storefront page are skipped\n`);
  const engines = await startEngines({ environment: process.env, say, explain: say });
  (globalThis as GlobalWithEngines).engines = engines;
  for (const line of engines.how) say(line);
  void engines.ended?.then(say);
  process.env.TEST_MONGODB_URL = engines.mongodbUrl;
  process.env.TEST_MEILISEARCH_URL = engines.meilisearchUrl;
  process.env.TEST_MEILISEARCH_API_KEY = engines.meilisearchApiKey;
  if (!engines.processIds) return;
  process.env.TEST_MONGODB_PID = String(engines.processIds.mongodb);
  process.env.TEST_MEILISEARCH_PID = String(engines.processIds.meilisearch);
}
