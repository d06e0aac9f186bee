/**
 * Runs both engines in containers with testcontainers, on ports of this machine only. The reaper of this project
 * removes them by their label, so no image of testcontainers' own reaper is needed.
 */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type ContainerRuntimeClient,
  GenericContainer,
  getContainerRuntimeClient,
  ImageName,
  type StartedTestContainer,
  Wait,
} from 'testcontainers';
import { unlessAborted } from '../../src/runtime/retry.ts';
import { messageOf } from '../errors.ts';
import { registerWithReaper } from '../processes/reaper-client.ts';
import { untilSucceeds } from '../waiting.ts';
import {
  meilisearchArguments,
  meilisearchImage,
  mongodArguments,
  mongodbImage,
  replicaSetName,
} from './engine-arguments.ts';
import { masterKeyIn, meilisearchVersion } from './meilisearch.ts';
import { makeWritable } from './replica-set.ts';
import type { EngineOptions, Engines } from './types.ts';

const CONNECT_TIMEOUT_MS = 3000;
/** A busy Docker is slow, but not for ever. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** Long, because some hundred megabytes may come over a slow line. Without a network, a pull fails at once. */
const PULL_TIMEOUT_MS = 1_200_000;
const START_TIMEOUT_MS = 60_000;
/** For Docker to create a container, and then for its program to start. */
const CONTAINER_TIMEOUT_MS = 2 * START_TIMEOUT_MS;
const GRACE_MS = 15_000;
const MONGODB_PORT = 27_017;
const LABEL = 'merchant-catalogue.engines';

/**
 * Throws if Docker doesn't respond, an image is missing and can't be pulled in time, a container doesn't start, or at the
 * signal.
 */
export async function startDocker(options: EngineOptions): Promise<Engines> {
  const { environment, dataFolder, say, stopping } = options;
  const client = await rejectAfter(CONNECT_TIMEOUT_MS, getContainerRuntimeClient()).catch(doesNotAnswer);
  await Promise.all([mongodbImage, meilisearchImage].map((image) => ensureImage(client, image, options)));
  stopping?.throwIfAborted();
  // A version must not open the data of another one, so each pair of images has its own folder.
  const folder = dataFolder && join(dataFolder, `docker-${mongodbImage}-${meilisearchImage}`.replaceAll(/[/:]/g, '-'));
  const id = randomUUID();
  const release = registerWithReaper({ kind: 'containers', label: `${LABEL}=${id}`, graceMs: folder ? GRACE_MS : 0 });
  const containers: StartedTestContainer[] = [];
  const stopOne = (started: StartedTestContainer) =>
    started.stop({ timeout: folder ? GRACE_MS : 0, removeVolumes: true });
  const stopAll = async () => void (await Promise.all(containers.splice(0).map(stopOne)));
  const isRemote = /^(tcp|https?|ssh):/.test(environment.DOCKER_HOST ?? '');
  const start = async (container: EngineContainer) => {
    const started = await startContainer(container.withLabels({ [LABEL]: id }), { client, isRemote, folder, stopping });
    containers.push(started);
    return started;
  };
  try {
    say?.(`Starting containers of ${mongodbImage} and ${meilisearchImage}`);
    // In this order: mongod rejects a data folder that is in use, but Meilisearch would write to it.
    const { cpus, memory } = client.info.containerRuntime;
    const mongodb = await startMongodb(start, memory, stopping);
    const apiKey = folder ? await masterKeyIn(folder) : randomUUID();
    const meilisearch = await startMeilisearch(start, apiKey, cpus, stopping);
    return {
      mongodbUrl: `${mongodb.url}/?replicaSet=${replicaSetName}&directConnection=true`,
      meilisearchUrl: meilisearch.url,
      meilisearchApiKey: apiKey,
      origin: [`containers: ${mongodbImage} (${mongodb.version}) and ${meilisearchImage} (${meilisearch.version})`],
      stop: () => stopAll().then(release),
    };
  } catch (error) {
    // The reaper removes a container that failed during its start, and those that Docker doesn't stop.
    await rejectAfter(2 * GRACE_MS, stopAll()).catch(() => undefined);
    throw error;
  }
}

/** Resolves to the result of the promise. Throws if it doesn't settle in time. */
async function rejectAfter<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs / 1000} s`)), timeoutMs);
  });
  return await Promise.race([promise, tooLong]).finally(() => clearTimeout(timer));
}

/** Resolves to what Docker responds. Throws if it doesn't in time, or at the signal; Docker then goes on. */
const limited = <T>(timeoutMs: number, stopping: AbortSignal | undefined, work: Promise<T>): Promise<T> =>
  rejectAfter(timeoutMs, unlessAborted(stopping, work));

const doesNotAnswer = (error: unknown): never => {
  throw new Error(`Docker does not answer: ${messageOf(error)}`);
};

/** Throws if Docker doesn't respond, if the image can't be pulled in time, or at the signal. */
async function ensureImage(client: ContainerRuntimeClient, name: string, options: EngineOptions): Promise<void> {
  const { say, stopping } = options;
  const image = ImageName.fromString(name);
  if (await limited(RESPONSE_TIMEOUT_MS, stopping, client.image.exists(image)).catch(doesNotAnswer)) return;
  say?.(`Pulling ${name}, once: this may take some minutes`);
  await limited(PULL_TIMEOUT_MS, stopping, client.image.pull(image)).catch((error) => {
    throw new Error(`${name} is missing and cannot be pulled (\`docker pull ${name}\` shows why): ${messageOf(error)}`);
  });
}

type Start = (container: EngineContainer) => Promise<StartedTestContainer>;

/** `memory`: of the machine that runs Docker, in bytes. */
async function startMongodb(start: Start, memory: number, stopping: AbortSignal | undefined) {
  const container = new EngineContainer(mongodbImage, MONGODB_PORT, '/data/db')
    .withCommand(['mongod', ...mongodArguments(memory), '--bind_ip_all'])
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/));
  const url = `mongodb://${addressOf(await start(container), MONGODB_PORT)}`;
  // The port on this machine differs from the container's, so the name of the replica set's member can't be used from
  // here.
  const version = await makeWritable({ url, host: `localhost:${MONGODB_PORT}` }, START_TIMEOUT_MS, stopping);
  return { url, version };
}

async function startMeilisearch(start: Start, apiKey: string, cores: number, stopping: AbortSignal | undefined) {
  const paths = ['--db-path', '/meili_data/data.ms', '--http-addr', '0.0.0.0:7700'];
  const container = new EngineContainer(meilisearchImage, 7_700, '/meili_data')
    // Instead of the image's own init program.
    .withEntrypoint(['/bin/meilisearch'])
    .withCommand([...meilisearchArguments(cores), ...paths])
    .withEnvironment({ MEILI_MASTER_KEY: apiKey })
    .withWaitStrategy(Wait.forLogMessage(/listening on/));
  const url = `http://${addressOf(await start(container), 7_700)}`;
  const probe = () => meilisearchVersion(url, apiKey);
  return { url, version: await untilSucceeds('Meilisearch is not ready', START_TIMEOUT_MS, probe, stopping) };
}

/** A class because testcontainers has no options for an init program and for the host address of a port. */
class EngineContainer extends GenericContainer {
  readonly port: number;
  readonly dataFolder: string;

  constructor(image: string, port: number, dataFolder: string) {
    super(image);
    this.port = port;
    this.dataFolder = dataFolder;
    // As process 1 of a container, Meilisearch would ignore SIGTERM.
    this.hostConfig.Init = true;
    this.withExposedPorts(port).withAutoCleanup(false).withStartupTimeout(START_TIMEOUT_MS);
  }

  boundTo(HostIp: string): this {
    this.hostConfig.PortBindings = { [`${this.port}/tcp`]: [{ HostIp, HostPort: '0' }] };
    return this;
  }
}

interface StartOptions {
  readonly client: ContainerRuntimeClient;
  /** Docker runs on another machine, so this program can't choose the host address. */
  readonly isRemote: boolean;
  /** For the data. Absent: the data is deleted with the container. */
  readonly folder: string | undefined;
  readonly stopping: AbortSignal | undefined;
}

/** Throws with the last lines of the container's log if it doesn't start in time, or at the signal. */
async function startContainer(container: EngineContainer, options: StartOptions): Promise<StartedTestContainer> {
  if (!options.isRemote) container.boundTo(loopback(options.client.info.containerRuntime.host));
  if (options.folder) {
    const source = join(options.folder, container.dataFolder.slice(1).replaceAll('/', '-'));
    await mkdir(source, { recursive: true, mode: 0o700 });
    container.withBindMounts([{ source, target: container.dataFolder }]);
    // The files must belong to the current user, who could not delete them otherwise.
    if (process.getuid && process.getgid) container.withUser(`${process.getuid()}:${process.getgid()}`);
  }
  const lines: string[] = [];
  let log: Readable | undefined;
  container.withLogConsumer((stream) => {
    log = stream.on('data', (chunk) => lines.push(...String(chunk).trim().split('\n')));
  });
  try {
    return await limited(CONTAINER_TIMEOUT_MS, options.stopping, container.start());
  } catch (error) {
    throw new Error(`${messageOf(error)}: ${lines.slice(-3).join(' | ') || 'it has logged nothing'}`);
  } finally {
    log?.destroy();
  }
}

const addressOf = (container: StartedTestContainer, port: number): string =>
  `${loopback(container.getHost())}:${container.getMappedPort(port)}`;

/**
 * Uses the address instead of the name, which may resolve to ::1 first. In a container, the host is the bridge's
 * address.
 */
const loopback = (host: string): string => (host === 'localhost' ? '127.0.0.1' : host);
