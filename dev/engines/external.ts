/** Engines somebody else runs, named by MONGODB_URL, MEILISEARCH_URL and MEILISEARCH_API_KEY. Never stopped from here. */
import { MongoClient } from 'mongodb';
import { meilisearchVersion } from './search-engine.ts';
import { messageOf } from './waiting.ts';
import type { EngineOptions, Engines, Environment } from './way.ts';

const answerTimeoutMs = 5_000;

/** Whether the caller named engines of their own. */
export function namesExternalEngines(environment: Environment): boolean {
  return Boolean(environment.MONGODB_URL && environment.MEILISEARCH_URL);
}

/**
 * @returns the engines named by the environment, once both have answered
 * @throws when an address is missing, or one does not answer within seconds
 */
export async function useExternal({ environment }: EngineOptions): Promise<Engines> {
  const mongodbUrl = environment.MONGODB_URL;
  const meilisearchUrl = environment.MEILISEARCH_URL;
  if (!mongodbUrl || !meilisearchUrl) {
    const missing = [mongodbUrl ? [] : ['MONGODB_URL'], meilisearchUrl ? [] : ['MEILISEARCH_URL']].flat();
    throw new Error(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`);
  }
  const meilisearchApiKey = environment.MEILISEARCH_API_KEY ?? '';
  const [mongodb, meilisearch] = await Promise.all([
    mongodbVersion(mongodbUrl).catch((error) => fail('MongoDB at MONGODB_URL', error)),
    meilisearchVersion(meilisearchUrl, meilisearchApiKey, AbortSignal.timeout(answerTimeoutMs)).catch((error) =>
      fail('Meilisearch at MEILISEARCH_URL', error),
    ),
  ]);
  return {
    mongodbUrl,
    meilisearchUrl,
    meilisearchApiKey,
    how: [`MongoDB ${mongodb} at MONGODB_URL and Meilisearch ${meilisearch} at MEILISEARCH_URL`],
    stop: async () => {},
  };
}

async function mongodbVersion(url: string): Promise<string> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: answerTimeoutMs });
  try {
    const hello = await client.db('admin').command({ hello: 1 });
    const isSharded = hello.msg === 'isdbgrid';
    if (!hello.setName && !isSharded) throw new Error('it is no replica set, and change streams need one');
    const { version } = await client.db('admin').command({ buildInfo: 1 });
    return String(version);
  } finally {
    await client.close();
  }
}

function fail(what: string, error: unknown): never {
  // The address is not repeated: it may hold a password.
  throw new Error(`${what} cannot be used: ${messageOf(error)}`);
}
