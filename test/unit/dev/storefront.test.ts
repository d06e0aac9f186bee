/** The demo's storefront server: its page, its images, and a proxy that forwards only allowed requests and headers. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { generateCatalogue } from '../../../dev/catalogue/generate.ts';
import { PAGE_FILES } from '../../../dev/demo/storefront/page-files.ts';
import { createStorefront } from '../../../dev/demo/storefront/server.ts';

const SHOPS = [{ merchantId: 'fjell-outdoor', name: 'Fjell Outdoor', token: 'public-token' }];

/** A small API that records its requests. Each test sets `respond`. */
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let received: IncomingMessage[] = [];
const upstream = createServer((incoming, response) => {
  received.push(incoming);
  respond(incoming, response);
});

const listening: Server[] = [];
let storefront: string;

async function listen(server: Server): Promise<string> {
  listening.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends a path unchanged, which `fetch` would normalise, and resolves to the status. */
async function statusOf(path: string): Promise<number | undefined> {
  const outgoing = request({ host: '127.0.0.1', port: new URL(storefront).port, path });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

beforeAll(async () => {
  const apiUrl = await listen(upstream);
  storefront = await listen(createServer(createStorefront({ apiUrl, shops: SHOPS, imagesFrom: 'generated' })));
});

beforeEach(() => {
  received = [];
  respond = (_request, response) => response.end('{}');
});

afterAll(() => {
  for (const server of listening) {
    server.close();
    server.closeAllConnections();
  }
});

describe('the page', () => {
  const typeOf = (file: string) => (file.endsWith('.css') ? 'text/css' : 'text/javascript');

  it.each<[string, string]>([
    ['/', 'text/html'],
    ['/products/dome-tent', 'text/html'],
    ['/modules/openapi-fetch/index.mjs', 'text/javascript'],
    ['/modules/@merchant-catalogue/client/index.js', 'text/javascript'],
    ['/modules/instantsearch.js/instantsearch.production.min.js', 'text/javascript'],
    ['/instantsearch', 'text/html'],
    ['/instantsearch/instantsearch.js', 'text/javascript'],
    ['/instantsearch/instantsearch.css', 'text/css'],
    ...PAGE_FILES.map((file): [string, string] => [`/${file}`, typeOf(file)]),
  ])('serves %s as %s under a strict policy', async (path, type) => {
    const response = await fetch(storefront + path);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("img-src 'self' https: data:");
    expect(policy).not.toContain('unsafe');
  });

  it.each(['/', '/instantsearch'])(
    '%s has no inline style, and no inline script but the import map, which the policy allows by its hash',
    async (path) => {
      const response = await fetch(storefront + path);
      const page = await response.text();
      expect(page).not.toMatch(/<script(?![^>]* (src=|type="importmap"))|<style| style=| on[a-z]+=/);
      const scripts = [...page.matchAll(/<script type="importmap">([\s\S]*?)<\/script>/g)].map(
        ([, script = '']) => script,
      );
      expect(scripts).toHaveLength(1);
      const hash = createHash('sha256').update(scripts.join('')).digest('base64');
      expect(response.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}'`);
    },
  );

  it('requests all files of its folder, and only files that are served', async () => {
    const page = await (await fetch(`${storefront}/`)).text();
    const imported = await Promise.all(
      PAGE_FILES.filter((file) => file.endsWith('.js')).map(async (file) => {
        const script = await (await fetch(`${storefront}/${file}`)).text();
        return [...script.matchAll(/ from '(\.[^']+)'/g)].map(
          ([, path = '']) => new URL(path, `http://host/${file}`).pathname,
        );
      }),
    );
    const linked = [...page.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js))"/g)].map(([, path = '']) => path);
    expect(new Set([...linked, ...imported.flat()])).toEqual(new Set(PAGE_FILES.map((file) => `/${file}`)));
  });

  it.each(['/', '/instantsearch'])('%s imports modules that are served', async (path) => {
    const page = await (await fetch(storefront + path)).text();
    const [, map = ''] = /<script type="importmap">([\s\S]*?)<\/script>/.exec(page) ?? [];
    const { imports } = JSON.parse(map) as { imports: Record<string, string> };
    for (const module of Object.values(imports)) expect((await fetch(storefront + module)).status).toBe(200);
  });

  it('serves the shops and their public tokens', async () => {
    const response = await fetch(`${storefront}/shops.json`);
    expect(await response.json()).toEqual(SHOPS);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['/server.ts', 404],
    ['/server.js', 404],
    ['/page-files.ts', 404],
    ['/index.html', 404],
    ['/products/one/two', 404],
    ['/modules/openapi-fetch/package.json', 404],
    ['/modules/openapi-fetch/..%2fpackage.json', 404],
    ['/modules/openapi-fetch', 404],
    ['/modules/@merchant-catalogue/client/', 404],
    ['/modules/express/index.js', 404],
    ['/instantsearch/instantsearch.html', 404],
    ['/products/%ff', 400],
    ['/nothing', 404],
    ['/images/%ff', 400],
  ])('has nothing at %s', async (path, status) => {
    const response = await fetch(storefront + path);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ status });
  });
});

describe('images', () => {
  const products = [...generateCatalogue({ merchants: 1, products: 1 })].filter((record) => record.kind === 'product');
  const path = products[0]?.images[0]?.path as string;

  it('are rendered for generated products', async () => {
    const response = await fetch(`${storefront}/images/${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('image/svg+xml');
    // Pages of other origins may show them.
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await response.text()).toMatch(/^<svg /);
  });

  it.each(['/images/outdoor/tent/no-colour/p-1.svg', '/images/', '/images/../server.ts'])(
    'are not found at %s',
    async (other) => {
      expect(await statusOf(other)).toBe(404);
    },
  );

  it('are not served if the catalogue is not a generated one', async () => {
    const other = await listen(createServer(createStorefront({ apiUrl: storefront, shops: [], imagesFrom: 'none' })));
    expect((await fetch(`${other}/images/${path}`)).status).toBe(404);
  });

  it('may come from another origin by plain HTTP, if it is given', async () => {
    const options = {
      apiUrl: storefront,
      shops: SHOPS,
      imagesFrom: 'none',
      imageOrigin: 'http://127.0.0.1:9000',
    } as const;
    const other = await listen(createServer(createStorefront(options)));
    for (const path of ['/', '/instantsearch']) {
      const policy = (await fetch(other + path)).headers.get('content-security-policy');
      expect(policy).toContain("img-src 'self' https: data: http://127.0.0.1:9000;");
    }
  });
});

describe('the proxy', () => {
  it('forwards a search with its body, and the response with its status and headers', async () => {
    let body = '';
    respond = async (incoming, response) => {
      body = await text(incoming);
      response.writeHead(200, { 'content-type': 'application/json', etag: '"1"', 'x-request-id': 'given' });
      response.end('[{"product":{}}]');
    };
    const response = await fetch(`${storefront}/v1/products/search?a=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json', 'x-request-id': 'given' },
      body: '{"query":"tent"}',
    });
    expect(await response.json()).toEqual([{ product: {} }]);
    expect(response.headers.get('etag')).toBe('"1"');
    expect(response.headers.get('x-request-id')).toBe('given');
    expect(body).toBe('{"query":"tent"}');
    expect([received[0]?.method, received[0]?.url]).toEqual(['POST', '/v1/products/search?a=1']);
    expect(received[0]?.headers).toMatchObject({
      authorization: 'Bearer t',
      'content-type': 'application/json',
      'x-request-id': 'given',
    });
  });

  it('forwards no other request header', async () => {
    const allowed = { 'if-none-match': '"1"', accept: 'application/json', 'accept-encoding': 'br' };
    await fetch(`${storefront}/v1/products`, { headers: { cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', ...allowed } });
    const { host: _host, connection: _connection, ...headers } = received[0]?.headers ?? {};
    expect(headers).toEqual(allowed);
  });

  it('forwards a compressed response unchanged', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
      response.end(gzipSync('{"data":[]}'));
    };
    const response = await fetch(`${storefront}/v1/products`);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.json()).toEqual({ data: [] });
  });

  it('forwards an error response unchanged', async () => {
    respond = (_request, response) => {
      response.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '2' });
      response.end('{"status":429}');
    };
    const response = await fetch(`${storefront}/v1/products`);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toEqual({ status: 429 });
  });

  it.each([
    '/v1',
    '/v1/../metrics',
    '/v1/%2e%2e/metrics',
    '/v1/..\\metrics',
    '/metrics',
    '/readyz',
    '/v10/products',
    '//v1/products',
  ])('does not forward %s', async (path) => {
    expect(await statusOf(path)).toBe(404);
    expect(received).toEqual([]);
  });

  it('does not forward the body of a GET, which could be taken for a second request', async () => {
    const outgoing = request(`${storefront}/v1/products`, { headers: { 'transfer-encoding': 'chunked' } });
    outgoing.end('GET /v1/other HTTP/1.1\r\nHost: a\r\n\r\n');
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    await text(response);
    expect(received.map((incoming) => incoming.url)).toEqual(['/v1/products']);
    expect(received[0]?.headers['transfer-encoding']).toBeUndefined();
  });

  it('cancels the request to the API when the client disconnects', async () => {
    const cancelled = new Promise<void>((resolve) => {
      respond = (_request, response) => response.on('close', resolve);
    });
    const arrived = once(upstream, 'request');
    const caller = new AbortController();
    const pending = fetch(`${storefront}/v1/products`, { signal: caller.signal });
    await arrived;
    caller.abort();
    await expect(pending).rejects.toThrow();
    await cancelled;
  });

  it('aborts a response that the API aborts', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    };
    const whole = fetch(`${storefront}/v1/products`).then((response) => response.text());
    await expect(whole).rejects.toThrow();
  });

  it('responds with a problem while the API is down', async () => {
    const gone = createServer();
    const apiUrl = await listen(gone);
    gone.close();
    const alone = await listen(createServer(createStorefront({ apiUrl, shops: [], imagesFrom: 'none' })));
    const response = await fetch(`${alone}/v1/products/search`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ status: 503 });
  });
});
