/**
 * The floor of a cached page: a bare server that sends the bytes from memory that the service sent for the same URL and
 * encoding, and an empty 304 to a request with an ETag. FRAMEWORK is `node` (node:http alone) or `express` (Express 5
 * with one route). It fetches each response at the first request for it, and logs one line when it listens.
 */
import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express from 'express';

const { ORIGIN = '', AUTHORIZATION: authorization = '', FRAMEWORK } = process.env;

interface SameResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const responses = new Map<string, SameResponse>();

async function find(url: string, encoding: string): Promise<SameResponse> {
  const key = `${encoding} ${url}`;
  const found = responses.get(key);
  if (found !== undefined) return found;
  const sent = ask(new URL(url, ORIGIN), { headers: { authorization, 'accept-encoding': encoding } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  if (answer.statusCode !== 200) throw new Error(`${url} was answered by ${answer.statusCode}`);
  const { 'content-type': type = '', 'content-encoding': contentEncoding } = answer.headers;
  const made = {
    headers: {
      'Content-Type': type,
      'Content-Length': String(body.length),
      ...(contentEncoding === undefined ? {} : { 'Content-Encoding': contentEncoding }),
    },
    body,
  };
  responses.set(key, made);
  return made;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers['if-none-match'] !== undefined) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const encoding = request.headers['accept-encoding'];
  const { headers, body } = await find(request.url ?? '/', typeof encoding === 'string' ? encoding : 'identity');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

const withNode = () =>
  createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

const server = FRAMEWORK === 'express' ? createServer(express().get('/v1/products', answer)) : withNode();
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port })}\n`);
});
