/** The list endpoints in the process of the test, with the cache versions of the test, and a count of their reads. */
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { createPageCache } from '../../../src/cache/page-cache.ts';
import type { Versions } from '../../../src/cache/versions.ts';
import { merchantScope, type Visibility } from '../../../src/catalogue/merchant-scope.ts';
import type { Catalogue } from '../../../src/catalogue/stored-documents.ts';
import { createFindCollectionPage } from '../../../src/collections/repository.ts';
import { listCollections } from '../../../src/collections/routes.ts';
import type { GuardedRead } from '../../../src/engines/breaker/guarded-reads.ts';
import { createFindCachedPage } from '../../../src/http/cached-page.ts';
import { contextOf } from '../../../src/http/context.ts';
import { markPrivate } from '../../../src/http/respond.ts';
import { createFindIncludes } from '../../../src/products/includes.ts';
import { createProductRepository } from '../../../src/products/repository.ts';
import { listProducts } from '../../../src/products/routes.ts';
import { createConcurrencyLimiter } from '../../../src/runtime/concurrency/concurrency-limiter.ts';
import { createFindMerchant } from '../../../src/tenancy/merchants.ts';
import { apiAt } from '../../support/requests.ts';
import { BUDGET } from '../../support/versions.ts';

const PRODUCTS_OF_COLLECTION = 3;

export interface ListRequest {
  readonly path: string;
  readonly visibility: Visibility;
}

export interface ListResponse {
  readonly status: number;
  readonly text: string;
  readonly etag: string | null;
  readonly link: string | null;
}

export interface Lists {
  request(request: ListRequest, method?: 'GET' | 'HEAD', etag?: string): Promise<ListResponse>;
  /** The number of pages read so far. */
  reads(): number;
  close(): void;
}

interface Handlers {
  readonly products: RequestHandler;
  readonly collections: RequestHandler;
}

/** Handlers with empty caches. */
export function createHandlers(
  catalogue: Catalogue,
  versions: Versions,
  maxBytes: number,
  onPage = (): void => undefined,
): Handlers {
  const guardedRead: GuardedRead = (operation, call) => {
    if (operation.endsWith('.page')) onPage();
    return call();
  };
  const products = createProductRepository({ catalogue, versions, budget: BUDGET });
  const shared = {
    findCachedPage: createFindCachedPage(
      createPageCache({ maxBytes, versions }),
      createConcurrencyLimiter({ permits: () => 100 }),
    ),
    serialiseOptions: { imageBaseUrls: { download: 'https://d/', upload: 'https://u/' }, onMalformed: () => undefined },
    maxPerPage: 100,
  };
  const findCollectionPage = createFindCollectionPage({
    catalogue,
    products,
    versions,
    budget: BUDGET,
    guardedRead,
    productsLimit: PRODUCTS_OF_COLLECTION,
  });
  const findMerchant = createFindMerchant({ catalogue, versions, maxBytes: BUDGET.merchants, guardedRead });
  const findIncludes = createFindIncludes({ catalogue, versions, findMerchant, budget: BUDGET });
  return {
    products: listProducts({ ...shared, products, guardedRead, findIncludes }),
    collections: listCollections({ ...shared, findCollectionPage }),
  };
}

/** Serves a merchant's lists; `handlers` is called at each request. */
export async function serveLists(merchantId: string, handlers: (onPage: () => void) => Handlers): Promise<Lists> {
  let reads = 0;
  const onPage = () => {
    reads += 1;
  };
  const app = express();
  app.set('query parser', false);
  app.use(markPrivate, (request, response, next) => {
    const scope = merchantScope(merchantId, request.get('x-visibility') as Visibility);
    contextOf(response).authentication = { scope, tokenHash: '' };
    next();
  });
  app.get('/v1/products', (...given) => handlers(onPage).products(...given));
  app.get('/v1/collections', (...given) => handlers(onPage).collections(...given));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const api = apiAt((server.address() as AddressInfo).port);
  return {
    async request({ path, visibility }, method = 'GET', etag) {
      const headers = { 'x-visibility': visibility, ...(etag === undefined ? {} : { 'if-none-match': etag }) };
      const { status, text, headers: given } = await api.request(path, { method, headers });
      return { status, text, etag: given.get('etag'), link: given.get('link') };
    },
    reads: () => reads,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
