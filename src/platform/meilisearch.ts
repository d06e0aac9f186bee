/**
 * What both processes need of Meilisearch: a client that does not stall, and which errors mean what.
 * Compressed answers arrive some 40 ms late, so the client asks for plain ones; over a local network they cost nothing.
 */
import { Meilisearch, MeilisearchApiError, MeilisearchRequestError } from 'meilisearch';

export interface MeilisearchOptions {
  readonly url: string;
  /** Empty where the engine has no keys. */
  readonly apiKey: string;
  /** How long a request may take; absent where each call brings a signal with its own limit. */
  readonly timeoutMs?: number;
}

export function openMeilisearch({ url, apiKey, timeoutMs }: MeilisearchOptions): Meilisearch {
  return new Meilisearch({
    host: url,
    ...(apiKey === '' ? {} : { apiKey }),
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    requestInit: { headers: { 'accept-encoding': 'identity' } },
  });
}

/** The engine's own code for what went wrong (as in `index_not_found`), or null when the engine did not answer so. */
export function meilisearchCode(error: unknown): string | null {
  return error instanceof MeilisearchApiError ? (error.cause?.code ?? null) : null;
}

/** Whether the engine could not be reached, was too slow or too busy, or something before it answered (an HTML 502). */
export function isMeilisearchUnavailable(error: unknown): boolean {
  if (error instanceof MeilisearchRequestError || error instanceof SyntaxError) return true;
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) return true;
  return error instanceof MeilisearchApiError && (error.response.status >= 500 || error.response.status === 429);
}
