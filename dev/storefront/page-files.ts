/** Serves the files of the storefront's page and the modules that it imports, and no other files of these folders. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { PROJECT } from '../project.ts';

/** In the sources: the compiler doesn't copy these files. */
const FOLDER = join(PROJECT, 'dev', 'storefront');
const PAGE_FOLDER = join(FOLDER, 'page');
const PAGE = join(PAGE_FOLDER, 'index.html');

/** The folders of packages that browsers may load, by their address in the import map. */
const MODULES = {
  '/modules/@merchant-catalogue/client': join(PROJECT, 'client', 'dist'),
  '/modules/openapi-fetch': join(PROJECT, 'node_modules', 'openapi-fetch', 'dist'),
};

/** The addresses of the page's scripts and styles. */
export const PAGE_FILES: readonly string[] = readdirSync(PAGE_FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name))
  .map((entry) => relative(PAGE_FOLDER, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  .toSorted();

/** The page is at `/`, and at the addresses of products. Browsers revalidate each file before they use it. */
export function pageFiles(): RequestHandler {
  const router = Router();
  router.get(['/', '/products/', '/products/:handle'], sendFile(PAGE));
  for (const file of PAGE_FILES) router.get(`/${file}`, sendFile(join(PAGE_FOLDER, file)));
  for (const [address, folder] of Object.entries(MODULES)) router.get(`${address}/*path`, sendModule(folder));
  return router;
}

/** Returns the Content-Security-Policy source of the import map in a page, its only inline script. */
export function importMapSource(html: string): string {
  const [, script = ''] = /<script type="importmap">(.*?)<\/script>/s.exec(html) ?? [];
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/** The Content-Security-Policy source of the page's import map. */
export const pageImportMap = (): string => importMapSource(readFileSync(PAGE, 'utf8'));

function sendFile(path: string): RequestHandler {
  return (_request, response) => {
    response.set('Cache-Control', 'no-cache').sendFile(path, { cacheControl: false, dotfiles: 'allow' });
  };
}

function sendModule(folder: string): RequestHandler {
  return (request, response, next) => {
    const { path } = request.params as unknown as { path: string[] };
    const file = path.join('/');
    if (!/^([a-z-]+\/)?[a-z-]+\.m?js$/.test(file)) return next();
    response.set('Cache-Control', 'no-cache');
    response.sendFile(file, { root: folder, cacheControl: false }, (error) => {
      if (error !== undefined && !response.headersSent) next();
    });
  };
}
