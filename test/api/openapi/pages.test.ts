/**
 * The pages at /docs load everything from the service, and their content security policy allows nothing else. Other
 * responses keep theirs. The `type` of a problem is the address of a page that explains it; `/docs/problems` lists all.
 */
import { PROBLEM_CODES, PROBLEMS } from '../../../src/runtime/problems.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  api = await service.startApi();
});
afterAll(() => service.stop());

describe('/docs', () => {
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

  test.each([
    ['/openapi.json', 'gzip'],
    // Small.
    ['/docs', null],
    ['/docs/swagger-ui.css', 'gzip'],
  ])(
    '%s is publicly cacheable for a short time, has the encoding %p, and supports HEAD and If-None-Match',
    async (path, encoding) => {
      const compressed = { 'accept-encoding': 'gzip' };
      const full = await api.request(path, { headers: compressed });
      const etag = full.headers.get('etag') ?? '';
      expect(full.headers.get('cache-control')).toBe('public, max-age=300');
      expect(full.headers.get('content-encoding')).toBe(encoding);
      const plain = await api.request(path);
      expect([plain.headers.get('content-encoding'), plain.text]).toEqual([null, full.text]);
      // fetch adds `no-cache` by itself to such requests.
      const conditional = { ...compressed, 'if-none-match': etag, 'cache-control': 'no-cache' };
      const again = await api.request(path, { headers: conditional });
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
});

describe('/docs/problems', () => {
  test.each(['/v1/products', '/nothing', '/docs/none'])('the problem of %s leads to its page', async (path) => {
    const { body } = await api.request<{ type: string; code: string; status: number; title: string }>(path);
    const page = await api.request(new URL(body.type, `${api.url}${path}`).pathname);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain(`<h1>${body.title}</h1>`);
    expect(page.text).toContain(`Status ${body.status}, code <code>${body.code}</code>`);
  });

  test('every code has a page, to which the list links, with markup in place of backticks', async () => {
    const list = await api.request('/docs/problems');
    const linked = [...list.text.matchAll(/href="\/docs\/problems\/(\w+)"/g)].map(([, code]) => code);
    expect(linked).toEqual(PROBLEM_CODES);
    for (const code of PROBLEM_CODES) {
      const page = await api.request(`/docs/problems/${code}`);
      expect([code, page.status]).toEqual([code, 200]);
      expect(page.text).toContain(`<title>${PROBLEMS[code].title} ·`);
      expect(page.text).not.toContain('`');
    }
  });

  test('the pages load only what is served here, and need no script', async () => {
    for (const path of ['/docs/problems', '/docs/problems/internal']) {
      const { text, headers } = await api.request(path);
      const named = [...text.matchAll(/(?:src|<link[^>]*href)="([^"]+)"/g)].flatMap(([, address = '']) => address);
      expect(named).toEqual(['data:,', '/docs/page.css']);
      expect(text).not.toMatch(/<script|<style|style=| on\w+=/);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  test.each(['none', '__proto__', 'constructor', 'toString', '..%2F..%2Fpackage.json'])(
    '%s is no code: 404',
    async (name) => {
      expect((await api.request(`/docs/problems/${name}`)).status).toBe(404);
    },
  );

  test('the description says how an operation that is going to end is announced', async () => {
    const { body } = await api.request<{ info: { description: string } }>('/openapi.json');
    expect(body.info.description).toMatch(/`Deprecation` \(RFC 9745\)[\s\S]*`Sunset` \(RFC 8594\)/);
  });
});
