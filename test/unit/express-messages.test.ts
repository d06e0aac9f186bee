/** Requests and responses have Express's prototypes from the beginning, and Express leaves them as they are. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createMessageClasses } from '../../src/api/express-messages.ts';

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

test('they have all that Express gives them, and the same prototype before and after it', async () => {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/things`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: '{"a":1}',
  });
  expect([answer.status, await answer.json()]).toEqual([
    202,
    { got: { a: 1 }, type: 'application/json', host: '127.0.0.1' },
  ]);
  const [[before, after] = [[], []]] = prototypes;
  const expected = [app.request, app.response];
  for (const seen of [before, after])
    expect(expected.map((prototype, index) => prototype === seen[index])).toEqual([true, true]);
});
