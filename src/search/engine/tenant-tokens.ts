/** Tenant tokens: each gives access to the documents of one merchant, even if a search lacks its filter. */
import { LRUCache } from 'lru-cache';
import { ConfigError } from '../../runtime/config-error.ts';
import type { Logger } from '../../runtime/logger.ts';
import { Problem } from '../../runtime/problems.ts';
import { textBytes } from '../../runtime/text-size.ts';
import { cannotSign, searchProblem } from './problems.ts';
import {
  type CannotSign,
  findSigningKey,
  type SigningKey,
  type SigningKeyOptions,
  signTenantToken,
  TENANT_TOKEN_MS,
  whyNoSigningKey,
} from './signing-key.ts';

interface TenantTokensOptions extends SigningKeyOptions {
  /** Whether to search without tenant tokens if no key can sign them. */
  readonly allowUnsigned: boolean;
  readonly maxBytes: number;
  readonly logger: Logger;
}

/** The overhead of an entry beside its texts. */
const ENTRY_BYTES = 150;

export interface TenantTokens {
  /**
   * Resolves to the merchant's token. If no key can sign one, resolves to the given key, or throws the Problem
   * `search_unavailable` if that isn't allowed; the next call then looks for a signing key again.
   */
  of(merchantId: string): string | Promise<string>;
  /**
   * Resolves to null if `of` can resolve, else to why it can't. Throws the engine's error if the engine is unavailable
   * or rejects the given key.
   */
  readiness(): Promise<CannotSign | null>;
  /**
   * Drops all tokens and looks for a signing key again. Call it if the engine rejects a token, as it does once the key
   * is deleted.
   */
  reset(): void;
}

export function createTenantTokens(options: TenantTokensOptions): TenantTokens {
  const { apiKey, indexName, allowUnsigned, maxBytes, logger } = options;
  const tokens = new LRUCache<string, string>({
    maxSize: maxBytes,
    ttl: TENANT_TOKEN_MS / 2,
    sizeCalculation: (token, merchantId) => ENTRY_BYTES + textBytes(token) + textBytes(merchantId),
  });
  let signingKey: Promise<SigningKey | null> | undefined;
  let hasWarned = false;

  async function keyForSigning(): Promise<SigningKey | null> {
    signingKey ??= findSigningKey(options);
    try {
      const key = await signingKey;
      if (key === null && !allowUnsigned) signingKey = undefined;
      if (key === null && allowUnsigned && !hasWarned) {
        hasWarned = true;
        logger.warn(`${whyNoSigningKey(options).state}: the merchant is enforced by the filter alone`);
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
      throw cannotSign(whyNoSigningKey(options).state);
    }
    const token = await signTenantToken(signing, indexName, merchantId);
    tokens.set(merchantId, token);
    return token;
  }

  return {
    of: (merchantId) => tokens.get(merchantId) ?? sign(merchantId),
    readiness: async () => ((await keyForSigning()) === null && !allowUnsigned ? whyNoSigningKey(options) : null),
    reset() {
      tokens.clear();
      signingKey = undefined;
    },
  };
}

/**
 * Throws ConfigError if Meilisearch responds but no search could be sent. If Meilisearch is down, or rejects the key,
 * logs why: the process starts, and each search checks again.
 */
export async function assertCanSign(tokens: TenantTokens, logger: Logger): Promise<void> {
  const cannot = await tokens.readiness().catch((error: unknown) => {
    const problem = searchProblem(error);
    const why = problem instanceof Problem ? { reason: problem.reason, err: problem.cause } : { err: problem };
    logger.warn(why, 'Meilisearch takes no searches yet: they get a 503 until it does');
    return null;
  });
  if (cannot !== null) throw new ConfigError([cannot.fault]);
}
