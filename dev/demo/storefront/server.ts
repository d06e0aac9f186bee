/**
 * The demo's storefront: serves the search page and the pictures of generated products, and proxies `/v1/*` to the API.
 * It has no state and doesn't inspect what it proxies. The tokens that it serves have visibility `published`.
 */
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { renderProductImage } from '../../catalogue/images.ts';
import { apiProxy } from './api-proxy.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { instantSearchExample } from './instantsearch-example.ts';
import { PAGES, pageFiles } from './page-files.ts';
import { sendProblem } from './problem.ts';

/** A shop as the page gets it. The token must have visibility `published`. */
interface StorefrontShop {
  readonly merchantId: string;
  readonly name: string;
  readonly token: string;
}

export interface StorefrontOptions {
  readonly apiUrl: string;
  readonly shops: readonly StorefrontShop[];
  /** `generated` serves the images of a generated catalogue under `/images/`; `none` serves no images. */
  readonly imagesFrom: 'generated' | 'none';
  /** The origin of images that come by plain HTTP. Those by HTTPS may come from anywhere. */
  readonly imageOrigin?: string;
}

/** Creates the storefront's Express app, which doesn't listen yet. */
export function createStorefront(options: StorefrontOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(securityHeaders(options.imageOrigin));
  app.use(apiProxy(options.apiUrl));
  app.use(pageFiles());
  const [shop] = options.shops;
  if (shop !== undefined)
    app.use(instantSearchExample({ baseUrl: options.apiUrl, token: shop.token }, options.imageOrigin));
  app.get('/shops.json', (_request, response) => {
    response.set('Cache-Control', 'no-store').json(options.shops);
  });
  if (options.imagesFrom === 'generated') {
    app.get('/images/*path', sendImage);
  }
  app.use((_request: Request, response: Response) => sendProblem(response, 404, 'There is nothing at this path'));
  app.use((error: unknown, _request: Request, response: Response, next: (error: unknown) => void) => {
    if (response.headersSent) {
      next(error);
    } else {
      // Express itself fails here only for addresses that it can't decode.
      sendProblem(response, 400, 'The request is not valid');
    }
  });
  return app;
}

function securityHeaders(imageOrigin: string | undefined): RequestHandler {
  return helmet({
    contentSecurityPolicy: contentSecurityPolicy({ page: PAGES.storefront, imageOrigin }),
    // The demo uses plain HTTP, often under a host name that it shares with other local servers.
    strictTransportSecurity: false,
  });
}

function sendImage(request: Request, response: Response): void {
  const { path } = request.params as unknown as { path: string[] };
  const image = renderProductImage(path.join('/'));
  if (image === null) {
    sendProblem(response, 404, 'There is no such picture');
    return;
  }
  // Pages of other origins, such as one that is being built on the demo's API, show them, too.
  response.set({ 'Cache-Control': 'public, max-age=86400, immutable', 'Cross-Origin-Resource-Policy': 'cross-origin' });
  response.type('image/svg+xml').send(image);
}
