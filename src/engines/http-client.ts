/** Sends HTTP requests with undici over keep-alive connections, at most MAX_CONNECTIONS per origin. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Agent, request as send } from 'undici';

/** The status of a response, and its body as text. */
interface HttpResponse {
  readonly status: number;
  readonly text: string;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** Aborts the request. */
  readonly signal: AbortSignal | undefined;
  /** For the whole response; absent: no limit. */
  readonly timeoutMs: number | undefined;
}

/**
 * Resolves to any response. Throws if there is none: the connection failed, the request was aborted, or the time limit
 * passed.
 */
export type HttpClient = (url: URL, request: HttpRequest) => Promise<HttpResponse>;

const MAX_CONNECTIONS = 128;

interface HttpClientOptions {
  /**
   * Whether to send a request once more if its connection closes without a response. A server that closes an idle
   * connection has hardly ever seen the request, but it may have: only for requests that may be executed twice.
   */
  readonly retriesClosed: boolean;
}

export function createHttpClient({ retriesClosed }: HttpClientOptions): HttpClient {
  // Each request has its own time limit. Undici's limits are coarse, and its 5 minutes are too short for a large write.
  const dispatcher = new Agent({ connections: MAX_CONNECTIONS, headersTimeout: 0, bodyTimeout: 0 });

  async function attempt(url: URL, { method, headers, body }: HttpRequest, signal: AbortSignal) {
    const response = await send(url, { dispatcher, method, headers, body: body ?? null, signal });
    return { status: response.statusCode, text: await response.body.text() };
  }

  return async (url, request) => {
    const limits = startLimits(request);
    try {
      return await attempt(url, request, limits.signal).catch(async (error: unknown) => {
        if (!retriesClosed || !isConnectionClosed(error)) throw error;
        // A server that restarts closes many connections at once. First let undici notice the others.
        await nextTurn();
        return await attempt(url, request, limits.signal);
      });
    } finally {
      limits.end();
    }
  };
}

/** Combines the request's signal and its time limit into one signal. `end` removes the timer and the listener. */
function startLimits({ signal, timeoutMs }: HttpRequest): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort(new Error('aborted by the caller'));
  const timeOut = () => controller.abort(new Error(`no response within ${timeoutMs} ms`));
  // After a pause of this process, a response that arrived meanwhile is read first.
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => setImmediate(timeOut), timeoutMs);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      // The signal may outlive the request: a process has one signal for its stop.
      signal?.removeEventListener('abort', abort);
    },
  };
}

const CLOSED_CODES = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Whether the other side closed the connection. */
export const isConnectionClosed = (error: unknown): boolean =>
  CLOSED_CODES.includes((error as { code?: string } | null)?.code ?? '');
