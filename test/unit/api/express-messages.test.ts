/** The server creates requests and responses with Express's prototypes, so Express doesn't replace them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createMessageClasses } from '../../../src/http/server/express-messages.ts';

const app = express();
app.post('/things', express.json(), (request, response) => {
  response.locals.body = request.body;
  response.status(202).json({ got: response.locals.body, type: request.get('content-type'), host: request.hostname });
});
const prototypes: [before: unknown[], after: unknown[]][] = [];
const server = createServer(createMessageClasses(app), (request, response) => {
  const both = () => [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
  const before = both();
  response.once('finish', () => prototypes.push([before, both()]));
  app(request, response);
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

test('messages have the methods of Express, and the same prototype before and after it handles them', async () => {
  const { port } = server.address() as AddressInfo;
  const received = await fetch(`http://127.0.0.1:${port}/things`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: '{"a":1}',
  });
  expect([received.status, await received.json()]).toEqual([
    202,
    { got: { a: 1 }, type: 'application/json', host: '127.0.0.1' },
  ]);
  const [[before, after] = [[], []]] = prototypes;
  const expected = [app.request, app.response];
  for (const actual of [before, after])
    expect(expected.map((prototype, index) => prototype === actual[index])).toEqual([true, true]);
});
