/** Serves the files that the storefront page is made of, and no others that lie beside them. */
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { PROJECT } from '../project.ts';

/** The page's files stay among the sources: the compiler copies none of them. */
const FOLDER = join(PROJECT, 'dev', 'storefront');

export const PAGE_FILES = [
  'base.css',
  'masthead.css',
  'filters.css',
  'sheet.css',
  'results.css',
  'products.css',
  'details.css',
  'storefront.js',
  'address.js',
  'catalogue.js',
  'filters.js',
  'filter-bar.js',
  'sheet.js',
  'suggestions.js',
  'results.js',
  'wording.js',
  'cards.js',
  'availability.js',
  'matches.js',
  'elements.js',
  'details.js',
  'keyboard.js',
] as const;

/** The page itself is at `/`. Browsers ask each time whether a file has changed. */
export function pageFiles(): RequestHandler {
  const router = Router();
  router.get('/', sendFile('index.html'));
  for (const file of PAGE_FILES) router.get(`/${file}`, sendFile(file));
  return router;
}

function sendFile(file: string): RequestHandler {
  return (_request, response) => {
    response.set('Cache-Control', 'no-cache').sendFile(file, { root: FOLDER, cacheControl: false });
  };
}
