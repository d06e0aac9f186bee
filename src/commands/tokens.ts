/** `token issue|list|revoke`. Each resolves to the exit code. */
import type { StoredAccessToken } from '../catalogue/collections.ts';
import { print, type Shell, say } from '../runtime/command-line.ts';
import { EXIT } from '../runtime/lifecycle.ts';
import { issueToken, listTokens, refusalOf, revokeToken } from '../tenancy/access-tokens.ts';
import type { Visibility } from '../tenancy/scope.ts';
import { withCatalogue } from './with-catalogue.ts';

export interface IssueOptions {
  readonly merchant: string;
  readonly visibility: Visibility;
  /** The lifetime in milliseconds; absent: unlimited. */
  readonly expires?: number;
  readonly name: string;
}

/** Prints only the token. */
export const issue = (shell: Shell, { merchant: merchantId, visibility, name, expires }: IssueOptions) =>
  withCatalogue(shell, async (catalogue) => {
    const known = await catalogue.merchants.findOne({ _id: merchantId }, { projection: { _id: 1 } });
    if (known === null)
      say(shell, `warning: there is no merchant ${merchantId} yet: its token opens nothing until it is there`);
    print(shell, await issueToken(catalogue, { merchantId, visibility, name, expiresAfterMs: expires ?? null }));
    return EXIT.success;
  });

/** Prints one line per token, of one merchant or of all. */
export const list = (shell: Shell, { merchant }: { readonly merchant?: string }) =>
  withCatalogue(shell, async (catalogue) => {
    const now = new Date();
    for (const token of await listTokens(catalogue, merchant)) print(shell, lineOf(token, now));
    return EXIT.success;
  });

const lineOf = (token: StoredAccessToken, now: Date): string =>
  [
    token._id.slice(0, 12),
    token.merchantId,
    token.visibility,
    refusalOf(token, now) ?? 'valid',
    `issued ${token.createdAt.toISOString()}`,
    `expires ${token.expiresAt === null ? 'never' : token.expiresAt.toISOString()}`,
    token.name,
  ].join('\t');

const REVOCATIONS = {
  revoked: 'Revoked. Every API process refuses it within 10 s.',
  already_revoked: 'It was revoked before.',
  unknown: 'There is no such token. Give the token itself, or the first 8 or more characters that `token list` shows.',
  ambiguous: 'More than one token begins so: give more characters.',
} as const;

/** `token` is the token itself, or the beginning of its hash. */
export const revoke = (shell: Shell, token: string) =>
  withCatalogue(shell, async (catalogue) => {
    const result = await revokeToken(catalogue, token);
    say(shell, REVOCATIONS[result]);
    return result === 'revoked' || result === 'already_revoked' ? EXIT.success : EXIT.failure;
  });
