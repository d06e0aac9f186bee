/** Tenant tokens: each gives access to the documents of one merchant, even if a search lacks its filter. */
import { LRUCache } from 'lru-cache';
import type { Meilisearch } from 'meilisearch';
import { generateTenantToken } from 'meilisearch/token';
import { isKeyRefused, isMeilisearchUnavailable } from '../../engines/meilisearch.ts';
import { ConfigError } from '../../runtime/config-error.ts';
import type { Logger } from '../../runtime/logger.ts';
import { textBytes } from '../../runtime/text-size.ts';
import { merchantFilter } from '../index/filters.ts';
import { CANNOT_SIGN, cannotSign } from './problems.ts';

export interface TenantTokensOptions {
  readonly client: Meilisearch;
  readonly apiKey: string;
  readonly indexName: string;
  /** Whether to search without tenant tokens if no key can sign them. */
  readonly allowUnsigned: boolean;
  readonly maxBytes: number;
  readonly logger: Logger;
}

const TENANT_TOKEN_MS = 3_600_000;
/** The overhead of an entry beside its texts. */
const ENTRY_BYTES = 150;

interface SigningKey {
  readonly uid: string;
  readonly key: string;
}

export interface TenantTokens {
  /**
   * Resolves to the merchant's token. If no key can sign one, resolves to the given key, or throws the Problem
   * `search_unavailable` if that isn't allowed; the next call then looks for a signing key again.
   */
  of(merchantId: string): string | Promise<string>;
  /** Whether `of` can resolve. Throws the engine's error if the engine is unavailable or rejects the given key. */
  canSearch(): Promise<boolean>;
  /**
   * Drops all tokens and looks for a signing key again. Call it if the engine rejects a token, as it does once the key
   * is deleted.
   */
  reset(): void;
}

export function createTenantTokens(options: TenantTokensOptions): TenantTokens {
  const { client, apiKey, indexName, allowUnsigned, maxBytes, logger } = options;
  const tokens = new LRUCache<string, string>({
    ...{ maxSize: maxBytes, ttl: TENANT_TOKEN_MS / 2 },
    sizeCalculation: (token, merchantId) => ENTRY_BYTES + textBytes(token) + textBytes(merchantId),
  });
  let signingKey: Promise<SigningKey | null> | undefined;
  let hasWarned = false;

  async function keyForSigning(): Promise<SigningKey | null> {
    signingKey ??= findSigningKey(client, apiKey, indexName);
    try {
      const key = await signingKey;
      if (key === null && !allowUnsigned) signingKey = undefined;
      if (key === null && allowUnsigned && !hasWarned) {
        hasWarned = true;
        logger.warn(`${CANNOT_SIGN}: the merchant is enforced by the filter alone`);
      }
      return key;
    } catch (error) {
      signingKey = undefined;
      throw error;
    }
  }

  async function sign(merchantId: string): Promise<string> {
    const signing = await keyForSigning();
    if (signing === null) {
      if (allowUnsigned) return apiKey;
      throw cannotSign(logger);
    }
    const token = await generateTenantToken({
      apiKey: signing.key,
      apiKeyUid: signing.uid,
      searchRules: { [indexName]: { filter: merchantFilter(merchantId) } },
      expiresAt: new Date(Date.now() + TENANT_TOKEN_MS),
    });
    tokens.set(merchantId, token);
    return token;
  }

  return {
    of: (merchantId) => tokens.get(merchantId) ?? sign(merchantId),
    canSearch: async () => (await keyForSigning()) !== null || allowUnsigned,
    reset() {
      tokens.clear();
      signingKey = undefined;
    },
  };
}

/**
 * The key that signs tenant tokens: `apiKey` if it is a search key that may list keys, else (`apiKey` is the master
 * key, which can't sign) a search key of the engine. Null if there is no such key, or if `apiKey` may not list keys.
 * Throws the engine's error if the engine is unavailable, or if it rejects `apiKey` for searches too.
 */
async function findSigningKey(client: Meilisearch, apiKey: string, indexName: string): Promise<SigningKey | null> {
  if (apiKey === '') return null;
  try {
    const { results } = await client.getKeys({ limit: 1000 });
    const searching = results.filter(
      ({ actions, indexes, expiresAt }) =>
        (actions.includes('search') || actions.includes('*')) &&
        (indexes.includes('*') || indexes.includes(indexName)) &&
        expiresAt === null,
    );
    const key =
      searching.find((candidate) => candidate.key === apiKey) ?? searching.find(({ actions }) => actions.length === 1);
    return key === undefined ? null : { uid: key.uid, key: key.key };
  } catch (error) {
    if (isMeilisearchUnavailable(error)) throw error;
    // Meilisearch has one error code for an unknown key and for a key without `keys.get`. A search distinguishes the two.
    await client
      .index(indexName)
      .search('', { limit: 0 })
      .catch((searchError: unknown) => {
        if (isKeyRefused(searchError)) throw searchError;
      });
    return null;
  }
}

const CANNOT_SIGN_FAULT =
  'MEILISEARCH_API_KEY: cannot sign tenant tokens, by which Meilisearch itself isolates merchants: it must be a search key without an expiry that has the actions search and keys.get, or the master key. ALLOW_UNSIGNED_SEARCH=true starts the API without tenant tokens';

/**
 * Throws ConfigError if Meilisearch responds but no search could be sent. If Meilisearch is down, or rejects the key,
 * the process starts, and each search checks again.
 */
export async function assertCanSign(tokens: TenantTokens): Promise<void> {
  if (!(await tokens.canSearch().catch(() => true))) throw new ConfigError([CANNOT_SIGN_FAULT]);
}
