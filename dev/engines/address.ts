/** The addresses of engines, as the service needs them. */
import type { EngineAddresses } from './options.ts';

/** Returns the address with another database in its path. Keeps the query string. `mongodbUrl`: as in `EngineAddresses`. */
export function withDatabase(mongodbUrl: string, name: string): string {
  // The class URL supports a single host, but the address of a replica set may have several.
  const parts = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(mongodbUrl);
  if (!parts) throw new Error('Invalid address of MongoDB: it must begin with mongodb:// or mongodb+srv://');
  return `${parts[1]}/${encodeURIComponent(name)}${parts[2] ?? ''}`;
}

/** Returns the environment variables of a service with this database and index. */
export const serviceVariables = (engines: EngineAddresses, name: string) => ({
  MONGODB_URL: withDatabase(engines.mongodbUrl, name),
  MEILISEARCH_URL: engines.meilisearchUrl,
  MEILISEARCH_API_KEY: engines.meilisearchApiKey,
  // One of the environment may be that of another key.
  MEILISEARCH_API_KEY_UID: '',
  // An external engine may have no keys.
  ALLOW_UNSIGNED_SEARCH: String(engines.meilisearchApiKey === ''),
  MEILISEARCH_INDEX: name,
});

/**
 * The environment variables of a service with rate limits that nothing here reaches. It still counts requests, and its
 * responses have the headers of the limits.
 */
export const WITHOUT_RATE_LIMITS = {
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
  FAILED_AUTHENTICATIONS_PER_MINUTE: '1000000',
};
