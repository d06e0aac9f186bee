/**
 * Requests that Node would refuse itself, without a body: an HTTP/1.1 request without Host, and an unknown Expect. And a
 * request with two Hosts, which Node would accept.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { type Api, createService, type TestService } from '../../support/service.ts';

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService();
  api = await service.startApi();
});
afterAll(() => service.stop());

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
