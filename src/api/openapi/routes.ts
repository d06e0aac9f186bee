/**
 * `/openapi.json`, and `/docs` for people. They take no token. Each file is rendered at its first request, and cached.
 */
import type { IRouter, Request, Response } from 'express';
import { pageOf } from '../../cache/page.ts';
import type { ConfigOf } from '../../config.ts';
import { addRoute } from '../../http/add-route.ts';
import { sendPage } from '../../http/respond.ts';
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

const HEADERS = { 'Cache-Control': 'public, max-age=300', Vary: 'Accept-Encoding' };

export function openApiRoutes(router: IRouter, config: ConfigOf<'api'>): void {
  async function render(name: FileName): Promise<string> {
    if (name === 'document') return JSON.stringify(createApiDocument(config));
    if (name === 'page') return DOCUMENTATION_PAGE;
    if (name === 'problems') return problemListPage();
    return isProblemCode(name) ? problemPage(name) : await readDocumentationFile(name);
  }
  const find = cachedPromises(async (name: FileName) =>
    pageOf(Buffer.from(await render(name)), { ...HEADERS, 'Content-Type': `${mediaTypeOf(name)}; charset=utf-8` }),
  );
  const sendFile = async (request: Request, response: Response, name: FileName) =>
    sendPage(request, response, await find(name));
  const sendHtml = async (request: Request, response: Response, name: FileName) => {
    response.setHeader('Content-Security-Policy', DOCUMENTATION_POLICY);
    await sendFile(request, response, name);
  };

  addRoute(router, 'get', '/openapi.json', (request, response) => sendFile(request, response, 'document'));

  addRoute(router, 'get', '/docs', (request, response) => sendHtml(request, response, 'page'));

  addRoute(router, 'get', '/docs/problems', (request, response) => sendHtml(request, response, 'problems'));

  addRoute(router, 'get', '/docs/problems/:code', async (request, response) => {
    const { code } = request.params;
    if (typeof code !== 'string' || !isProblemCode(code)) throw new Problem('not_found');
    await sendHtml(request, response, code);
  });

  addRoute(router, 'get', '/docs/:file', async (request, response) => {
    const { file } = request.params;
    if (typeof file !== 'string' || !isDocumentationFile(file)) throw new Problem('not_found');
    await sendFile(request, response, file);
  });
}

function mediaTypeOf(name: FileName): string {
  if (name === 'document') return 'application/json';
  if (name.endsWith('.css')) return 'text/css';
  return name.endsWith('.js') ? 'text/javascript' : 'text/html';
}
