/**
 * Engines in containers. The keeper removes them by their label, however this process ends, so that testcontainers' own
 * reaper, one more image to get, is not needed: it never runs here, whatever TESTCONTAINERS_RYUK_DISABLED says.
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type ContainerRuntimeClient, getContainerRuntimeClient, ImageName, Wait } from 'testcontainers';
import { startKeeper } from './keeper.ts';
import { addressOf, LoopbackContainer, labelName, type Place } from './loopback-container.ts';
import { keptMasterKey, newMasterKey } from './master-key.ts';
import { run } from './programs.ts';
import { makeWritable } from './replica-set.ts';
import { meilisearchVersion } from './search-engine.ts';
import { messageOf, untilSucceeds } from './waiting.ts';
import {
  type EngineOptions,
  type Engines,
  type Environment,
  meilisearchArguments,
  meilisearchImage,
  mongodArguments,
  mongodbImage,
  replicaSetName,
} from './way.ts';

const answerTimeoutMs = 3_000;
const pullTimeoutMs = 60_000;
const startTimeoutMs = 60_000;

/** @throws when Docker does not answer, lacks an image and cannot get it soon, or a container does not start */
export async function startDocker({ environment, dataFolder, say }: EngineOptions): Promise<Engines> {
  await ask('', answerTimeoutMs).catch((error) => {
    throw new Error(`Docker does not answer: ${messageOf(error)}`);
  });
  const client = await getContainerRuntimeClient();
  await Promise.all([mongodbImage, meilisearchImage].map((image) => ensureImage(client, image, say)));
  // Data of one version is not for another to open, so each pair of images has a folder of its own.
  const folder = dataFolder && join(dataFolder, `docker-${mongodbImage}-${meilisearchImage}`.replaceAll(/[/:]/g, '-'));
  const id = randomUUID();
  const keeper = await startKeeper({
    keepsData: folder !== undefined,
    containers: { label: `${labelName}=${id}`, library },
  });
  try {
    say(`Starting containers of ${mongodbImage} and ${meilisearchImage}`);
    const place: Place = { id, client, isRemote: isRemote(environment), ...(folder ? { folder } : {}) };
    // One after the other: mongod refuses a data folder another one uses, where Meilisearch would write into it as well.
    const mongodb = await startMongodb(place);
    const meilisearch = await startMeilisearch(place);
    keeper.unref();
    return {
      mongodbUrl: mongodb.url,
      meilisearchUrl: meilisearch.url,
      meilisearchApiKey: meilisearch.apiKey,
      how: [`containers: ${mongodbImage} (${mongodb.version}) and ${meilisearchImage} (${meilisearch.version})`],
      stop: () => keeper.end(),
    };
  } catch (error) {
    await keeper.end();
    throw error;
  }
}

async function ensureImage(client: ContainerRuntimeClient, name: string, say: (line: string) => void): Promise<void> {
  const image = ImageName.fromString(name);
  if (await client.image.exists(image)) return;
  say(`Pulling ${name}`);
  await ask(name, pullTimeoutMs).catch((error) => {
    throw new Error(`${name} is not there and cannot be pulled: ${messageOf(error)}`);
  });
  // A pull that broke off does not fail by itself: its error is one of the lines of its progress.
  if (!(await client.image.exists(image))) throw new Error(`${name} is not there and could not be pulled`);
}

/**
 * Asks Docker whether it is there, and, where one is named, for an image. In a process of its own, as a Docker that hangs
 * can only be given up with the process that asked it.
 */
async function ask(image: string, timeoutMs: number): Promise<void> {
  await run(process.execPath, ['-e', askSource, library, image], timeoutMs);
}

const library = createRequire(import.meta.url).resolve('testcontainers');
const askSource = `
const { getContainerRuntimeClient, ImageName } = require(process.argv[1]);
const image = process.argv[2];
getContainerRuntimeClient()
  .then((client) => image && client.image.pull(ImageName.fromString(image)))
  .then(() => process.exit(0), (error) => { console.error(error.message); process.exit(1); });
`;

/** Docker on another machine, whose addresses are not ours to choose from. */
function isRemote(environment: Environment): boolean {
  return /^(tcp|https?|ssh):/.test(environment.DOCKER_HOST ?? '');
}

async function startMongodb(place: Place) {
  const container = await new LoopbackContainer(mongodbImage)
    .withCommand(['mongod', ...mongodArguments, '--bind_ip_all'])
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .settle(place, 27_017, '/data/db', 'mongodb');
  const url = `mongodb://${addressOf(container, 27_017)}`;
  // Inside the container the port is another one than out here, so the member's own name leads nowhere from here.
  const version = await makeWritable({ url, host: 'localhost:27017' }, startTimeoutMs);
  return { url: `${url}/?replicaSet=${replicaSetName}&directConnection=true`, version };
}

async function startMeilisearch(place: Place) {
  const cores = place.client.info.containerRuntime.cpus;
  const apiKey = place.folder ? await keptMasterKey(place.folder) : newMasterKey();
  const paths = ['--db-path', '/meili_data/data.ms', '--http-addr', '0.0.0.0:7700'];
  const container = await new LoopbackContainer(meilisearchImage)
    .withCommand(['/bin/meilisearch', ...meilisearchArguments(cores), ...paths])
    .withEnvironment({ MEILI_MASTER_KEY: apiKey })
    // It handles no signal: as a container's first process it would ignore one, and anywhere else just end.
    .withoutAsking()
    // Its log says when it listens, and the end of its log, should it end first, ends the waiting.
    .withWaitStrategy(Wait.forLogMessage(/listening on/))
    .settle(place, 7_700, '/meili_data', 'meilisearch');
  const url = `http://${addressOf(container, 7_700)}`;
  const version = await untilSucceeds('Meilisearch is not ready', startTimeoutMs, (signal) =>
    meilisearchVersion(url, apiKey, signal),
  );
  return { url, apiKey, version };
}
