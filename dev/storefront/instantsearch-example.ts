/**
 * Serves the example of an InstantSearch page, at `/instantsearch`. Unlike the storefront, it calls the API directly,
 * from another origin, so CORS_ORIGINS must contain the page's origin.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { Router } from 'express';
import helmet from 'helmet';
import { PROJECT } from '../project.ts';
import { importMapSource } from './page-files.ts';

const FOLDER = join(PROJECT, 'dev', 'storefront');
const PAGE = readFileSync(join(FOLDER, 'instantsearch.html'), 'utf8');
const FILES = ['instantsearch.js', 'instantsearch.css'];

/** The folders of packages that browsers may load, by their name in the page's addresses. */
const MODULES = {
  client: join(PROJECT, 'client', 'dist'),
  'openapi-fetch': join(PROJECT, 'node_modules', 'openapi-fetch', 'dist'),
  'instantsearch.js': join(PROJECT, 'node_modules', 'instantsearch.js', 'dist'),
};

/** The token must have visibility `published`. */
export interface ExampleSettings {
  readonly baseUrl: string;
  readonly token: string;
}

/** `imageOrigin`: see StorefrontOptions. */
export function instantSearchExample(settings: ExampleSettings, imageOrigin?: string): Router {
  const router = Router();
  const policy = contentSecurityPolicy(settings.baseUrl, imageOrigin);
  router.get('/instantsearch', policy, (_request, response) => void response.type('html').send(PAGE));
  for (const file of FILES)
    router.get(`/instantsearch/${file}`, (_request, response) =>
      response.sendFile(join(FOLDER, file), { dotfiles: 'allow' }),
    );
  router.get(
    '/instantsearch/settings.json',
    (_request, response) => void response.set('Cache-Control', 'no-store').json(settings),
  );
  for (const [name, folder] of Object.entries(MODULES))
    router.use(`/instantsearch/modules/${name}`, express.static(folder, { index: false, dotfiles: 'allow' }));
  return router;
}

/** Allows the page's import map, connections to the API, and images of this origin. */
function contentSecurityPolicy(apiUrl: string, imageOrigin: string | undefined) {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", importMapSource(PAGE)],
      connectSrc: ["'self'", apiUrl],
      imgSrc: ["'self'", 'https:', 'data:', ...(imageOrigin === undefined ? [] : [imageOrigin])],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  });
}
