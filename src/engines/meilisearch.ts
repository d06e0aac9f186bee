/**
 * The Meilisearch client of both processes, and the meaning of its errors. The client requests uncompressed responses:
 * compressed ones arrive late, and over a local network the size costs nothing.
 */
import { STATUS_CODES } from 'node:http';
import { isUint8Array } from 'node:util/types';
import { Meilisearch, MeilisearchApiError, type MeilisearchErrorResponse, MeilisearchRequestError } from 'meilisearch';
import { isError } from '../runtime/is-error.ts';
import type { HttpClient, HttpRequest } from './http-client.ts';

export interface MeilisearchOptions {
  readonly url: string;
  /** Empty if the engine has no keys. */
  readonly apiKey: string;
  /** The time limit of a request that `http` sends; absent: no limit but that of the call's signal. */
  readonly timeoutMs?: number;
  /** Sends the requests. Default: fetch. */
  readonly http?: HttpClient;
}

export function openMeilisearch({ url, apiKey, timeoutMs, http }: MeilisearchOptions): Meilisearch {
  return new Meilisearch({
    host: url,
    ...(apiKey === '' ? {} : { apiKey }),
    ...(http === undefined ? {} : { httpClient: sendBy(http, timeoutMs) }),
    requestInit: { headers: { 'accept-encoding': 'identity' } },
  });
}

/**
 * Adapts an HttpClient to the client's `httpClient` option, which must parse the response and throw for an error
 * status.
 */
const sendBy =
  (http: HttpClient, timeoutMs: number | undefined) =>
  async (input: string | URL | Request, init: RequestInit = {}): Promise<unknown> => {
    const { status, text } = await http(new URL(input instanceof Request ? input.url : input), {
      method: (init.method ?? 'GET') as HttpRequest['method'],
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' || isUint8Array(init.body) ? init.body : undefined,
      signal: init.signal ?? undefined,
      timeoutMs,
    });
    return bodyOf(status, text);
  };

const NO_CONTENT = 204;

/**
 * Parses the body of a response. Throws the engine's error for an error status. Throws a SyntaxError for a redirect,
 * which the engine never sends and a proxy may send without a body, and for a body that isn't JSON.
 */
function bodyOf(status: number, text: string): unknown {
  if (status >= 300 && status < 400) throw new SyntaxError(`a redirect (status ${status}), which is not followed`);
  const body = parseBody(status, text);
  if (status < 400) return body;
  const response = new Response(null, { status, statusText: STATUS_CODES[status] ?? '' });
  throw new MeilisearchApiError(response, body as MeilisearchErrorResponse);
}

/** Returns undefined for 204 No Content, and for what a proxy sends whose status says that it can't respond now. */
function parseBody(status: number, text: string): unknown {
  if (status === NO_CONTENT) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    if (isUnavailableStatus(status)) return undefined;
    throw new SyntaxError(`a response that is not JSON (status ${status})`);
  }
}

interface Searches {
  /** The engine's multi-search route. */
  readonly url: URL;
  /** Empty if the engine has no keys. */
  readonly apiKey: string;
  readonly queries: readonly object[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends several searches in one request, and resolves to their results. It does what the client's `multiSearch` does
 * with less CPU, which matters because a search box searches at each key press. Throws what the client throws.
 */
export async function postSearches<H>(http: HttpClient, searches: Searches): Promise<readonly EngineResult<H>[]> {
  const { url, apiKey, queries, timeoutMs, signal } = searches;
  const headers = {
    'Content-Type': 'application/json',
    'Accept-Encoding': 'identity',
    ...(apiKey === '' ? {} : { Authorization: `Bearer ${apiKey}` }),
  };
  const sent = http(url, { method: 'POST', headers, body: JSON.stringify({ queries }), timeoutMs, signal });
  const { status, text } = await sent.catch((error: unknown) => {
    throw new MeilisearchRequestError(url.href, error);
  });
  return (bodyOf(status, text) as { results: readonly EngineResult<H>[] }).results;
}

export interface EngineResult<H> {
  readonly hits: readonly H[];
  readonly estimatedTotalHits: number;
  readonly processingTimeMs: number;
  /** For each requested facet, the number of products by value. */
  readonly facetDistribution?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/**
 * Adds or replaces documents from JSON Lines, and resolves to the uid of the task. The client's own function takes the
 * lines as one string, so megabytes would be copied twice. Throws what the client throws.
 */
export async function postLines(
  { httpRequest }: Meilisearch,
  { indexName, primaryKey, lines }: { indexName: string; primaryKey: string; lines: Uint8Array },
): Promise<{ readonly taskUid: number }> {
  // The client sends a body, though its type has none.
  const init: RequestInit = { body: lines };
  return await httpRequest.post({
    path: `indexes/${indexName}/documents`,
    params: { primaryKey },
    contentType: 'application/x-ndjson',
    extraRequestInit: init,
  });
}

/** The engine's error, also if the client wrapped it, as it wraps everything that a custom `httpClient` throws. */
function apiErrorOf(error: unknown): MeilisearchApiError | null {
  if (error instanceof MeilisearchApiError) return error;
  return error instanceof MeilisearchRequestError && error.cause instanceof MeilisearchApiError ? error.cause : null;
}

/** The engine's error code, such as `index_not_found`; null if the engine responded with no such code. */
export const meilisearchCode = (error: unknown): string | null => apiErrorOf(error)?.cause?.code ?? null;

/** The engine's own message, for what its codes don't tell apart; empty if the engine responded with none. */
export const meilisearchMessage = (error: unknown): string => apiErrorOf(error)?.cause?.message ?? '';

/** The public description of the engine if `isKeyRefused`. */
export const KEY_REFUSED = 'refuses MEILISEARCH_API_KEY';

/** Whether the engine finds the key missing, unknown, or not allowed to do this. */
export const isKeyRefused = (error: unknown): boolean =>
  ['invalid_api_key', 'missing_authorization_header'].includes(meilisearchCode(error) ?? '');

/** The public description of the engine if `isTokenExpired`. */
export const CLOCK_AHEAD = "has a clock ahead of this machine's";

/** Whether the engine finds a tenant token expired. Its code is that of a refused key. */
export const isTokenExpired = (error: unknown): boolean => meilisearchMessage(error).includes('Tenant token expired');

/**
 * Whether a status says that the engine can't respond now. Its HTTP server responds with a 408 without a body to a
 * request that takes five seconds to arrive, as on an overloaded machine (`client_request_timeout` of actix-web).
 */
export const isUnavailableStatus = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/** Whether the engine was unreachable, too slow or too busy, or a proxy responded in its place (an HTML 502). */
export function isMeilisearchUnavailable(error: unknown): boolean {
  const apiError = apiErrorOf(error);
  if (apiError !== null) return isUnavailableStatus(apiError.response.status);
  if (error instanceof MeilisearchRequestError || error instanceof SyntaxError) return true;
  return isError(error) && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
