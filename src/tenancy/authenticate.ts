/**
 * Authenticates requests: maps an Authorization header to a MerchantScope. All invalid tokens get the same response;
 * the problem's reason says which, for the log. Tokens and merchants are cached until the change stream reports a
 * write to them. While the stream is disconnected, each request waits for a read that began after the request.
 */
import { createVersionedCache } from '../cache/versioned-cache.ts';
import type { Versions } from '../cache/versions.ts';
import { type MerchantScope, merchantScope } from '../catalogue/merchant-scope.ts';
import type { Catalogue, StoredAccessToken } from '../catalogue/stored-documents.ts';
import type { GuardedRead } from '../engines/breaker/guarded-reads.ts';
import { READ_LIMIT } from '../engines/mongodb/client.ts';
import { Problem } from '../runtime/problems.ts';
import { hashToken, isTokenShaped, PREFIX, refusalOf } from './access-tokens.ts';
import type { IsActive } from './merchants.ts';

const CHALLENGE = 'Bearer realm="catalogue"';
/** The challenge to a request that has a bearer token (RFC 6750, 3.1). */
const INVALID_TOKEN = `${CHALLENGE}, error="invalid_token"`;

export interface Authentication {
  readonly scope: MerchantScope;
  /** The SHA-256 of the token. It distinguishes tokens without revealing them. */
  readonly tokenHash: string;
}

/** Resolves to the scope of the header's token. Throws the Problem `unauthorized` or `merchant_disabled`. */
export type Authenticate = (authorization: string | undefined) => Promise<Authentication>;

interface AuthenticateOptions {
  readonly catalogue: Pick<Catalogue, 'accessTokens'>;
  readonly isActive: IsActive;
  readonly versions: Versions;
  /** For the cached tokens. */
  readonly maxBytes: number;
  readonly guardedRead: GuardedRead;
}

export function createAuthenticate(options: AuthenticateOptions): Authenticate {
  const { catalogue, isActive, versions, maxBytes, guardedRead } = options;
  const tokens = createVersionedCache<string, StoredAccessToken | null>({
    versions,
    maxBytes,
    versionOf: (hash) => versions.ofTags(hash, ['token']),
  });
  const findToken = (hash: string) =>
    tokens.get(hash, () => guardedRead('tokens', () => catalogue.accessTokens.findOne({ _id: hash }, READ_LIMIT)));

  return async (authorization) => {
    if (authorization === undefined) throw unauthorized('missing', CHALLENGE);
    const tokenHash = tokenHashOf(authorization);
    if (tokenHash === undefined)
      throw unauthorized('malformed', /^Bearer +\S/i.test(authorization) ? INVALID_TOKEN : CHALLENGE);
    // Unknown, expired and revoked tokens all take this one read, so response times don't distinguish them.
    const stored = await findToken(tokenHash);
    if (stored === null) throw unauthorized('unknown', INVALID_TOKEN);
    const refusal = refusalOf(stored, new Date());
    if (refusal !== null) throw unauthorized(refusal, INVALID_TOKEN);
    if (!(await isActive(stored.merchantId))) throw new Problem('merchant_disabled');
    return authenticationOf(stored, tokenHash);
  };
}

function authenticationOf({ merchantId, visibility }: StoredAccessToken, tokenHash: string): Authentication {
  // Any stored value except `all` gives the lower visibility.
  return { scope: merchantScope(merchantId, visibility === 'all' ? 'all' : 'published'), tokenHash };
}

/** The SHA-256 of the token in an Authorization header; undefined if the header has no well-formed token. */
export function tokenHashOf(authorization: string | undefined): string | undefined {
  const token = tokenIn(authorization);
  return isTokenShaped(token) ? hashToken(token) : undefined;
}

/** Whether the token in an Authorization header has the prefix of those that see all, be it valid or not. */
export const hasAllToken = (authorization: string | undefined): boolean =>
  tokenIn(authorization).startsWith(PREFIX.all);

/** Empty if the header has no bearer token. */
const tokenIn = (authorization = ''): string => /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1] ?? '';

function unauthorized(reason: string, challenge: string): Problem {
  return new Problem('unauthorized', { headers: { 'WWW-Authenticate': challenge }, reason: `token ${reason}` });
}
