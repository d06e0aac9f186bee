/**
 * Runs the whole service on this machine: engines, a catalogue, the API and the indexer as processes, and a storefront.
 * Composition root of the demo.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { catalogueOf } from '../src/catalogue/stored-documents.ts';
import { openMongo } from '../src/engines/mongodb/client.ts';
import { listen } from '../src/http/server/server.ts';
import { aborted, EXIT } from '../src/runtime/lifecycle.ts';
import { fill, nameOf, openShops, type Shop, tokenSecretIn } from './demo/catalogue.ts';
import { writeEnvironmentFile } from './demo/environment-file.ts';
import { lockFolder } from './demo/folder-lock.ts';
import { type DemoOptions, parseOptions } from './demo/options.ts';
import { type Addresses, renderScreen } from './demo/screen.ts';
import { settingsIn } from './demo/settings.ts';
import { createStorefront } from './demo/storefront/server.ts';
import { startCompiler, startWatched } from './demo/watch.ts';
import { isFree } from './engines/free-port.ts';
import { type Engines, serviceVariables, startEngines, withDatabase } from './engines.ts';
import { type Command, ofProject, startLogged } from './processes/launcher.ts';
import { PROJECT } from './project.ts';
import { type Run, runToEnd } from './run.ts';
import { untilReady } from './waiting.ts';

const HOST = '127.0.0.1';
const DATA_FOLDER = join(PROJECT, '.demo');
const LOG_FOLDER = join(DATA_FOLDER, 'logs');
const ENVIRONMENT_FILE = join(DATA_FOLDER, 'env');
const STOP_LIMIT_MS = 15_000;
const HINT_AFTER_MS = 60_000;

/** What all parts of the demo share. */
interface Demo {
  readonly options: DemoOptions;
  readonly addresses: Addresses;
  /** The name of the database and of the index. */
  readonly name: string;
  readonly run: Run;
}

/** Runs the demo until it is stopped. */
async function demonstrate(options: DemoOptions, run: Run): Promise<void> {
  const { say, onStop, stopping } = run;
  const startedMs = performance.now();
  const { port, watch } = options;
  const addresses = {
    api: `http://${HOST}:${port}`,
    indexer: `http://${HOST}:${port + 1}`,
    storefront: `http://${HOST}:${port + 2}`,
  };
  const demo: Demo = { options, addresses, name: nameOf(options), run };
  const unlock = await lockFolder(DATA_FOLDER);
  if (unlock === null) throw new Error(`Another demo is using the data in ${DATA_FOLDER}: stop it first.`);
  onStop('lock', unlock);
  for (const each of [port, port + 1, port + 2]) await assertFree(each);
  mkdirSync(LOG_FOLDER, { recursive: true });
  if (watch) onStop('compiler', startCompiler());

  const engines = await openEngines(demo);
  if (stopping.aborted) return;
  const shops = await openCatalogue(demo, engines);
  if (stopping.aborted) return;
  onStop('environment file', await writeEnvironmentFile(ENVIRONMENT_FILE, serviceVariables(engines, demo.name)));
  startProcesses(demo, engines);
  await openStorefront(demo, shops);
  say('Waiting until the index is built');
  await untilIndexed(demo);
  process.stdout.write(
    renderScreen({
      addresses,
      shops,
      engines: engines.origin,
      environmentFile: relative(PROJECT, ENVIRONMENT_FILE),
      logFolder: logsOf(options),
      tookMs: performance.now() - startedMs,
    }),
  );
  await aborted(stopping);
}

/**
 * Throws at a stop. After a while, prints once where to look: a large catalogue takes long, but a fault would be waited
 * for, too.
 */
async function untilIndexed({ options, addresses, run: { say, stopping } }: Demo): Promise<void> {
  const ready = `${addresses.api}/readyz`;
  const hint = `Still waiting. ${addresses.indexer}/readyz says what the indexer does. Its logs: ${logsOf(options)}`;
  const timer = setTimeout(() => say(hint), HINT_AFTER_MS);
  await untilReady('The API', ready, Number.POSITIVE_INFINITY, stopping).finally(() => clearTimeout(timer));
}

const logsOf = ({ watch }: DemoOptions): string => (watch ? 'here, from `warn` on (LOG_LEVEL)' : LOG_FOLDER);

async function openEngines({ run: { say, onStop, stopping, fail } }: Demo): Promise<Engines> {
  const engines = await startEngines({
    environment: process.env,
    dataFolder: join(DATA_FOLDER, 'engines'),
    say,
    stopping,
  });
  onStop('engines', () => engines.stop());
  void engines.ended?.then((outcome) => fail(`${outcome}. Nothing works without it.`));
  return engines;
}

/** Fills the database, and resolves to the shops with their tokens. Throws if there is no active merchant. */
async function openCatalogue({ options, name, run }: Demo, engines: Engines): Promise<readonly Shop[]> {
  const mongo = openMongo(withDatabase(engines.mongodbUrl, name), { appName: 'catalogue-demo' });
  run.onStop('mongodb', () => mongo.close());
  const catalogue = catalogueOf(mongo.db());
  await fill(catalogue, options, run.say, run.stopping);
  if (run.stopping.aborted) return [];
  const shops = await openShops(catalogue, await tokenSecretIn(DATA_FOLDER));
  if (shops.length === 0) throw new Error(`${options.catalogue} has no active merchant, so there is nothing to show.`);
  return shops;
}

/** Starts the indexer and the API. */
function startProcesses(demo: Demo, engines: Engines): void {
  const { options, name, run } = demo;
  const variables = {
    // Pages of any origin may read what `published` tokens get, as the example on InstantSearch does.
    CORS_ORIGINS: '*',
    ...settingsIn(process.env),
    ...serviceVariables(engines, name),
    HOST,
    PORT: String(options.port),
    INDEXER_PORT: String(options.port + 1),
    IMAGE_DOWNLOAD_BASE_URL: imageUrlOf(demo),
  };
  const parts = {
    indexer: ofProject('indexer/main.js', ['run'], variables),
    api: ofProject('src/main.js', [], variables),
  };
  for (const [part, command] of Object.entries(parts)) {
    if (options.watch) run.onStop(part, startWatched(command, STOP_LIMIT_MS));
    else startPart(part, command, run);
  }
}

/** Where the images are. The storefront serves those of generated shops itself. */
const imageUrlOf = ({ options, addresses }: Demo): string | undefined =>
  options.catalogue === undefined ? `${addresses.storefront}/images/` : process.env.IMAGE_DOWNLOAD_BASE_URL;

async function openStorefront(demo: Demo, shops: readonly Shop[]): Promise<void> {
  const { options, addresses, run } = demo;
  const imageUrl = imageUrlOf(demo) ?? '';
  const storefront = createStorefront({
    apiUrl: addresses.api,
    shops: shops.map(({ merchantId, name, publishedToken }) => ({ merchantId, name, token: publishedToken })),
    imagesFrom: options.catalogue === undefined ? 'generated' : 'none',
    ...(URL.canParse(imageUrl) ? { imageOrigin: new URL(imageUrl).origin } : {}),
  });
  const server = await listen(storefront, HOST, options.port + 2);
  run.onStop('storefront', () => server.close(500));
}

/** Starts a process of the service. If it ends unexpectedly, the demo prints why and stops. */
function startPart(name: string, command: Command, { onStop, fail }: Run): void {
  const log = join(LOG_FOLDER, `${name}.log`);
  const running = startLogged({ ...command, graceMs: STOP_LIMIT_MS }, log);
  onStop(name, async () => void (await running.end('SIGTERM', STOP_LIMIT_MS)));
  const lastLines = () => readFileSync(log, 'utf8').split('\n').slice(-10).join('\n');
  void running.outcome.then((outcome) =>
    fail(`The ${name} ${outcome}. Its last lines (the whole log is in ${log}):\n${lastLines()}`),
  );
}

async function assertFree(port: number): Promise<void> {
  if (!(await isFree(port)))
    throw new Error(`Port ${port} of ${HOST} is in use: choose another with --port (the two after it are used, too).`);
}

process.exit(
  await runToEnd('demo', async (run) => {
    await demonstrate(parseOptions(process.argv), run).catch((error: unknown) => {
      if (!run.stopping.aborted) throw error;
    });
    return EXIT.success;
  }),
);
