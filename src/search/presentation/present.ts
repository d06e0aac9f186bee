/**
 * Presents hits: reads their products, checks these against the request's filter again, and finds what matched in their
 * texts.
 */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import type { ConcurrencyLimiter } from '../../runtime/concurrency/concurrency-limiter.ts';
import type { ApiMetrics } from '../../runtime/monitoring/metrics.ts';
import type { FindTexts } from '../cache/text-cache.ts';
import type { EngineSession } from '../engine/engine.ts';
import type { SearchFilter } from '../engine/scope-filter.ts';
import { TEXT_FIELD_NAMES, visibleFields } from '../index/document.ts';
import type { ProductTexts } from '../index/product-texts.ts';
import type { ResolvedQuery } from '../meaning/resolve.ts';
import type { Query } from '../query/query.ts';
import type { RankedHit } from '../ranking/rank.ts';
import { formA, formB, type SearchResponse } from './forms.ts';
import { createFindMatches } from './matches.ts';
import { type Detail, type FindProducts, jsonOfMatching } from './products.ts';

interface Presentation {
  readonly scope: MerchantScope;
  readonly request: { readonly filter: SearchFilter; readonly highlight: boolean };
  /** Best first. */
  readonly hits: readonly RankedHit[];
  /** The index of the first hit. */
  readonly firstIndex: number;
  readonly query: Query;
  readonly resolved: ResolvedQuery;
  /** Reads the texts of the hits. */
  readonly session: Pick<EngineSession, 'loadTexts'>;
  /** How much of each product form A has. */
  readonly detail: Detail;
  readonly signal: AbortSignal;
}

/**
 * Throws the Problem `search_unavailable` or `database_unavailable` if an engine can't respond, `invalid_request` if
 * the response is too large, and `overloaded` if others take too long.
 */
export type Present = (presentation: Presentation) => Promise<SearchResponse>;

/** In characters. A response that is made from more is large: usual products have some thousands each. */
const LARGE = 4 * 1024 * 1024;

interface PresentDependencies {
  readonly findProducts: FindProducts;
  readonly findTexts: FindTexts;
  /** Limits how many large responses are in progress, because of the memory that they take. */
  readonly limiter: ConcurrencyLimiter;
  readonly metrics: Pick<ApiMetrics, 'staleHits'>;
}

/** Form A: the products with what matched. */
export function createPresentA({ findProducts, findTexts, limiter, metrics }: PresentDependencies): Present {
  return async ({ scope, request, hits, firstIndex, query, resolved, session, detail, signal }) => {
    const [read, texts] = await Promise.all([
      findProducts(scope, idsOf(hits), detail, signal),
      findTexts(hits, session.loadTexts),
    ]);
    const products = jsonOfMatching(read, request.filter);
    metrics.staleHits.inc(hits.length - products.size);
    const findMatches = createFindMatches({
      query,
      resolved,
      fields: visibleFields(TEXT_FIELD_NAMES, scope.visibility),
      withHighlights: request.highlight,
    });
    const response = () => formA({ hits, products, texts, findMatches, firstIndex }, signal);
    if (lengthOf(products, texts) <= LARGE) return await response();
    return await limiter.run(scope.merchantId, response, signal);
  };
}

/** Form B: only the products, always full. */
export function createPresentB({ findProducts, metrics }: Omit<PresentDependencies, 'findTexts' | 'limiter'>): Present {
  return async ({ scope, request, hits, signal }) => {
    const products = jsonOfMatching(await findProducts(scope, idsOf(hits), 'full', signal), request.filter);
    metrics.staleHits.inc(hits.length - products.size);
    return formB(hits, products);
  };
}

/** How many characters the products and the texts have together. */
function lengthOf(products: ReadonlyMap<string, string>, texts: ReadonlyMap<string, ProductTexts>): number {
  let length = 0;
  for (const json of products.values()) length += json.length;
  for (const fields of texts.values()) for (const text of Object.values(fields).flat()) length += text.length;
  return length;
}

const idsOf = (hits: readonly RankedHit[]): readonly string[] => hits.map(({ productId }) => productId);
