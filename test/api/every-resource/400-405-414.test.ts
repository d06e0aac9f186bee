/**
 * What the server refuses on every path, before it looks at the token: a method that the path doesn't support (405), a
 * URL of more than 8 KiB (414), and no or two Hosts (400), which Node would refuse without a body, or accept.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectProblem } from '../responses.ts';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one'), product('p2', 'one')] });
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

describe('405', () => {
  const READ = 'GET, HEAD, OPTIONS';
  const WRITE = 'POST, OPTIONS';

  const cases = [
    ['/v1/products', READ, ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/products/p1', READ, ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/collections', READ, ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/search/suggestions', READ, ['POST', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/products/search', WRITE, ['GET', 'PUT', 'PATCH', 'DELETE']],
    ['/v1/search', WRITE, ['GET', 'PUT', 'PATCH', 'DELETE']],
    ['/livez', READ, ['POST', 'DELETE']],
    ['/readyz', READ, ['POST', 'DELETE']],
    ['/metrics', READ, ['POST', 'DELETE']],
    ['/openapi.json', READ, ['POST', 'DELETE']],
    ['/docs', READ, ['POST', 'DELETE']],
    ['/docs/start.js', READ, ['POST', 'DELETE']],
    ['/docs/problems', READ, ['POST', 'DELETE']],
    ['/docs/problems/internal', READ, ['POST', 'DELETE']],
  ] as const;

  test('these are all paths of the OpenAPI description', async () => {
    const { paths } = (await api.request<{ paths: object }>('/openapi.json')).body;
    const patterns = Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, '[^/]+'));
    expect(patterns.filter((pattern) => !cases.some(([path]) => new RegExp(`^${pattern}$`).test(path)))).toEqual([]);
  });

  const each = cases.flatMap(([path, allowed, methods]) => methods.map((method) => [method, path, allowed] as const));

  test.each(each)('%s %s: 405 with Allow: %s', async (method, path, allowed) => {
    const response = await api.request(path, { method });
    expectProblem(response, 405, 'method_not_allowed');
    expect(response.headers.get('allow')).toBe(allowed);
    expect(response.body.detail).toContain(allowed);
  });

  test('HEAD of a POST-only path: 405 without a body', async () => {
    const { status, headers, text } = await api.request('/v1/products/search', { method: 'HEAD' });
    expect([status, headers.get('allow'), text]).toEqual([405, WRITE, '']);
  });

  test.each(cases)('OPTIONS %s: 204 with Allow: %s', async (path, allowed) => {
    const { status, headers, text } = await api.request(path, { method: 'OPTIONS' });
    expect([status, headers.get('allow'), text]).toEqual([204, allowed, '']);
  });
});

describe('414', () => {
  /** The path, padded by an unknown parameter to a length in bytes. */
  const filledTo = (bytes: number, path: string) => `${path}&x=`.padEnd(bytes, 'x');
  const LIST = '/v1/products?perPage=1';

  test('8 KiB are served', async () => {
    expect((await api.request(filledTo(8192, '/livez?'))).status).toBe(200);
  });

  test.each(['GET', 'HEAD', 'OPTIONS'])('one byte more is a 414, for %s too', async (method) => {
    const response = await api.request(filledTo(8193, LIST), { token, method });
    if (method === 'HEAD') expect(response.status).toBe(414);
    else expectProblem(response, 414, 'uri_too_long');
  });

  test.each(['/v1/collections?', '/livez?', '/docs?', '/v1/nothing?'])(
    'also at %s, and without a token',
    async (path) => {
      expectProblem(await api.request(filledTo(8193, path)), 414, 'uri_too_long');
    },
  );

  test('it is not served from a cached list', async () => {
    expect((await api.request(LIST, { token })).status).toBe(200);
    expectProblem(await api.request(filledTo(8193, LIST), { token }), 414, 'uri_too_long');
  });
});

describe('Host and Expect', () => {
  /** Sends the lines as the head of a request on its own connection, and resolves to the response's head and body. */
  async function send(...lines: string[]): Promise<{ head: string; body: string }> {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    await once(socket, 'close');
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { head, body };
  }

  test('without Host: a 400 problem', async () => {
    const { head, body } = await send('GET /livez HTTP/1.1', 'X-Request-Id: no-host');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^content-type: application\/problem\+json$/im);
    expect(JSON.parse(body)).toMatchObject({
      code: 'invalid_request',
      requestId: 'no-host',
      errors: [{ path: 'Host', message: 'is required in HTTP/1.1' }],
    });
  });

  test('two Hosts, of which a proxy may have used the other one: a 400 problem', async () => {
    const { head, body } = await send('GET /livez HTTP/1.1', 'Host: catalogue', 'Host: other');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body)).toMatchObject({ errors: [{ path: 'Host', message: 'is allowed once' }] });
  });

  test('HTTP/1.0 needs no Host', async () => {
    expect(await send('GET /livez HTTP/1.0')).toMatchObject({ head: expect.stringMatching(/^HTTP\/1\.1 200 /) });
  });

  test('an unknown expectation is ignored', async () => {
    const { head, body } = await send('GET /livez HTTP/1.1', 'Host: catalogue', 'Expect: the-best');
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(body).toBe('{"status":"ok"}');
  });
});
