/** `token issue|list|revoke`. Each resolves to the exit code. */
import { isDate } from 'node:util/types';
import { merchantExists } from '../catalogue/merchant-exists.ts';
import type { Visibility } from '../catalogue/merchant-scope.ts';
import type { StoredAccessToken } from '../catalogue/stored-documents.ts';
import { idText } from '../catalogue/values.ts';
import { isMongoUnavailable } from '../engines/mongodb/errors.ts';
import { printable, printNotice, printResult, type Shell } from '../runtime/command-line/command-line.ts';
import { EXIT } from '../runtime/lifecycle.ts';
import { issueToken, type ListedToken, listTokens, refusalOf, revokeToken } from '../tenancy/access-tokens.ts';
import { isDisabled } from '../tenancy/merchants.ts';
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
    if (!(await merchantExists(catalogue, merchantId)))
      printNotice(
        shell,
        `warning: there is no merchant ${merchantId} yet: its token gives access to nothing until the merchant exists`,
      );
    try {
      printResult(
        shell,
        await issueToken(catalogue, { merchantId, visibility, name, expiresAfterMs: expires ?? null }),
      );
    } catch (error) {
      if (isMongoUnavailable(error))
        printNotice(shell, 'A token may be stored that nobody knows: `token list` shows it.');
      throw error;
    }
    return EXIT.success;
  });

/** Prints one line per token, of one merchant or of all. */
export const list = (shell: Shell, { merchant }: { readonly merchant?: string }) =>
  withCatalogue(shell, async (catalogue) => {
    const now = new Date();
    for await (const token of listTokens(catalogue, merchant))
      printResult(shell, lineOf(token, refusalOf(token, now) ?? merchantFault(token) ?? 'valid'));
    return EXIT.success;
  });

/** Why the merchant of a token has no access; null if it has. */
function merchantFault({ merchants: [merchant] }: ListedToken): string | null {
  if (merchant === undefined) return 'merchant missing';
  return isDisabled(merchant.status) ? 'merchant disabled' : null;
}

const lineOf = (token: StoredAccessToken, state: string): string =>
  [
    token._id.slice(0, 12),
    idText(token.merchantId),
    token.visibility,
    state,
    `issued ${dateText(token.createdAt)}`,
    `expires ${token.expiresAt === null ? 'never' : dateText(token.expiresAt)}`,
    token.name,
  ]
    .map((value) => printable(String(value)))
    .join('\t');

/** Somebody may have stored another value. */
const dateText = (date: unknown): string =>
  isDate(date) && !Number.isNaN(date.getTime()) ? date.toISOString() : `${date} (no date)`;

const REVOCATIONS = {
  revoked: 'Revoked. Every API process rejects it within 10 s.',
  already_revoked: 'It was already revoked.',
  unknown: 'There is no such token. Give the token itself, or the first 8 or more characters that `token list` shows.',
  ambiguous: 'Several tokens begin with these characters: give more of them.',
} as const;

/** `token` is the token itself, or the beginning of its hash. */
export const revoke = (shell: Shell, token: string) =>
  withCatalogue(shell, async (catalogue) => {
    const result = await revokeToken(catalogue, token);
    printNotice(shell, REVOCATIONS[result]);
    return result === 'revoked' || result === 'already_revoked' ? EXIT.success : EXIT.failure;
  });
