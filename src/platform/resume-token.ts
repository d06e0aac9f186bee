/** Resume tokens of change streams: to a driver they mean nothing, and the server writes their time and order into them. */
import type { ResumeToken } from 'mongodb';

/** The text of a resume token; later events have greater texts (the server's own order of them). */
export const tokenText = (token: ResumeToken): string => String((token as { _data?: unknown } | null)?._data ?? '');

/** When the event of a token happened, in ms since 1970: its second to fifth byte are seconds. */
export const tokenTimeMs = (token: ResumeToken): number => Number.parseInt(tokenText(token).slice(2, 10), 16) * 1000;
