/** Starting and stopping engines. These tests use their own engines, not the shared ones. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Meilisearch } from 'meilisearch';
import { MongoClient } from 'mongodb';
import { findMeilisearch, PINNED_MEILISEARCH, startMeilisearch } from '../../dev/engines/meilisearch.ts';
import { findMongod, startMongod } from '../../dev/engines/mongod.ts';
import { cachedProgram, cacheFolder, findProgram } from '../../dev/engines/programs.ts';
import { type Engines, startEngines, withDatabase } from '../../dev/engines.ts';
import { isRunning } from '../../dev/processes/is-running.ts';
import { untilSucceeds } from '../../dev/waiting.ts';

/** Enough for a first run, which may download the programs. */
const startTimeoutMs = 300_000;
const local = { ...process.env, ENGINES: 'local' };

/** Whether this machine has the programs of the engines, or can fetch them. */
const canStart = await findMeilisearch({ environment: process.env }).then(
  () => true,
  () => false,
);
const localTest = canStart ? test : test.skip;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engines-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a program that the environment names by a relative path is found', async () => {
  const search = { name: 'node', variable: 'NODE_BINARY', version: /^v(\d+\.\d+\.\d+)/, places: {} };
  const environment = { NODE_BINARY: relative(process.cwd(), process.execPath) };
  expect(await findProgram(search, { environment })).toMatchObject({ path: process.execPath });
});

describe('engines on this machine', () => {
  localTest(
    'respond, refuse a data folder in use and leave its user alone, keep their data across a restart, and end on stop',
    async () => {
      const first = await startEngines({ environment: local, dataFolder: folder });
      try {
        await expect(startEngines({ environment: local, dataFolder: folder })).rejects.toThrow(
          /ENGINES=local.*mongod.*DBPathInUse/,
        );
        await writeToBoth(first);
        expect(await readFromBoth(first)).toEqual({ mongodb: 'kept', meilisearch: 'kept' });
      } finally {
        await first.stop();
      }
      await untilGone(first.processIds);

      const second = await startEngines({ environment: local, dataFolder: folder });
      try {
        expect(second.meilisearchApiKey).toBe(first.meilisearchApiKey);
        expect(await readFromBoth(second)).toEqual({ mongodb: 'kept', meilisearch: 'kept' });
      } finally {
        await second.stop();
        await second.stop();
      }
      await untilGone(second.processIds);
      expect(await Promise.race([second.ended, 'not reported'])).toBe('not reported');

      const keys = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('master-key'));
      expect(keys).toHaveLength(1);
      expect((await stat(join(folder, String(keys[0])))).mode & 0o777).toBe(0o600);
    },
    startTimeoutMs,
  );

  localTest('report the error of a program that the environment names', async () => {
    const environment = { ...local, MONGOD_BINARY: join(folder, 'no-mongod') };
    await expect(startEngines({ environment })).rejects.toThrow(/ENGINES=local.*MONGOD_BINARY.*ENOENT.*It needs/);
  });
});

describe('an engine on this machine', () => {
  localTest('that aborts is reported with its last errors', async () => {
    const program = await findMongod({ environment: process.env });
    const mongod = await startMongod({ program, folder });
    process.kill(mongod.pid, 'SIGABRT');
    expect(await mongod.ended).toMatch(/^ended by SIGABRT: (.* \| )?Got signal: 6 \(Aborted\)\.$/);
  });

  localTest('that ends is reported with the end of its log', async () => {
    const { path: program } = await findMeilisearch({ environment: process.env });
    const meilisearch = await startMeilisearch({ program, folder });
    await appendFile(join(folder, 'meilisearch.log'), '\nthread main panicked\n');
    await meilisearch.process.end('SIGKILL');
    expect(await meilisearch.ended).toMatch(/^ended by SIGKILL: (.* \| )?thread main panicked$/);
  });

  localTest('runs on when its log cannot be written', async () => {
    await symlink('/dev/full', join(folder, 'mongod.log'));
    const program = await findMongod({ environment: process.env });
    const mongod = await startMongod({ program, folder });
    const client = new MongoClient(`mongodb://${mongod.host}/?directConnection=true`);
    try {
      const admin = client.db('admin');
      // mongod then logs more than fits into a pipe that nobody reads.
      await admin.command({ setParameter: 1, logLevel: 5 });
      for (let count = 0; count < 500; count += 1) await admin.command({ ping: 1 });
    } finally {
      await client.close();
      await mongod.stop();
    }
  });
});

localTest(
  'engines end, and their temporary folder is removed, after their parent was killed',
  async () => {
    const { parent, engines } = await startParent({ ENGINES: 'local', TMPDIR: folder });
    expect(await readdir(folder)).toHaveLength(1);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await untilGone(engines.processIds);
    await untilSucceeds('The temporary folder is there', 60_000, async () => {
      expect(await readdir(folder)).toEqual([]);
    });
  },
  startTimeoutMs,
);

const withDocker = process.env.ENGINES === 'docker' ? test : test.skip;

withDocker(
  'containers (tried with ENGINES=docker only) keep their data, and end on stop and on kill -9',
  async () => {
    const { parent, engines } = await startParent({ ENGINES: 'docker' }, folder);
    await writeToBoth(engines);
    parent.kill('SIGKILL');
    await untilSucceeds('There are containers', 60_000, async () => expect(await containersOn(folder)).toEqual([]));
    const again = await startEngines({ environment: { ...process.env, ENGINES: 'docker' }, dataFolder: folder });
    try {
      expect(await readFromBoth(again)).toEqual({ mongodb: 'kept', meilisearch: 'kept' });
    } finally {
      await again.stop();
    }
    expect(await containersOn(folder)).toEqual([]);
  },
  startTimeoutMs,
);

test.each([
  ['looks for an image', '/images/'],
  ['creates a container', '/containers/create'],
])('a Docker that stops responding when it %s does not hold up a stop', async (_, silent) => {
  const docker = createServer((request, response) => {
    if (request.url?.includes(silent)) docker.emit('silent');
    else response.end(JSON.stringify({ NCPU: 2, MemTotal: 2 ** 32, OperatingSystem: 'Linux' }));
  });
  const isSilent = once(docker, 'silent');
  docker.listen(0, '127.0.0.1');
  await once(docker, 'listening');
  const { port } = docker.address() as AddressInfo;
  const child = spawnProgram(
    `const stop = new AbortController();
    process.on('SIGTERM', () => stop.abort(new Error('stopped')));
    await startEngines({ environment: process.env, stopping: stop.signal }).catch(({ message }) => console.log(message));
    process.exit();`,
    { ENGINES: 'docker', DOCKER_HOST: `tcp://127.0.0.1:${port}`, HOME: folder },
  );
  try {
    await Promise.race([isSilent, once(child, 'exit')]);
    child.kill();
    expect(await text(child.stdout)).toBe('stopped\n');
  } finally {
    child.kill('SIGKILL');
    docker.close();
    docker.closeAllConnections();
  }
});

describe('engines that the environment names', () => {
  const external = {
    ENGINES: 'external',
    MONGODB_URL: process.env.TEST_MONGODB_URL,
    MEILISEARCH_URL: process.env.TEST_MEILISEARCH_URL,
    MEILISEARCH_API_KEY: process.env.TEST_MEILISEARCH_API_KEY,
  };

  test('are used, and not stopped', async () => {
    const engines = await startEngines({ environment: { ...external, ENGINES: '' } });
    expect(engines.mongodbUrl).toBe(external.MONGODB_URL);
    await engines.stop();
    const again = await startEngines({ environment: external });
    expect(again.origin[0]).toMatch(/MongoDB \d.* at MONGODB_URL and Meilisearch \d.* at MEILISEARCH_URL/);
  });

  test.each([
    [
      { MONGODB_URL: undefined, MEILISEARCH_URL: undefined },
      /ENGINES=external.*MONGODB_URL and MEILISEARCH_URL are not/,
    ],
    [{ MEILISEARCH_URL: undefined }, /ENGINES=external.*MEILISEARCH_URL is not set.*It needs MONGODB_URL/],
    [{ MEILISEARCH_URL: 'http://127.0.0.1:1' }, /Meilisearch at MEILISEARCH_URL cannot be used/],
    [{ MONGODB_URL: 'mongodb://someone:secret@127.0.0.1:1' }, /^MongoDB at MONGODB_URL cannot be used(?!.*secret)/],
    [{ MEILISEARCH_API_KEY: 'another key' }, /rejects the key in MEILISEARCH_API_KEY/],
  ])('must be complete and reachable: %j', async (wrong, message) => {
    await expect(startEngines({ environment: { ...external, ...wrong } })).rejects.toThrow(message);
  });
});

test('any other value of ENGINES is an error that names the valid ones', async () => {
  await expect(startEngines({ environment: { ENGINES: 'podman' } })).rejects.toThrow(
    /podman.*external, docker or local/,
  );
});

describe('the cache of downloaded programs', () => {
  const program = '#!/bin/sh\necho program\n';
  const pinned = { name: 'program-1', sha256: createHash('sha256').update(program).digest('hex') };
  const fetchText = (text: string) => async (temporaryFolder: string) => {
    await writeFile(join(temporaryFolder, 'fetched'), text);
    return join(temporaryFolder, 'fetched');
  };
  const noFetch = () => Promise.reject(new Error('fetched again'));

  test('rejects a download with another checksum than the pinned one, and leaves nothing of it', async () => {
    await expect(cachedProgram(folder, pinned, fetchText(`${program}#`))).rejects.toThrow(/refused.*SHA-256/);
    expect(await readdir(folder)).toEqual([]);
  });

  test('replaces a cached file with another checksum, and then downloads no more', async () => {
    await writeFile(join(folder, pinned.name), 'another program');
    await expect(cachedProgram(folder, pinned, noFetch)).rejects.toThrow('fetched again');
    const path = await cachedProgram(folder, pinned, fetchText(program));
    expect(await readFile(path, 'utf8')).toBe(program);
    expect(await cachedProgram(folder, pinned, noFetch)).toBe(path);
    expect((await stat(path)).mode & 0o111).toBe(0o111);
  });

  test('supports two concurrent downloads of the same file', async () => {
    const fetches = [1, 2, 3].map(() => cachedProgram(folder, pinned, fetchText(program)));
    const [path] = await Promise.all(fetches);
    expect(await readFile(String(path), 'utf8')).toBe(program);
    expect(await readdir(folder)).toEqual([pinned.name]);
  });

  test('a cached Meilisearch with another checksum is not started', async () => {
    const cache = cacheFolder({ XDG_CACHE_HOME: folder });
    await mkdir(cache, { recursive: true });
    const started = join(folder, 'started');
    await writeFile(join(cache, PINNED_MEILISEARCH.name), `#!/bin/sh\ntouch ${started}\n`, { mode: 0o755 });
    // Whether the machine has another one varies, but this one must never run.
    await findMeilisearch({ environment: { XDG_CACHE_HOME: folder, PATH: '' } }).catch(() => undefined);
    expect(existsSync(started)).toBe(false);
  });
});

test.each([
  ['mongodb://127.0.0.1:27017', 'mongodb://127.0.0.1:27017/shop'],
  ['mongodb://127.0.0.1:27017/?replicaSet=a', 'mongodb://127.0.0.1:27017/shop?replicaSet=a'],
  ['mongodb://u:p@one:1,two:2/other?replicaSet=a&w=1', 'mongodb://u:p@one:1,two:2/shop?replicaSet=a&w=1'],
  ['mongodb+srv://cluster.test?w=1', 'mongodb+srv://cluster.test/shop?w=1'],
])('withDatabase sets the database of %s', (url, expected) => {
  expect(withDatabase(url, 'shop')).toBe(expected);
});

test('withDatabase rejects URLs that are not of MongoDB', () => {
  expect(() => withDatabase('http://127.0.0.1', 'shop')).toThrow(/mongodb:\/\//);
});

test('at the signal, the search for a program ends with its reason, and no other place is tried', async () => {
  const stop = new AbortController();
  const tried: string[] = [];
  const place = (name: string) => async () => {
    tried.push(name);
    stop.abort(new Error('stopped'));
    throw new Error(`${name} has none`);
  };
  const search = {
    name: 'no-such-program',
    variable: '',
    version: /./,
    places: { one: place('one'), two: place('two') },
  };
  await expect(findProgram(search, { environment: {}, stopping: stop.signal })).rejects.toThrow('stopped');
  expect(tried).toEqual(['one']);
});

type Addresses = Pick<Engines, 'mongodbUrl' | 'meilisearchUrl' | 'meilisearchApiKey' | 'processIds'>;

/** Writes to MongoDB in a transaction, which only a replica set allows, and to Meilisearch. */
async function writeToBoth({ mongodbUrl, meilisearchUrl, meilisearchApiKey }: Addresses): Promise<void> {
  const client = new MongoClient(withDatabase(mongodbUrl, 'engines-test'));
  try {
    const marks = client.db().collection<{ _id: string; text: string }>('marks');
    await client.withSession((session) =>
      session.withTransaction(() => marks.insertOne({ _id: 'mark', text: 'kept' }, { session })),
    );
  } finally {
    await client.close();
  }
  const search = new Meilisearch({ host: meilisearchUrl, apiKey: meilisearchApiKey });
  const task = await search
    .index('marks')
    .addDocuments([{ id: 'mark', text: 'kept' }])
    .waitTask({ timeout: 60_000 });
  expect(task.status).toBe('succeeded');
}

async function readFromBoth({ mongodbUrl, meilisearchUrl, meilisearchApiKey }: Addresses): Promise<object> {
  const search = new Meilisearch({ host: meilisearchUrl, apiKey: meilisearchApiKey });
  const client = new MongoClient(withDatabase(mongodbUrl, 'engines-test'), { serverSelectionTimeoutMS: 60_000 });
  try {
    const found = await client.db().collection<{ _id: string; text: string }>('marks').findOne({ _id: 'mark' });
    const { text } = await search.index('marks').getDocument('mark');
    return { mongodb: found?.text, meilisearch: text };
  } finally {
    await client.close();
  }
}

/** Starts a separate program that starts engines; resolves to it and what it prints about them. */
async function startParent(
  environment: Record<string, string>,
  dataFolder?: string,
): Promise<{ parent: ChildProcess; engines: Addresses }> {
  const parent = spawnProgram(
    `const { stop, ...engines } = await startEngines({ environment: process.env, dataFolder: ${JSON.stringify(dataFolder)} });
    console.log(JSON.stringify(engines));
    process.stdin.resume();`,
    environment,
  );
  let parentErrors = '';
  parent.stderr.on('data', (chunk) => {
    parentErrors += chunk;
  });
  const line = await Promise.race([
    once(parent.stdout, 'data').then(([chunk]) => String(chunk)),
    once(parent, 'exit').then(() => {
      throw new Error(`The parent started no engines: ${parentErrors}`);
    }),
  ]);
  return { parent, engines: JSON.parse(line) };
}

/** Starts a separate program that can call `startEngines`. */
function spawnProgram(source: string, environment: Record<string, string>): ChildProcessWithoutNullStreams {
  const module = pathToFileURL(join(process.cwd(), 'dist/dev/engines.js')).href;
  const whole = `import { startEngines } from ${JSON.stringify(module)};\n${source}`;
  return spawn(process.execPath, ['--input-type=module', '-e', whole], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
  });
}

/** The containers, running or not, that mount a path below this folder. */
async function containersOn(folder: string): Promise<string[]> {
  const line = ['ps', '--all', '--no-trunc', '--format', '{{.Names}} {{.Mounts}}'];
  const { stdout } = await promisify(execFile)('docker', line);
  return stdout.split('\n').filter((container) => container.includes(folder));
}

async function untilGone(processIds: Engines['processIds']): Promise<void> {
  expect(processIds).toBeDefined();
  for (const processId of Object.values(processIds ?? {})) {
    await untilSucceeds(`Process ${processId} is there`, 60_000, async () => {
      expect(isRunning(processId)).toBe(false);
    });
  }
}
