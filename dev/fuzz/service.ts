/**
 * The service for the fuzzer: a database with a small catalogue, an indexer, and API processes with different settings.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { catalogueOf } from '../../src/catalogue/stored-documents.ts';
import { openMeilisearch } from '../../src/engines/meilisearch.ts';
import { openMongo } from '../../src/engines/mongodb/client.ts';
import { fill, openShops, type Shop } from '../demo/catalogue.ts';
import { deleteIndexes } from '../engines/delete-indexes.ts';
import { freePort } from '../engines/free-port.ts';
import { type Engines, serviceVariables, WITHOUT_RATE_LIMITS, withDatabase } from '../engines.ts';
import { ofProject, startLogged } from '../processes/launcher.ts';
import type { Run } from '../run.ts';
import { untilReady } from '../waiting.ts';

const READY_LIMIT_MS = 60_000;

interface ServiceOptions {
  readonly engines: Engines;
  readonly run: Run;
  readonly logFolder: string;
}

interface FuzzedService {
  readonly shop: Shop;
  /** Starts an API process with these settings and resolves to its address when it and the index are ready. */
  startApi(settings: Readonly<Record<string, string>>): Promise<string>;
}

/**
 * Creates the catalogue and starts the indexer. Throws with the log file of the process that isn't ready in time. At the
 * end of the run, the database and the indexes are removed.
 */
export async function startFuzzedService(options: ServiceOptions): Promise<FuzzedService> {
  const { engines, run, logFolder } = options;
  const name = `fuzz_${randomBytes(6).toString('hex')}`;
  const mongo = openMongo(withDatabase(engines.mongodbUrl, name), { appName: 'catalogue-fuzz' });
  run.onStop('mongodb', () => mongo.close());
  run.onStop('database', async () => void (await mongo.db().dropDatabase()));
  const meilisearch = openMeilisearch({ url: engines.meilisearchUrl, apiKey: engines.meilisearchApiKey });
  run.onStop('indexes', () => deleteIndexes(meilisearch, name));
  const catalogue = catalogueOf(mongo.db());
  await fill(catalogue, { merchants: 2, products: 300 }, run.say, run.stopping);
  const [shop] = await openShops(catalogue, randomBytes(32));
  if (shop === undefined) throw new Error('The catalogue has no merchant');

  const common = { ...serviceVariables(engines, name), ...WITHOUT_RATE_LIMITS };
  let started = 0;

  async function start(
    what: string,
    program: string,
    argv: readonly string[],
    settings: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    started += 1;
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const command = ofProject(program, argv, { ...common, ...settings, PORT: port, INDEXER_PORT: port });
    const logFile = join(logFolder, `${what}-${started}.log`);
    const running = startLogged(command, logFile);
    run.onStop(what, async () => void (await running.end()));
    const signal = AbortSignal.any([running.hasEnded, run.stopping]);
    await untilReady(`The ${what} (see ${logFile})`, `${url}/readyz`, READY_LIMIT_MS, signal);
    return url;
  }

  await start('indexer', 'indexer/main.js', ['run']);
  return {
    shop,
    startApi: (settings) => start('api', 'src/main.js', [], settings),
  };
}
