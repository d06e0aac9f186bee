/**
 * `/openapi.json`, and `/docs` for people. They take no token. Each file is rendered at its first request, and cached.
 */
import type { IRouter, Request, Response } from 'express';
import { type Page, pageOf } from '../../cache/page.ts';
import type { ConfigOf } from '../../config.ts';
import { addRoute } from '../../http/add-route.ts';
import { cachedPromises } from '../../runtime/concurrency/cached-promises.ts';
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
  const find = cachedPromises(async (name: FileName) => pageOf(Buffer.from(await render(name))));
  const sendPage = async (request: Request, response: Response, name: FileName) => {
    response.setHeader('Content-Security-Policy', DOCUMENTATION_POLICY);
    await send(request, response, await find(name), 'text/html');
  };

  addRoute(router, 'get', '/openapi.json', async (request, response) => {
    await send(request, response, await find('document'), 'application/json');
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
    await send(request, response, await find(file), file.endsWith('.css') ? 'text/css' : 'text/javascript');
  });
}

/** Express responds to HEAD without the body, and with 304 if If-None-Match names the ETag. */
async function send(request: Request, response: Response, page: Page, mediaType: string): Promise<void> {
  const isCompressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
  const body = isCompressed ? await page.encoded('gzip') : page.body;
  response.set({
    'Cache-Control': 'public, max-age=300',
    'Content-Type': `${mediaType}; charset=utf-8`,
    ETag: page.etag,
    Vary: 'Accept-Encoding',
  });
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  response.send(body);
}
