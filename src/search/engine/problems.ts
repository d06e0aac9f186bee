/** Maps the engine's errors to the problems that clients get. Their reasons and causes go to the log. */
import {
  isKeyRefused,
  isMeilisearchUnavailable,
  isTokenExpired,
  KEY_REFUSED,
  meilisearchCode,
} from '../../engines/meilisearch.ts';
import { Problem } from '../../runtime/problems.ts';

/** The index is missing or has no settings: the indexer is building it, or it belongs to another program. */
const NOT_READY_CODES = new Set([
  'index_not_found',
  'invalid_search_filter',
  'invalid_search_attributes_to_search_on',
  'invalid_search_facets',
  'invalid_search_sort',
]);

/** The Problem for an error of the engine; any other error unchanged. */
export function searchProblem(error: unknown): unknown {
  const code = meilisearchCode(error);
  if (code !== null && NOT_READY_CODES.has(code)) return notReady(code);
  // A rejected token is replaced by a new one at once, so this one was new.
  if (isTokenExpired(error))
    return unavailable(5, { reason: "Meilisearch's clock is ahead of this machine's: tenant tokens expire" });
  if (isKeyRefused(error)) return unavailable(5, { reason: `Meilisearch ${KEY_REFUSED}` });
  return isMeilisearchUnavailable(error) ? unavailable(2, { cause: error }) : error;
}

export const notReady = (why: string): Problem =>
  unavailable(5, { reason: `the search index is not ready (${why}): is an indexer of the same version running?` });

/** The engine took so long that its result may be wrong. */
export const cutShort = (): Problem => unavailable(2, { reason: 'the engine cut the search short' });

/** The earlier searches of a request took its whole time limit. */
export const outOfTime = (): Problem => unavailable(2, { reason: 'earlier searches took the whole time limit' });

/** No key can sign tenant tokens. */
export const cannotSign = (why: string): Problem =>
  unavailable(5, { reason: `${why}: no search is sent without a tenant token, unless ALLOW_UNSIGNED_SEARCH=true` });

const unavailable = (retryAfterS: number, why: { readonly reason: string } | { readonly cause: unknown }): Problem =>
  new Problem('search_unavailable', { headers: { 'Retry-After': String(retryAfterS) }, ...why });
