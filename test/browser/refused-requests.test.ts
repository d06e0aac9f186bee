/** A page of another origin reads why the API refused its request, and its client retries a 503 and a 429. */
import type { Page } from 'playwright-core';
import { createStorefront } from '../../dev/demo/storefront/server.ts';
import { shop } from '../support/fixtures.ts';
import { type Api, eventually, type TestService } from '../support/service.ts';
import { describeInBrowser } from './support/chromium.ts';
import { type ServedPage, servePage } from './support/page.ts';

const UNKNOWN = `cat_pk_${'A'.repeat(43)}`;

describeInBrowser('the client in a page of another origin', () => {
  let served: ServedPage;
  let service: TestService;
  let page: Page;

  beforeAll(async () => {
    served = await servePage({
      documents: shop('one'),
      // Only the address of this page and its import map are used.
      serve: async () => createStorefront({ apiUrl: 'http://127.0.0.1:1', shops: [], imagesFrom: 'none' }),
      apiSettings: { CORS_ORIGINS: '*' },
      context: { bypassCSP: true },
    });
    service = served.service;
    page = await served.newTab();
    await page.goto(served.url);
  });
  afterAll(() => served?.close());

  /** Lists products in the page. Resolves to the error, and to how many requests the client sent. */
  async function listProducts(api: Api, token: string, attempts = 1) {
    let requests = 0;
    const count = () => {
      requests += 1;
    };
    page.on('request', count);
    const error: unknown = await page.evaluate(`(async () => {
      const { createCatalogueClient } = await import('@merchant-catalogue/client');
      const retry = { attempts: ${attempts}, withinMs: 60000 };
      const catalogue = createCatalogueClient({ baseUrl: '${api.url}', token: '${token}', retry });
      try {
        return await catalogue.listProducts();
      } catch ({ name, status, code, retryAfter, requestId }) {
        return { name, status, code, retryAfter, hasRequestId: requestId !== undefined };
      }
    })()`);
    page.off('request', count);
    return { error, requests };
  }

  const problem = (status: number, code: string, retryAfter?: unknown) => ({
    name: 'CatalogueError',
    status,
    code,
    hasRequestId: true,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });

  test('503 while MongoDB is out: retried after Retry-After', async () => {
    const api = await service.startApi({ CORS_ORIGINS: '*', MONGODB_URL: 'mongodb://127.0.0.1:2/catalogue' });
    const { error, requests } = await listProducts(api, UNKNOWN, 2);
    expect(error).toEqual(problem(503, 'database_unavailable', 2));
    expect(requests).toBe(2);
  });

  test('429 of an address that sent invalid tokens', async () => {
    const api = await service.startApi({ CORS_ORIGINS: '*', FAILED_AUTHENTICATIONS_PER_MINUTE: '1' });
    await eventually(
      () => api.request('/v1/products', { token: UNKNOWN }),
      ({ status }) => status === 429,
    );
    expect((await listProducts(api, UNKNOWN)).error).toEqual(problem(429, 'rate_limited', expect.any(Number)));
  });

  test('401 and 403, and nothing for an `all` token, valid or not', async () => {
    const { api } = served;
    expect((await listProducts(api, UNKNOWN)).error).toEqual(problem(401, 'unauthorized'));
    const disabled = await service.token('nobody', 'published');
    expect((await listProducts(api, disabled)).error).toEqual(problem(403, 'merchant_disabled'));
    for (const token of [`cat_sk_${'A'.repeat(43)}`, await service.token('one'), await service.token('nobody')])
      expect((await listProducts(api, token)).error).toEqual({ name: 'TypeError', hasRequestId: false });
  });
});
