/** Parses a JSON body of at most 16 KiB. Rejects any other media type with 415, before it reads the body. */
import express, { type RequestHandler } from 'express';
import { Problem } from '../../runtime/problems.ts';

const MAX_BODY_BYTES = 16 * 1024;

const requireJson: RequestHandler = (request, _response, next) => {
  const [mediaType = ''] = (request.get('content-type') ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    throw new Problem('unsupported_media_type', {
      detail: 'The body must be sent with Content-Type: application/json.',
    });
  }
  next();
};

export const jsonBody: readonly RequestHandler[] = [
  requireJson,
  express.json({ limit: MAX_BODY_BYTES, strict: false }),
];
