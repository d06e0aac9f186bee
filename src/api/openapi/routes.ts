/** `/openapi.json`, and `/docs` for people. The same for everyone, no token: kept as bytes, made at the first request. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { IRouter, Request, Response } from 'express';
import { addRoute } from '../../http/routes.ts';
import { Problem } from '../../runtime/problems.ts';
import type { CatalogueSettings } from './catalogue-operations.ts';
import { createApiDocument } from './document.ts';
import {
  DOCUMENTATION_PAGE,
  DOCUMENTATION_POLICY,
  type DocumentationFile,
  isDocumentationFile,
  readDocumentationFile,
} from './documentation-page.ts';

export function openApiRoutes(router: IRouter, settings: CatalogueSettings): void {
  const find = keep((name: 'document' | 'page' | DocumentationFile) => {
    if (name === 'document') return JSON.stringify(createApiDocument(settings));
    return name === 'page' ? DOCUMENTATION_PAGE : readDocumentationFile(name);
  });

  addRoute(router, 'get', '/openapi.json', async (request, response) => {
    send(request, response, await find('document'), 'application/json');
  });

  addRoute(router, 'get', '/docs', async (request, response) => {
    response.setHeader('Content-Security-Policy', DOCUMENTATION_POLICY);
    send(request, response, await find('page'), 'text/html');
  });

  addRoute(router, 'get', '/docs/:file', async (request, response) => {
    const { file } = request.params;
    if (typeof file !== 'string' || !isDocumentationFile(file)) throw new Problem('not_found');
    send(request, response, await find(file), file.endsWith('.css') ? 'text/css' : 'text/javascript');
  });
}

interface Kept {
  readonly body: Buffer;
  readonly compressed: Buffer;
  readonly etag: string;
}

const gzipAsync = promisify(gzip);

/** What `make` gives for a name, made once; a failure is not kept. */
function keep<Name extends string>(make: (name: Name) => string | Promise<string>): (name: Name) => Promise<Kept> {
  const kept = new Map<Name, Promise<Kept>>();
  const finish = async (name: Name): Promise<Kept> => {
    const body = Buffer.from(await make(name));
    const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
    return { body, etag, compressed: await gzipAsync(body) };
  };
  return (name) => {
    const found = kept.get(name);
    if (found !== undefined) return found;
    const made = finish(name);
    kept.set(name, made);
    made.catch(() => kept.delete(name));
    return made;
  };
}

/** Express answers HEAD without the body, and 304 where If-None-Match has the ETag. */
function send(request: Request, response: Response, { body, compressed, etag }: Kept, mediaType: string): void {
  response.set({
    'Cache-Control': 'public, max-age=300',
    'Content-Type': `${mediaType}; charset=utf-8`,
    ETag: etag,
    Vary: 'Accept-Encoding',
  });
  const isCompressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  response.send(isCompressed ? compressed : body);
}
