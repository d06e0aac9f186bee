/**
 * What both processes need of Meilisearch: a client that does not stall, and which errors mean what.
 * Compressed answers arrive some 40 ms late, so the client asks for plain ones; over a local network they cost nothing.
 */
import {
  Meilisearch,
  MeilisearchApiError,
  type MeilisearchErrorResponse,
  MeilisearchRequestError,
  MeilisearchRequestTimeOutError,
} from 'meilisearch';
import type { HttpClient, HttpRequest } from './http-client.ts';

export interface MeilisearchOptions {
  readonly url: string;
  /** Empty where the engine has no keys. */
  readonly apiKey: string;
  /** How long a request may take; absent where each call brings a signal with its own limit. */
  readonly timeoutMs?: number;
  /** What sends the requests; absent: fetch. */
  readonly http?: HttpClient;
}

export function openMeilisearch({ url, apiKey, timeoutMs, http }: MeilisearchOptions): Meilisearch {
  return new Meilisearch({
    host: url,
    ...(apiKey === '' ? {} : { apiKey }),
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    ...(http === undefined ? {} : { httpClient: sendBy(http) }),
    requestInit: { headers: { 'accept-encoding': 'identity' } },
  });
}

/** The client leaves it to a function of one's own to read the answer and to throw for a status that is an error. */
const sendBy =
  (http: HttpClient) =>
  async (input: string | URL | Request, init: RequestInit = {}): Promise<unknown> => {
    const { status, text } = await http(new URL(input instanceof Request ? input.url : input), {
      method: (init.method ?? 'GET') as HttpRequest['method'],
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' || init.body instanceof Uint8Array ? init.body : undefined,
      signal: init.signal ?? undefined,
      timeoutMs: undefined,
    });
    return bodyOf(status, text);
  };

/** The body of an answer. Throws what the engine said where that is an error, and where it is not JSON. */
function bodyOf(status: number, text: string): unknown {
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  if (status >= 400) throw new MeilisearchApiError(new Response(null, { status }), body as MeilisearchErrorResponse);
  return body;
}

interface Searches {
  /** Of the engine's route for several searches at once. */
  readonly url: URL;
  /** Empty where the engine has no keys. */
  readonly apiKey: string;
  readonly queries: readonly object[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Asks several searches in one request; resolves to their answers. It does what the client's `multiSearch` does for less CPU,
 * of which a search box needs some at each key press. Throws as the client does.
 */
export async function postSearches<H>(http: HttpClient, searches: Searches): Promise<readonly SearchAnswer<H>[]> {
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
  return (bodyOf(status, text) as { results: readonly SearchAnswer<H>[] }).results;
}

export interface SearchAnswer<H> {
  readonly hits: readonly H[];
  readonly estimatedTotalHits: number;
  readonly processingTimeMs: number;
}

/**
 * Adds documents, or replaces them, from lines of JSON; resolves to the number of the task. The client has a function for lines
 * that are one string: megabytes of them would be copied once to become it and once more to be sent. Throws as the client does.
 */
export async function postLines(
  { httpRequest }: Meilisearch,
  { indexName, primaryKey, lines }: { indexName: string; primaryKey: string; lines: Uint8Array },
): Promise<{ readonly taskUid: number }> {
  // The client's type leaves the body out, and the client sends it.
  const init: RequestInit = { body: lines };
  return await httpRequest.post({
    path: `indexes/${indexName}/documents`,
    params: { primaryKey },
    contentType: 'application/x-ndjson',
    extraRequestInit: init,
  });
}

/** What the engine answered, also where the client wrapped it as it does with all that a function of one's own throws. */
function apiErrorOf(error: unknown): MeilisearchApiError | null {
  if (error instanceof MeilisearchApiError) return error;
  return error instanceof MeilisearchRequestError && error.cause instanceof MeilisearchApiError ? error.cause : null;
}

/** The engine's own code for what went wrong (as in `index_not_found`), or null when the engine did not answer so. */
export const meilisearchCode = (error: unknown): string | null => apiErrorOf(error)?.cause?.code ?? null;

/** What is said of the engine where `isKeyRefused`. */
export const KEY_REFUSED = 'refuses MEILISEARCH_API_KEY';

/** Whether the engine takes the key for none, or for one that may not do this. */
export const isKeyRefused = (error: unknown): boolean =>
  ['invalid_api_key', 'missing_authorization_header'].includes(meilisearchCode(error) ?? '');

/** Whether the engine could not be reached, was too slow or too busy, or something before it answered (an HTML 502). */
export function isMeilisearchUnavailable(error: unknown): boolean {
  const answered = apiErrorOf(error);
  if (answered !== null) return answered.response.status >= 500 || answered.response.status === 429;
  const isSilence = error instanceof MeilisearchRequestError || error instanceof MeilisearchRequestTimeOutError;
  if (isSilence || error instanceof SyntaxError) return true;
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}
