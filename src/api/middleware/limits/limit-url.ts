/** Rejects a URL with 414 that is longer than what common proxies accept. */
import type { RequestHandler } from 'express';
import { Problem } from '../../../runtime/problems.ts';

const MAX_URL_BYTES = 8 * 1024;

/** Throws the Problem `uri_too_long`. Node decodes a URL as Latin-1, so its length is its number of bytes. */
export const limitUrl: RequestHandler = ({ originalUrl: url }, _response, next) => {
  if (url.length > MAX_URL_BYTES) throw new Problem('uri_too_long', { detail: 'A URL may have at most 8 KiB.' });
  next();
};
