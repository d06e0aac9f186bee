/**
 * Serves the example of an InstantSearch page, at `/instantsearch`. Unlike the storefront, it calls the API directly,
 * from another origin, so CORS_ORIGINS must contain the page's origin.
 */
import { Router } from 'express';
import helmet from 'helmet';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { PAGES, sendFile } from './page-files.ts';

/** The token must have visibility `published`. */
interface ExampleSettings {
  readonly baseUrl: string;
  readonly token: string;
}

/** `imageOrigin`: see StorefrontOptions. */
export function instantSearchExample(settings: ExampleSettings, imageOrigin?: string): Router {
  const router = Router();
  const policy = contentSecurityPolicy({ page: PAGES.instantSearch, connectTo: [settings.baseUrl], imageOrigin });
  router.get('/instantsearch', helmet.contentSecurityPolicy(policy), sendFile('instantsearch.html'));
  for (const file of ['instantsearch.js', 'instantsearch.css']) router.get(`/instantsearch/${file}`, sendFile(file));
  router.get(
    '/instantsearch/settings.json',
    (_request, response) => void response.set('Cache-Control', 'no-store').json(settings),
  );
  return router;
}
