/**
 * The page at /docs loads everything from the service, and its content security policy allows nothing else. Other
 * responses keep theirs.
 */
import { type Api, createService, type TestService } from '../../support/service.ts';

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService();
  api = await service.startApi();
});
afterAll(() => service.stop());

test('everything that the page loads is served here, with its type', async () => {
  const page = await api.request('/docs');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const named = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].flatMap(([, address = '']) => address);
  expect(named).toEqual([
    'data:,',
    '/docs/swagger-ui.css',
    '/docs/page.css',
    '/docs/swagger-ui-bundle.js',
    '/docs/start.js',
  ]);
  expect(page.text).not.toMatch(/https?:/);
  expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|style=| on\w+=/);
  for (const address of named.slice(1)) {
    const { status, headers, text } = await api.request(address);
    expect([address, status, headers.get('content-type')]).toEqual([
      address,
      200,
      `text/${address.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
    ]);
    expect(text.length).toBeGreaterThan(50);
  }
});

test('its policy allows only this host, and nothing inline', async () => {
  const policy = (await api.request('/docs')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

test('it does not weaken the policy of other responses', async () => {
  const policyOf = async (path: string) => [path, (await api.request(path)).headers.get('content-security-policy')];
  const [, usual] = await policyOf('/livez');
  expect(await policyOf('/docs')).not.toEqual(['/docs', usual]);
  for (const path of ['/v1/products', '/openapi.json', '/docs/start.js', '/docs/none'])
    expect(await policyOf(path)).toEqual([path, usual]);
});

test.each(['/openapi.json', '/docs', '/docs/swagger-ui.css'])(
  '%s is publicly cacheable for a short time, compressed, and supports HEAD and If-None-Match',
  async (path) => {
    const compressed = { 'accept-encoding': 'gzip' };
    const full = await api.request(path, { headers: compressed });
    const etag = full.headers.get('etag') ?? '';
    expect(full.headers.get('cache-control')).toBe('public, max-age=300');
    expect(full.headers.get('content-encoding')).toBe('gzip');
    const plain = await api.request(path);
    expect([plain.headers.get('content-encoding'), plain.text]).toEqual([null, full.text]);
    const again = await api.request(path, { headers: { ...compressed, 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const head = await api.request(path, { method: 'HEAD', headers: compressed });
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
  },
);

test.each([
  '/docs/package.json',
  '/docs/..%2Fpackage.json',
  '/docs/%2e%2e/start.js',
  '/docs/__proto__',
  '/docs/swagger-ui.css.map',
])('%s does not belong to the page: 404', async (path) => {
  expect((await api.request(path)).status).toBe(404);
});
