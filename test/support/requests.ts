/**
 * Requests as tests make them, over kept connections. By node:http, which takes a third of the CPU of fetch, and for plain answers,
 * as both ends of a compressed one are in the test's worker: a test of compression asks for it.
 */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as open } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, unzipSync } from 'node:zlib';

export interface RequestOptions {
  readonly token?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly body?: string;
}

export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; null where it is none. */
  readonly body: T;
  /** The body, whatever it was compressed by. */
  readonly text: string;
}

export interface Api {
  readonly url: string;
  /** Asks the API. Bodies are any: tests say what they expect of them. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is what the test is about.
  request<T = any>(path: string, options?: RequestOptions): Promise<Answer<T>>;
}

export function apiAt(port: number): Api {
  const url = `http://127.0.0.1:${port}`;
  return { url, request: (path, options = {}) => request(new URL(url + path), options) };
}

const agent = new Agent({ keepAlive: true });

/** Throws when there is no answer, also where a kept connection ends: the service must not lose a request so. */
async function request<T>(url: URL, options: RequestOptions): Promise<Answer<T>> {
  const { token, headers = {}, json } = options;
  const body = json === undefined ? options.body : JSON.stringify(json);
  const outgoing = open(url, {
    agent,
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
  });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return await answerOf<T>(response);
}

async function answerOf<T>(response: IncomingMessage): Promise<Answer<T>> {
  const headers = new Headers();
  for (let at = 0; at < response.rawHeaders.length; at += 2)
    headers.append(response.rawHeaders[at] as string, response.rawHeaders[at + 1] as string);
  const text = expanded(await buffer(response), headers.get('content-encoding')).toString();
  return { status: response.statusCode ?? 0, headers, text, body: parsed(text) as T };
}

function expanded(bytes: Buffer, encoding: string | null): Buffer {
  // An answer without a body tells of the compression, too.
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
