/**
 * Sends the requests of tests over keep-alive connections. Uses node:http, which needs a third of the CPU of fetch, and
 * no compression, since the test's worker would pay for both ends; tests of compression set `accept-encoding`.
 */
import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestOptions as OutgoingOptions, request as open } from 'node:http';
import { buffer, text as textOf } from 'node:stream/consumers';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import type { HttpClient } from '../../src/engines/http-client.ts';

export interface RequestOptions {
  readonly token?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly body?: string;
}

export interface ApiResponse<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; null if it isn't JSON. */
  readonly body: T;
  /** The decompressed body. */
  readonly text: string;
}

export interface Api {
  readonly url: string;
  /** Sends a request. */
  // biome-ignore lint/suspicious/noExplicitAny: the test states what it expects of the body.
  request<T = any>(path: string, options?: RequestOptions): Promise<ApiResponse<T>>;
}

export function apiAt(port: number): Api {
  const url = `http://127.0.0.1:${port}`;
  return { url, request: (path, options = {}) => request(new URL(url + path), options) };
}

const agent = new Agent({ keepAlive: true });

/**
 * Throws if there is no response, also if a keep-alive connection closes: the service must not lose requests that way.
 */
async function request<T>(url: URL, options: RequestOptions): Promise<ApiResponse<T>> {
  const { token, headers = {}, json } = options;
  const body = json === undefined ? options.body : JSON.stringify(json);
  const response = await exchange(url, body, {
    agent,
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
  });
  return await readResponse<T>(response);
}

/**
 * Sends a request, and once more after a 408: on a machine that stands still for seconds, a server reads it too late, and
 * does nothing. Tests of the 408 itself write to a socket.
 */
async function exchange(url: URL, body: string | Uint8Array | undefined, options: OutgoingOptions) {
  const response = await send(url, body, options);
  if (response.statusCode !== 408) return response;
  response.resume();
  return await send(url, body, options);
}

async function send(url: URL, body: string | Uint8Array | undefined, options: OutgoingOptions) {
  const outgoing = open(url, options);
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return response;
}

/**
 * Sends the requests of Meilisearch's client, without a time limit. Each has its own connection, so the engine closes
 * none that the next request uses. Loading undici would take each test file longer than its requests.
 */
export const sendAlone: HttpClient = async (url, { method, headers, body, signal }) => {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const options = { agent: false, method, headers: { ...headers, ...length }, ...(signal && { signal }) };
  const response = await exchange(url, body, options);
  return { status: response.statusCode ?? 0, text: await textOf(response) };
};

async function readResponse<T>(response: IncomingMessage): Promise<ApiResponse<T>> {
  const headers = new Headers();
  for (let at = 0; at < response.rawHeaders.length; at += 2)
    headers.append(response.rawHeaders[at] as string, response.rawHeaders[at + 1] as string);
  const text = decompressed(await buffer(response), headers.get('content-encoding')).toString();
  return { status: response.statusCode ?? 0, headers, text, body: parsed(text) as T };
}

function decompressed(bytes: Buffer, encoding: string | null): Buffer {
  // A response without a body has content-encoding, too.
  if (encoding === null || bytes.length === 0) return bytes;
  return encoding === 'br' ? brotliDecompressSync(bytes) : unzipSync(bytes);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
