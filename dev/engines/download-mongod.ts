/** mongod by mongodb-memory-server, in a process of its own, so that a download that stands still can be given up. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { messageOf } from './waiting.ts';

const version = '8.0.12';
const standstillMs = 15_000;

const source = `
const { MongoBinary } = require(process.argv[1]);
MongoBinary.getPath({ downloadDir: process.argv[2], version: process.argv[3], checkMD5: true }).then(
  (path) => console.log('\\n' + path),
  (error) => { console.error(error.message); process.exitCode = 1; },
);
`;

/**
 * Its own check, an MD5 from the same place, is the best there is: MongoDB pins no SHA-256 for every system this
 * may run on. So at least the connection's certificate has to be right, which the library checks only when npm's
 * `strict_ssl` says so, and a file it has kept is checked against the MD5 noted when it was fetched.
 * @returns the path of a mongod fetched now or earlier
 * @throws when it cannot be fetched, or nothing arrives for 15 s
 */
export async function downloadMongod(cacheFolder: string, say: (line: string) => void): Promise<string> {
  const folder = join(cacheFolder, 'mongodb-memory-server');
  await mkdir(folder, { recursive: true });
  say(`Asking mongodb-memory-server for mongod ${version}`);
  const library = createRequire(import.meta.url).resolve('mongodb-memory-server-core');
  const child = spawn(process.execPath, ['-e', source, library, folder, version], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      MONGOMS_MAX_RETRIES: '1',
      ...process.env,
      NODE_OPTIONS: '',
      MONGOMS_VALIDATE_BINARY_CHECKSUM: 'true',
      npm_config_strict_ssl: 'true',
    },
  });
  let output = '';
  let failure = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    failure += chunk;
  });
  const standstill = giveUpAtStandstill(folder, () => child.kill('SIGKILL'));
  const [code] = await once(child, 'close').finally(() => clearInterval(standstill));
  if (code === 0) return output.trim().split('\n').at(-1) ?? '';
  throw new Error(messageOf(failure).slice(0, 300) || `nothing arrived for ${standstillMs / 1000} s`);
}

/** Calls `giveUp` once no file in the folder has grown for a while. */
function giveUpAtStandstill(folder: string, giveUp: () => void): NodeJS.Timeout {
  let size = -1;
  let grewAt = Date.now();
  return setInterval(async () => {
    const now = await sizeOf(folder);
    if (now !== size) grewAt = Date.now();
    size = now;
    if (Date.now() - grewAt > standstillMs) giveUp();
  }, 500);
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder);
  // A file may be renamed between the two calls: then it counts as nothing, which is a change too.
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (found) => found.size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, each) => sum + each, 0);
}
