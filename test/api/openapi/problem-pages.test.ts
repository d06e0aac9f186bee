/** The `type` of a problem is the address of a page that explains it; `/docs/problems` lists all of them. */
import { PROBLEM_CODES, PROBLEMS } from '../../../src/runtime/problems.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService();
  api = await service.startApi();
});
afterAll(() => service.stop());

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
