/** `POST /v1/products/search`: the engine says which products match, MongoDB what they are now. */
import type { RequestHandler, Response } from 'express';
import { contextOf, scopeOf } from '../http/context.ts';
import { sendJson } from '../http/respond.ts';
import { parseBody } from '../http/validation.ts';
import type { FindItems } from '../memory/items.ts';
import type { Cancellation } from '../platform/http-client.ts';
import type { ApiMetrics } from '../platform/metrics.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { SearchLog } from './analytics/search-log.ts';
import { type SearchRequest, searchBody } from './parameters.ts';
import { createFindMatches, SHOWN_FIELDS } from './presentation/matches.ts';
import type { SearchEngine } from './retrieval/engine.ts';

export interface SearchDependencies {
  readonly searchEngine: SearchEngine;
  readonly searchLog: SearchLog;
  /** The products as the form has them, in JSON. */
  readonly findProducts: FindItems;
  readonly metrics: ApiMetrics;
  readonly maxLimit: number;
  /** A: an array with what matched; B: an object with full products. */
  readonly form: 'A' | 'B';
}

export function searchProducts(dependencies: SearchDependencies): RequestHandler {
  const { form, searchLog, metrics } = dependencies;
  const body = searchBody(dependencies.maxLimit);
  const answer = form === 'A' ? createAnswerA(dependencies) : createAnswerB(dependencies);
  return async (request, response) => {
    const startedMs = performance.now();
    const asked = parseBody(request.body, body);
    const scope = scopeOf(response);
    const { json, hits } = await answer(scope, asked, abandonedBy(response));
    metrics.searchAnswered(hits > 0 ? 'found' : 'nothing');
    const tookMs = Math.round(10 * (performance.now() - startedMs)) / 10;
    const tokenHash = contextOf(response).authentication?.tokenHash ?? '';
    const { merchantId } = scope;
    searchLog.record(tokenHash, { merchantId, query: asked.query, hits, tookMs, isFiltered: isNarrowed(asked) });
    response.setHeader('Cache-Control', 'no-store');
    await sendJson(request, response, json);
  };
}

function isNarrowed({ filter }: SearchRequest): boolean {
  for (const _condition in filter) return true;
  return false;
}

interface Answered {
  readonly json: string;
  /** How many products are in it. */
  readonly hits: number;
}

type Answer = (scope: MerchantScope, asked: SearchRequest, cancellation: Cancellation) => Promise<Answered>;

function createAnswerA({ searchEngine, findProducts, metrics }: SearchDependencies): Answer {
  return async (scope, asked, cancellation) => {
    const { hits, query, readTexts } = await searchEngine.rank(scope, asked, cancellation);
    const ids = hits.map(({ productId }) => productId);
    const [products, texts] = await Promise.all([findProducts(scope, ids), readTexts()]);
    metrics.staleHits(hits.length - products.size);
    const matchesOf = createFindMatches({
      query,
      fields: SHOWN_FIELDS[scope.visibility],
      withHighlights: asked.highlight,
    });
    const items = ids.flatMap((productId, index) => {
      const product = products.get(productId);
      const found = texts.get(productId);
      if (product === undefined || found === undefined) return [];
      const results = matchesOf({ productId, texts: found });
      return [`{"product":${product},"search":${JSON.stringify({ index, results })}}`];
    });
    return { json: `[${items.join(',')}]`, hits: items.length };
  };
}

function createAnswerB({ searchEngine, findProducts, metrics }: SearchDependencies): Answer {
  return async (scope, asked, cancellation) => {
    const { hits } = await searchEngine.rank(scope, asked, cancellation);
    const ids = hits.map(({ productId }) => productId);
    const products = await findProducts(scope, ids);
    metrics.staleHits(hits.length - products.size);
    const items = ids.flatMap((id) => products.get(id) ?? []);
    return { json: `{"data":[${items.join(',')}]}`, hits: items.length };
  };
}

/** Cancelled when the caller goes away: a search box asks at each key press, and nobody waits for the answer before. */
function abandonedBy(response: Response): Cancellation {
  const cancellation = { isCancelled: false, onCancel: undefined as (() => void) | undefined };
  response.once('close', () => {
    if (response.writableFinished) return;
    cancellation.isCancelled = true;
    cancellation.onCancel?.();
  });
  return cancellation;
}
