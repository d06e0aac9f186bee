/**
 * Access tokens: `cat_sk_` (sees all) or `cat_pk_` (sees what is published), then 43 characters that encode 256 random
 * bits. Only the SHA-256 is stored: with that much entropy a slow hash would add nothing but latency.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isDate } from 'node:util/types';
import type { Visibility } from '../catalogue/merchant-scope.ts';
import type { Catalogue, StoredAccessToken } from '../catalogue/stored-documents.ts';

/** By visibility, the beginning of each token. */
export const PREFIX: Readonly<Record<Visibility, string>> = { all: 'cat_sk_', published: 'cat_pk_' };
const TOKEN = /^cat_[sp]k_[A-Za-z0-9_-]{43}$/;

/** Whether a text has the format of a token. Other texts need no lookup. */
export const isTokenShaped = (text: string): boolean => TOKEN.test(text);

/** The SHA-256 of a token in hexadecimal. The database stores only this hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Creates and stores a token. Resolves to the token, which can't be read again. `expiresAfterMs` null: it never
 * expires. `secretBytes` are the 32 bytes of the token, random if absent.
 */
export async function issueToken(
  { accessTokens }: Catalogue,
  options: { merchantId: string; visibility: Visibility; name: string; expiresAfterMs: number | null },
  secretBytes: Buffer = randomBytes(32),
): Promise<string> {
  const token = PREFIX[options.visibility] + secretBytes.toString('base64url');
  const createdAt = new Date();
  await accessTokens.insertOne({
    _id: hashToken(token),
    merchantId: options.merchantId,
    visibility: options.visibility,
    name: options.name,
    createdAt,
    expiresAt: options.expiresAfterMs === null ? null : new Date(createdAt.getTime() + options.expiresAfterMs),
    revokedAt: null,
  });
  return token;
}

export interface ListedToken extends StoredAccessToken {
  /** The token's merchant; empty if it doesn't exist. */
  readonly merchants: readonly { readonly status?: unknown }[];
}

/** The stored tokens of one merchant or of all, by merchant, and each merchant's newest last. */
export const listTokens = ({ accessTokens, merchants }: Catalogue, merchantId?: string): AsyncIterable<ListedToken> =>
  accessTokens.aggregate<ListedToken>([
    { $match: merchantId === undefined ? {} : { merchantId } },
    { $sort: { merchantId: 1, createdAt: 1 } },
    {
      $lookup: {
        from: merchants.collectionName,
        localField: 'merchantId',
        foreignField: '_id',
        pipeline: [{ $project: { status: 1 } }],
        as: 'merchants',
      },
    },
  ]);

type Revocation = 'revoked' | 'already_revoked' | 'unknown' | 'ambiguous';

/** Revokes a token by the token itself, by its hash, or by a unique prefix of the hash (at least 8 characters). */
export async function revokeToken({ accessTokens }: Catalogue, tokenOrHash: string): Promise<Revocation> {
  const hash = isTokenShaped(tokenOrHash) ? hashToken(tokenOrHash) : tokenOrHash.toLowerCase();
  if (!/^[0-9a-f]{8,64}$/.test(hash)) return 'unknown';
  const found = await accessTokens
    .find({ _id: { $gte: hash, $lt: `${hash}g` } })
    .limit(2)
    .toArray();
  const [token] = found;
  if (token === undefined) return 'unknown';
  if (found.length > 1) return 'ambiguous';
  const { modifiedCount } = await accessTokens.updateOne(
    { _id: token._id, revokedAt: null },
    { $set: { revokedAt: new Date() } },
  );
  return modifiedCount === 1 ? 'revoked' : 'already_revoked';
}

/**
 * Why a stored token is invalid at `now`; null if it is valid. A token whose expiry is no date has expired. One whose
 * `merchantId` is no text names no merchant: as part of a query, it could be an operator that matches all.
 */
export function refusalOf(
  token: Pick<StoredAccessToken, 'merchantId' | 'expiresAt' | 'revokedAt'>,
  now: Date,
): 'malformed' | 'revoked' | 'expired' | null {
  if (typeof token.merchantId !== 'string') return 'malformed';
  if (token.revokedAt !== null) return 'revoked';
  const { expiresAt } = token;
  return expiresAt === null || (isDate(expiresAt) && expiresAt > now) ? null : 'expired';
}
