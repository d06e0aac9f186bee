/** Serves the files of the storefront's page, and the built files of the packages that the pages import. */
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { PROJECT } from '../../project.ts';

/** In the sources: the compiler doesn't copy these files. */
const FOLDER = join(PROJECT, 'dev', 'demo', 'storefront');
const PAGE_FOLDER = join(FOLDER, 'page');

/** The paths of the pages. */
export const PAGES = {
  storefront: join(PAGE_FOLDER, 'index.html'),
  instantSearch: join(FOLDER, 'instantsearch.html'),
};

/** The folders of packages that browsers may load, by their address. */
const MODULES = {
  '/modules/@merchant-catalogue/client': join(PROJECT, 'client', 'dist'),
  '/modules/openapi-fetch': join(PROJECT, 'node_modules', 'openapi-fetch', 'dist'),
  '/modules/instantsearch.js': join(PROJECT, 'node_modules', 'instantsearch.js', 'dist'),
};

/** The addresses of the page's scripts and styles. */
export const PAGE_FILES: readonly string[] = readdirSync(PAGE_FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name))
  .map((entry) => relative(PAGE_FOLDER, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  .toSorted();

/** The page is at `/`, and at the addresses of products. Browsers revalidate each file before they use it. */
export function pageFiles(): RequestHandler {
  const router = Router();
  router.get(['/', '/products/', '/products/:handle'], sendFile('page/index.html'));
  for (const file of PAGE_FILES) router.get(`/${file}`, sendFile(`page/${file}`));
  for (const [address, root] of Object.entries(MODULES))
    router.use(
      address,
      express.static(root, { index: false, redirect: false, cacheControl: false, setHeaders: revalidate }),
    );
  return router;
}

/** `file`: its path in the storefront's folder. */
export const sendFile =
  (file: string): RequestHandler =>
  (_request, response) => {
    revalidate(response);
    response.sendFile(file, { root: FOLDER, cacheControl: false });
  };

function revalidate(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-cache');
}
