/** External engines, named by MONGODB_URL, MEILISEARCH_URL and MEILISEARCH_API_KEY. This program never stops them. */
import { MongoClient } from 'mongodb';
import { isRouter } from '../../src/engines/mongodb/primary.ts';
import { messageOf } from '../errors.ts';
import { meilisearchVersion } from './meilisearch.ts';
import type { EngineOptions, Engines, Environment } from './types.ts';

const RESPONSE_TIMEOUT_MS = 5_000;

/** Whether the environment names both engines. */
export function namesExternalEngines(environment: Environment): boolean {
  return Boolean(environment.MONGODB_URL && environment.MEILISEARCH_URL);
}

/**
 * Resolves to the engines when both have responded. Throws if an address is missing, or an engine doesn't respond in
 * time.
 */
export async function useExternal({ environment }: EngineOptions): Promise<Engines> {
  const { MONGODB_URL: mongodbUrl, MEILISEARCH_URL: meilisearchUrl, MEILISEARCH_API_KEY = '' } = environment;
  if (!mongodbUrl || !meilisearchUrl) {
    const missing = [...(mongodbUrl ? [] : ['MONGODB_URL']), ...(meilisearchUrl ? [] : ['MEILISEARCH_URL'])];
    throw new Error(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`);
  }
  const [mongodb, meilisearch] = await Promise.all([
    mongodbVersion(mongodbUrl).catch(cannotUse('MongoDB at MONGODB_URL')),
    meilisearchVersion(meilisearchUrl, MEILISEARCH_API_KEY).catch(cannotUse('Meilisearch at MEILISEARCH_URL')),
  ]);
  return {
    mongodbUrl,
    meilisearchUrl,
    meilisearchApiKey: MEILISEARCH_API_KEY,
    origin: [`MongoDB ${mongodb} at MONGODB_URL and Meilisearch ${meilisearch} at MEILISEARCH_URL`],
    stop: async () => {},
  };
}

async function mongodbVersion(url: string): Promise<string> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: RESPONSE_TIMEOUT_MS });
  try {
    const hello = await client.db('admin').command({ hello: 1 });
    if (!hello.setName && !isRouter(hello)) throw new Error('it is not a replica set, and change streams need one');
    return String((await client.db('admin').command({ buildInfo: 1 })).version);
  } finally {
    await client.close();
  }
}

/** The message doesn't contain the address, which may have a password. */
const cannotUse = (what: string) => (error: unknown) => {
  throw new Error(`${what} cannot be used: ${messageOf(error)}`);
};
