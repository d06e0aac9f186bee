/** The key that signs tenant tokens, and why there is none. */
import type { Meilisearch } from 'meilisearch';
import { generateTenantToken } from 'meilisearch/token';
import { isKeyRefused, isMeilisearchUnavailable, isTokenExpired } from '../../engines/meilisearch.ts';
import { merchantFilter } from '../index/filters.ts';

export interface SigningKey {
  readonly uid: string;
  readonly key: string;
}

export interface SigningKeyOptions {
  readonly client: Meilisearch;
  readonly apiKey: string;
  /** The uid of `apiKey`. Undefined: it is read from Meilisearch, which requires the action `keys.get`. */
  readonly apiKeyUid: string | undefined;
  readonly indexName: string;
}

/** Why there is no signing key. */
export interface CannotSign {
  /** For the log and `/readyz`. */
  readonly state: string;
  /** For the start: the variable, and what to do. */
  readonly fault: string;
}

const WHAT_FOR = 'tenant tokens, by which Meilisearch itself isolates merchants';
const UNSIGNED = 'ALLOW_UNSIGNED_SEARCH=true starts the API without tenant tokens';

const NO_KEY: CannotSign = {
  state: 'MEILISEARCH_API_KEY cannot sign tenant tokens',
  fault: `MEILISEARCH_API_KEY: cannot sign ${WHAT_FOR}: create a search key without an expiry as in docs/operations.md#keys, and set MEILISEARCH_API_KEY_UID to its uid (or give it the action keys.get). ${UNSIGNED}`,
};

const WRONG_UID: CannotSign = {
  state: 'MEILISEARCH_API_KEY_UID is not the uid of MEILISEARCH_API_KEY',
  fault: `MEILISEARCH_API_KEY_UID: is not the uid of MEILISEARCH_API_KEY, which therefore cannot sign ${WHAT_FOR}: set it to the uid that Meilisearch returned with the key, see docs/operations.md#keys. ${UNSIGNED}`,
};

/** Why `findSigningKey` resolves to null. */
export const whyNoSigningKey = ({ apiKey, apiKeyUid }: SigningKeyOptions): CannotSign =>
  apiKey === '' || apiKeyUid === undefined ? NO_KEY : WRONG_UID;

export const TENANT_TOKEN_MS = 3_600_000;

/** Resolves to a token for the documents of one merchant. */
export const signTenantToken = ({ uid, key }: SigningKey, indexName: string, merchantId: string): Promise<string> =>
  generateTenantToken({
    apiKey: key,
    apiKeyUid: uid,
    searchRules: { [indexName]: { filter: merchantFilter(merchantId) } },
    expiresAt: new Date(Date.now() + TENANT_TOKEN_MS),
  });

/**
 * Resolves to `apiKey` and its uid, or, if `apiKey` is the master key, which can't sign, to a search key of the engine.
 * Resolves to null if there is no such key, if `apiKey` has no uid and may not list keys, or if the uid is wrong. Throws
 * the engine's error if the engine is unavailable, if its clock is ahead, or if it rejects `apiKey` for searches too.
 */
export async function findSigningKey(options: SigningKeyOptions): Promise<SigningKey | null> {
  const { client, apiKey, apiKeyUid, indexName } = options;
  if (apiKey === '') return null;
  try {
    const key = apiKeyUid === undefined ? await findAmongKeys(options) : { uid: apiKeyUid, key: apiKey };
    if (key !== null) await assertMaySearch(client, indexName, await signTenantToken(key, indexName, '-'));
    return key;
  } catch (error) {
    if (isMeilisearchUnavailable(error) || isTokenExpired(error)) throw error;
    // Meilisearch has one error code for an unknown key, a key without `keys.get` and a token with a wrong uid. A search
    // with the key distinguishes the first from the others.
    await assertMaySearch(client, indexName);
    return null;
  }
}

/** Throws the engine's error if there is no response, or if it rejects the key for this request. */
async function findAmongKeys({ client, apiKey, indexName }: SigningKeyOptions): Promise<SigningKey | null> {
  const { results } = await client.getKeys({ limit: 1000 });
  const searching = results.filter(
    ({ actions, indexes, expiresAt }) =>
      (actions.includes('search') || actions.includes('*')) &&
      (indexes.includes('*') || indexes.includes(indexName)) &&
      expiresAt === null,
  );
  const found = searching.find(({ key }) => key === apiKey) ?? searching.find(({ actions }) => actions.length === 1);
  return found === undefined ? null : { uid: found.uid, key: found.key };
}

/** The index may be missing. `token` replaces the client's key. */
async function assertMaySearch(client: Meilisearch, indexName: string, token?: string): Promise<void> {
  const headers = token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };
  await client
    .index(indexName)
    .search('', { limit: 0 }, headers)
    .catch((error: unknown) => {
      if (isKeyRefused(error) || isMeilisearchUnavailable(error)) throw error;
    });
}
