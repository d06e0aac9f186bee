/** The environment variables of a service, so that it uses these engines. */
import { withDatabase } from './address.ts';
import type { EngineAddresses } from './types.ts';

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
