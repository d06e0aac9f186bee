/**
 * Sends JSON requests by node:http over kept connections. For many small requests it costs a third of the CPU of fetch,
 * which a search box that asks at each key press feels.
 */
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** Says that an answer is no longer waited for. An AbortSignal says the same for as much CPU as half a request. */
export interface Cancellation {
  readonly isCancelled: boolean;
  /** What to do then; in place of what was said before. */
  onCancel: (() => void) | undefined;
}

/** What came back: the status, and the body as text. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

export interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly cancellation: Cancellation | undefined;
  /** For the whole answer; absent: as long as it takes. */
  readonly timeoutMs: number | undefined;
}

/** Resolves to any answer. Throws when there is none: the connection failed, it was cancelled, or the time is over. */
export type HttpClient = (url: URL, request: HttpRequest) => Promise<HttpAnswer>;

const MAX_SOCKETS = 128;

export function createHttpClient(): HttpClient {
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const http = new HttpAgent(options);
  const https = new HttpsAgent(options);

  const open = (url: URL, { method, headers }: HttpRequest): ClientRequest =>
    url.protocol === 'https:'
      ? httpsRequest(url, { method, headers, agent: https })
      : httpRequest(url, { method, headers, agent: http });

  return async function send(url, request): Promise<HttpAnswer> {
    const { timeoutMs, cancellation } = request;
    if (cancellation?.isCancelled === true) throw new Error('cancelled before it was sent');
    const outgoing = open(url, request);
    if (cancellation !== undefined) cancellation.onCancel = () => outgoing.destroy(new Error('cancelled'));
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      return await answerOf(outgoing, request.body);
    } catch (error) {
      // The server closed a kept connection just when it was used again: it has not seen the request.
      if (outgoing.reusedSocket && (error as { code?: string }).code === 'ECONNRESET') return await send(url, request);
      throw error;
    } finally {
      clearTimeout(timer);
      if (cancellation !== undefined) cancellation.onCancel = undefined;
    }
  };
}

function answerOf(outgoing: ClientRequest, body: string | undefined): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    if (body !== undefined) outgoing.setHeader('Content-Length', Buffer.byteLength(body));
    outgoing.end(body);
  });
}
