/** Serves the files that the storefront's pages are made of, the modules they import, and no others that lie beside them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { PROJECT } from '../project.ts';

/** The pages' files stay among the sources: the compiler copies none of them. */
const FOLDER = join(PROJECT, 'dev', 'storefront');
const PAGE_FOLDER = join(FOLDER, 'page');
const PAGE = join(PAGE_FOLDER, 'index.html');

/** Folders of packages whose files browsers may have, by the address that the import map of a page gives them. */
const MODULES = {
  '/modules/@merchant-catalogue/client': join(PROJECT, 'client', 'dist'),
  '/modules/openapi-fetch': join(PROJECT, 'node_modules', 'openapi-fetch', 'dist'),
};

/** The scripts and styles of the page, as their addresses. */
export const PAGE_FILES: readonly string[] = readdirSync(PAGE_FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name))
  .map((entry) => relative(PAGE_FOLDER, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  .toSorted();

/** The page is at `/`, and at the addresses of products. Browsers ask each time whether a file has changed. */
export function pageFiles(): RequestHandler {
  const router = Router();
  router.get(['/', '/products/', '/products/:handle'], sendFile(PAGE));
  for (const file of PAGE_FILES) router.get(`/${file}`, sendFile(join(PAGE_FOLDER, file)));
  for (const [address, folder] of Object.entries(MODULES)) router.get(`${address}/*path`, sendModule(folder));
  return router;
}

/** The sources of scripts that the page has in itself, for its Content-Security-Policy: its import map, and no other. */
export function inlineScripts(): string[] {
  const [, script = ''] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(readFileSync(PAGE, 'utf8')) ?? [];
  return [`'sha256-${createHash('sha256').update(script).digest('base64')}'`];
}

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
