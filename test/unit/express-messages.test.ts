/** Requests and responses are Express's from the beginning, and V8 sees all of them as objects of one kind. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import express from 'express';
import { messagesOf } from '../../src/http/express-messages.ts';

setFlagsFromString('--allow-natives-syntax');
/** Whether two objects have one hidden class. */
const areAlike = new Function('one', 'other', 'return %HaveSameMap(one, other)') as (a: object, b: object) => boolean;

const app = express();
const seen: { request: IncomingMessage; response: ServerResponse }[] = [];
app.post('/things', express.json(), (request, response) => {
  seen.push({ request, response });
  response.locals.asked = request.body;
  response.status(202).json({ got: response.locals.asked, type: request.get('content-type'), host: request.hostname });
});
const server = createServer(messagesOf(app), app);
const agent = new Agent({ keepAlive: true });

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  agent.destroy();
  await new Promise((resolve) => server.close(resolve));
});

function post(body: object): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const options = { agent, port, host: '127.0.0.1', method: 'POST', path: '/things' };
  return new Promise((resolve, reject) => {
    const asked = request({ ...options, headers: { 'content-type': 'application/json' } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      response.once('end', () => resolve(`${response.statusCode} ${text}`));
    });
    asked.once('error', reject).end(JSON.stringify(body));
  });
}

describe('the messages of an app', () => {
  it('have all that Express gives them', async () => {
    expect(await post({ a: 1 })).toBe('202 {"got":{"a":1},"type":"application/json","host":"127.0.0.1"}');
    expect(seen.at(-1)?.response).toHaveProperty('app', app);
  });

  it('have one hidden class', async () => {
    // The first ones are made while V8 still learns how large they become.
    for (let count = 0; count < 50; count += 1) await post({ count });
    const [one, other] = seen.slice(-2);
    expect(one?.request).not.toBe(other?.request);
    expect(areAlike(one?.request as object, other?.request as object)).toBe(true);
    expect(areAlike(one?.response as object, other?.response as object)).toBe(true);
  });
});
