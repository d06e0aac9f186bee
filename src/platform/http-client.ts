/**
 * Sends JSON requests by node:http over kept connections. For many small requests it costs a third of the CPU of fetch,
 * which a search box that asks at each key press feels, and a change on its way to be found.
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
  readonly body: string | Uint8Array | undefined;
  readonly cancellation: Cancellation | undefined;
  /** For the whole answer; absent: as long as it takes. */
  readonly timeoutMs: number | undefined;
}

/** Resolves to any answer. Throws when there is none: the connection failed, it was cancelled, or the time is over. */
export type HttpClient = (url: URL, request: HttpRequest) => Promise<HttpAnswer>;

const MAX_SOCKETS = 128;

interface HttpClientOptions {
  /**
   * Whether a request is sent again where the server has closed the kept connection that it went over. It has hardly ever
   * seen the request then, but it may have: not for what must not be done twice.
   */
  readonly sendsAgain: boolean;
}

export function createHttpClient({ sendsAgain }: HttpClientOptions): HttpClient {
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
      const wasClosed = outgoing.reusedSocket && (error as { code?: string }).code === 'ECONNRESET';
      if (sendsAgain && wasClosed) return await send(url, request);
      throw error;
    } finally {
      clearTimeout(timer);
      if (cancellation !== undefined) cancellation.onCancel = undefined;
    }
  };
}

function answerOf(outgoing: ClientRequest, body: HttpRequest['body']): Promise<HttpAnswer> {
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
