/**
 * The floor of a cached page: a bare server that sends from memory what the service sent for the same URL and encoding,
 * and an empty 304 to a request with `If-None-Match`. FRAMEWORK is `node` (node:http alone) or `express` (Express 5
 * with one route). The server fetches each response from the service once, and logs one line when it listens.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express from 'express';

const { ORIGIN = '', AUTHORIZATION: authorization = '', FRAMEWORK } = process.env;

interface SameResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const responses = new Map<string, SameResponse>();

async function fetchOnce(url: string, encoding: string): Promise<SameResponse> {
  const key = `${encoding} ${url}`;
  const cached = responses.get(key);
  if (cached !== undefined) return cached;
  const sent = request(new URL(url, ORIGIN), { headers: { authorization, 'accept-encoding': encoding } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${url} got status ${response.statusCode}`);
  const { 'content-type': type = '', 'content-encoding': contentEncoding } = response.headers;
  const fetched = {
    headers: {
      'Content-Type': type,
      'Content-Length': String(body.length),
      ...(contentEncoding === undefined ? {} : { 'Content-Encoding': contentEncoding }),
    },
    body,
  };
  responses.set(key, fetched);
  return fetched;
}

async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  if (incoming.headers['if-none-match'] !== undefined) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const encoding = incoming.headers['accept-encoding'];
  const { headers, body } = await fetchOnce(incoming.url ?? '/', typeof encoding === 'string' ? encoding : 'identity');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

const withNode = () =>
  createServer((incoming, response) => {
    respond(incoming, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

const server = FRAMEWORK === 'express' ? createServer(express().get('/v1/products', respond)) : withNode();
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ msg: 'listening', port })}\n`);
});
