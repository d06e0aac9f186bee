/**
 * `/openapi.json`, and `/docs` for people. They take no token. Each file is rendered at its first request, and cached.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { IRouter, Request, Response } from 'express';
import type { ConfigOf } from '../../config.ts';
import { addRoute } from '../../http/routes.ts';
import { cachedPromises } from '../../runtime/cached-promises.ts';
import { Problem, type ProblemCode } from '../../runtime/problems.ts';
import { createApiDocument } from './document.ts';
import {
  DOCUMENTATION_PAGE,
  DOCUMENTATION_POLICY,
  type DocumentationFile,
  isDocumentationFile,
  readDocumentationFile,
} from './documentation-page.ts';
import { isProblemCode, problemListPage, problemPage } from './problem-pages.ts';

type FileName = 'document' | 'page' | 'problems' | DocumentationFile | ProblemCode;

export function openApiRoutes(router: IRouter, config: ConfigOf<'api'>): void {
  async function render(name: FileName): Promise<string> {
    if (name === 'document') return JSON.stringify(createApiDocument(config));
    if (name === 'page') return DOCUMENTATION_PAGE;
    if (name === 'problems') return problemListPage();
    return isProblemCode(name) ? problemPage(name) : await readDocumentationFile(name);
  }
  const find = cachedPromises(async (name: FileName) => fileOf(await render(name)));
  const sendPage = async (request: Request, response: Response, name: FileName) => {
    response.setHeader('Content-Security-Policy', DOCUMENTATION_POLICY);
    send(request, response, await find(name), 'text/html');
  };

  addRoute(router, 'get', '/openapi.json', async (request, response) => {
    send(request, response, await find('document'), 'application/json');
  });

  addRoute(router, 'get', '/docs', (request, response) => sendPage(request, response, 'page'));

  addRoute(router, 'get', '/docs/problems', (request, response) => sendPage(request, response, 'problems'));

  addRoute(router, 'get', '/docs/problems/:code', async (request, response) => {
    const { code } = request.params;
    if (typeof code !== 'string' || !isProblemCode(code)) throw new Problem('not_found');
    await sendPage(request, response, code);
  });

  addRoute(router, 'get', '/docs/:file', async (request, response) => {
    const { file } = request.params;
    if (typeof file !== 'string' || !isDocumentationFile(file)) throw new Problem('not_found');
    send(request, response, await find(file), file.endsWith('.css') ? 'text/css' : 'text/javascript');
  });
}

interface CachedFile {
  readonly body: Buffer;
  readonly compressed: Buffer;
  readonly etag: string;
}

const gzipAsync = promisify(gzip);

async function fileOf(content: string): Promise<CachedFile> {
  const body = Buffer.from(content);
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  return { body, etag, compressed: await gzipAsync(body) };
}

/** Express responds to HEAD without the body, and with 304 if If-None-Match names the ETag. */
function send(request: Request, response: Response, { body, compressed, etag }: CachedFile, mediaType: string): void {
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
