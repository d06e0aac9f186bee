/**
 * From an Authorization header to a MerchantScope. Whatever is wrong with a token, the caller gets the same answer; the
 * reason travels as the problem's cause, for the log. What was read is remembered until the change stream tells of a write to
 * that token or merchant; where it tells nothing, each request waits for a read that begins after it came.
 */
import type { Catalogue, StoredAccessToken } from '../data/collections.ts';
import { createVersionedLookup } from '../memory/reads.ts';
import type { Versions } from '../memory/versions.ts';
import { type NamedRead, READ_LIMIT } from '../platform/mongo.ts';
import { Problem } from '../problems.ts';
import { hashToken, isTokenShaped, refusalOf } from './access-tokens.ts';
import { type MerchantScope, merchantScope } from './scope.ts';

const MAX_ENTRIES = 20_000;
const CHALLENGE = 'Bearer realm="catalogue"';

export interface Authentication {
  readonly scope: MerchantScope;
  /** Tells tokens apart without telling them: the SHA-256. */
  readonly tokenHash: string;
}

export interface Authenticate {
  /** Resolves to the scope that the header opens. Throws a Problem: `unauthorized` or `merchant_disabled`. */
  (authorization: string | undefined): Promise<Authentication>;
  /** The same where all of it is remembered; undefined where it is not, and where it would throw. */
  remembered(authorization: string | undefined): Authentication | undefined;
}

/** Reads by `read` what is not remembered. */
export function createAuthenticate(catalogue: Catalogue, versions: Versions, read: NamedRead): Authenticate {
  const findToken = createVersionedLookup<string, StoredAccessToken | null>({
    maxEntries: MAX_ENTRIES,
    versionOf: (hash) => versions.ofParts(hash, ['token']),
    load: (hash) => read('tokens', () => catalogue.accessTokens.findOne({ _id: hash }, READ_LIMIT)),
  });
  const isActive = createVersionedLookup<string, boolean>({
    maxEntries: MAX_ENTRIES,
    versionOf: (merchantId) => versions.ofParts(merchantId, ['merchant']),
    load: async (merchantId) => {
      const merchant = await read('tokens.merchant', () =>
        catalogue.merchants.findOne({ _id: merchantId }, { ...READ_LIMIT, projection: { status: 1 } }),
      );
      return merchant !== null && merchant.status !== 'disabled';
    },
  });

  async function authenticate(authorization: string | undefined): Promise<Authentication> {
    if (authorization === undefined) throw unauthorized('missing', CHALLENGE);
    const tokenHash = tokenHashOf(authorization);
    if (tokenHash === undefined) throw refused('malformed');
    // Unknown, expired and revoked tokens all take this one read, so that time does not tell them apart.
    const stored = await findToken(tokenHash);
    if (stored === null) throw refused('unknown');
    const refusal = refusalOf(stored, new Date());
    if (refusal !== null) throw refused(refusal);
    if (!(await isActive(stored.merchantId))) throw new Problem('merchant_disabled');
    return authenticationOf(stored, tokenHash);
  }

  function remembered(authorization: string | undefined): Authentication | undefined {
    const tokenHash = tokenHashOf(authorization);
    const stored = tokenHash === undefined ? undefined : findToken.remembered(tokenHash);
    if (tokenHash === undefined || !stored || refusalOf(stored, new Date()) !== null) return undefined;
    return isActive.remembered(stored.merchantId) === true ? authenticationOf(stored, tokenHash) : undefined;
  }

  return Object.assign(authenticate, { remembered });
}

function authenticationOf({ merchantId, visibility }: StoredAccessToken, tokenHash: string): Authentication {
  // Whatever else may be stored there, only `all` opens everything.
  return { scope: merchantScope(merchantId, visibility === 'all' ? 'all' : 'published'), tokenHash };
}

/** The SHA-256 of the token in an Authorization header; absent where there is nothing of a token's form in it. */
export function tokenHashOf(authorization: string | undefined): string | undefined {
  const token = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];
  return token !== undefined && isTokenShaped(token) ? hashToken(token) : undefined;
}

const refused = (reason: string): Problem => unauthorized(reason, `${CHALLENGE}, error="invalid_token"`);

function unauthorized(reason: string, challenge: string): Problem {
  return new Problem('unauthorized', { headers: { 'WWW-Authenticate': challenge }, cause: `token ${reason}` });
}
