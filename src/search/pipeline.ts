/** One search, from the request to the response: parse, plan, retrieve, rank, present. */
import type { ConcurrencyLimiter } from '../platform/concurrency-limiter.ts';
import type { ApiMetrics } from '../platform/metrics.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { FindRanking } from './cache/ranking-cache.ts';
import type { FindRules } from './cache/rules-cache.ts';
import type { FindTexts } from './cache/text-cache.ts';
import type { ProductTexts } from './index/product-texts.ts';
import type { SearchRequest } from './parameters.ts';
import { formA, formB, type SearchResponse } from './presentation/forms.ts';
import { createFindMatches, SHOWN_FIELDS } from './presentation/matches.ts';
import { parseQuery } from './query/parse.ts';
import type { Query } from './query/query.ts';
import { type Ranking, rank } from './ranking/rank.ts';
import type { EngineSession, SearchEngine } from './retrieval/engine.ts';
import { mergeFound, type SearchPlan, withoutProducts } from './retrieval/found.ts';
import { planFurther, planSearches } from './retrieval/plan.ts';
import type { FindProducts } from './retrieval/products.ts';
import { keepRarestTerms, phrasesToCount } from './retrieval/word-limit.ts';

/** Throws the Problem `search_unavailable` when the engine cannot answer. */
export type Search = (scope: MerchantScope, request: SearchRequest, signal: AbortSignal) => Promise<SearchResponse>;

export interface PipelineDependencies {
  readonly findRules: FindRules;
  readonly engine: SearchEngine;
  readonly findRanking: FindRanking;
  readonly findTexts: FindTexts;
  /** The products as the form has them, in JSON. */
  readonly findProducts: FindProducts;
  readonly meilisearchLimiter: ConcurrencyLimiter;
  readonly metrics: Pick<ApiMetrics, 'staleHits'>;
  /** A: an array with what matched; B: an object with full products. */
  readonly form: 'A' | 'B';
}

export function createSearch(dependencies: PipelineDependencies): Search {
  const { findRules, engine, findRanking, findTexts, findProducts, meilisearchLimiter, metrics, form } = dependencies;
  return async (scope, request, signal) => {
    const session = engine.open(scope, request.filter, signal);
    /** Each permit is returned before the next one is taken, so that a slow engine holds none of the other's. */
    const withPermit = <T>(work: () => Promise<T>) => meilisearchLimiter.run(scope.merchantId, work, signal);
    const rules = await findRules(scope);
    const query = parseQuery(request.query, rules);
    const { hits, resolved } = await findRanking({ scope, request, rules: rules.hash }, () =>
      withPermit(() => retrieveAndRank(query, session, request.limit)),
    );
    const ids = hits.map(({ productId }) => productId);
    const [products, texts] = await Promise.all([
      findProducts(scope, ids, signal),
      form === 'A' ? findTexts(hits, (missing) => withPermit(() => session.readTexts(missing))) : NO_TEXTS,
    ]);
    metrics.staleHits(hits.length - products.size);
    if (form === 'B') return formB(hits, products);
    const findMatches = createFindMatches({
      query,
      resolved,
      fields: SHOWN_FIELDS[scope.visibility],
      withHighlights: request.highlight,
    });
    return formA({ hits, products, texts, findMatches });
  };
}

const NO_TEXTS: ReadonlyMap<string, ProductTexts> = new Map();

/** One request to the engine for most queries; one before it for very long ones, one after it where too little was found. */
async function retrieveAndRank(parsed: Query, session: EngineSession, limit: number): Promise<Ranking> {
  const query = keepRarestTerms(parsed, await session.count(phrasesToCount(parsed)));
  const find = async (plan: SearchPlan) => withoutProducts(await session.find(plan), query.hidden);
  const first = await find(planSearches(query, limit));
  const further = planFurther(query, first, limit);
  const found = further === null ? first : mergeFound(first, await find(further));
  return rank(query, found, limit);
}
