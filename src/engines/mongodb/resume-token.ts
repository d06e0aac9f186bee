/**
 * Resume tokens of change streams. The driver treats them as opaque; MongoDB encodes the time and order of events in
 * them.
 */
import { type ResumeToken, Timestamp } from 'mongodb';

/** Returns a token as text. Texts compare as MongoDB compares tokens: a later event has a greater text. */
export const tokenText = (token: ResumeToken): string => String((token as { _data?: unknown } | null)?._data ?? '');

/**
 * Returns the time of a token's event, in ms since 1970, in whole seconds: bytes 2 to 5 of the token. NaN for a damaged
 * token.
 */
export const tokenTimeMs = (token: ResumeToken): number => Number.parseInt(tokenText(token).slice(2, 10), 16) * 1000;

/** Returns the cluster time of a token's event: bytes 2 to 9 of the token. Throws SyntaxError for a damaged token. */
export const tokenTimestamp = (token: ResumeToken): Timestamp =>
  new Timestamp(BigInt(`0x${tokenText(token).slice(2, 18)}`));
