/** Tenant tokens: the engine accepts each for one merchant's documents alone, even if a search forgets its filter. */
import { LRUCache } from 'lru-cache';
import type { Meilisearch } from 'meilisearch';
import { generateTenantToken } from 'meilisearch/token';
import { isKeyRefused, isMeilisearchUnavailable } from '../../engines/meilisearch.ts';
import { ConfigError } from '../../runtime/config-error.ts';
import type { Logger } from '../../runtime/logger.ts';
import { textBytes } from '../../runtime/text-size.ts';
import { merchantFilter } from '../index/filters.ts';
import { CANNOT_SIGN, cannotSign } from './engine-problems.ts';

export interface TenantTokensOptions {
  readonly client: Meilisearch;
  readonly apiKey: string;
  readonly indexName: string;
  /** Whether searches may go on without tenant tokens where no key can sign them. */
  readonly allowUnsigned: boolean;
  readonly maxBytes: number;
  readonly logger: Logger;
}

const TENANT_TOKEN_MS = 3_600_000;
/** What an entry takes beside its texts. */
const ENTRY_BYTES = 150;

interface SigningKey {
  readonly uid: string;
  readonly key: string;
}

export interface TenantTokens {
  /**
   * Resolves to the merchant's token; where none can be signed to the given key, or throws the Problem `search_unavailable` if that
   * isn't allowed. The next call looks for a signing key again.
   */
  of(merchantId: string): string | Promise<string>;
  /** Whether `of` can resolve. Throws what the engine answers when it's unavailable or refuses the given key. */
  canSearch(): Promise<boolean>;
  /** Forgets all tokens and looks for a signing key again: the engine refused a token, as it does once its key is deleted. */
  forget(): void;
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
    forget() {
      tokens.clear();
      signingKey = undefined;
    },
  };
}

/**
 * The key that signs tenant tokens: `apiKey` if it's a search key that may list keys, else (`apiKey` is the master key, which
 * can't sign) a search key of the engine. Null: there is no such key, or `apiKey` may not list keys. Throws what the engine
 * answers when it's unavailable or refuses `apiKey` for searches, too.
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
    // Meilisearch gives one code to an unknown key and to a key without `keys.get`; a search tells which it is.
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
  'MEILISEARCH_API_KEY: cannot sign tenant tokens, by which Meilisearch itself keeps merchants apart: it must be a search key without an end that has the actions search and keys.get, or the master key. ALLOW_UNSIGNED_SEARCH=true starts the API without tenant tokens';

/**
 * Throws a ConfigError where Meilisearch answers and no search could be sent. While it's down, or refuses the key, the process starts,
 * and each search finds out anew.
 */
export async function refuseUnsigned(tokens: TenantTokens): Promise<void> {
  if (!(await tokens.canSearch().catch(() => true))) throw new ConfigError([CANNOT_SIGN_FAULT]);
}
