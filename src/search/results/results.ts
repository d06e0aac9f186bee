/** A page of search results, from the request to the response: parse, plan, retrieve, rank, present. */
import type { ConcurrencyLimiter } from '../../runtime/concurrency-limiter.ts';
import type { ApiMetrics } from '../../runtime/metrics.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import { msSince } from '../analytics/record-search.ts';
import type { FindMerchantSearch } from '../cache/merchant-search.ts';
import type { FindTexts } from '../cache/text-cache.ts';
import type { SearchEngine } from '../engine/engine.ts';
import { SHOWN_FIELDS } from '../index/document.ts';
import { vocabularyOf } from '../index/vocabulary.ts';
import { formA } from '../presentation/forms.ts';
import { createFindMatches } from '../presentation/matches.ts';
import { parseQuery } from '../query/parse.ts';
import type { Query } from '../query/query.ts';
import { type ResolvedQuery, resolveQuery } from '../query/resolve.ts';
import { type FindProducts, jsonOfMatching } from '../retrieval/products.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { FindLabels } from './labels.ts';
import { lastPageOf } from './pages.ts';
import type { ResultsRequest } from './parameters.ts';
import type { ResultsMeta } from './schema.ts';
import type { SelectedPage, SelectPage } from './select-page.ts';

export interface ResultsResponse {
  readonly json: string;
  /** The number of products on the page. */
  readonly hits: number;
}

/** What the route knows about a request, beside its body. */
export interface ResultsCall {
  readonly searchId: string;
  readonly startedMs: number;
  readonly signal: AbortSignal;
}

/** Throws the Problem `search_unavailable` if the engine can't respond. */
export type FindResults = (
  scope: MerchantScope,
  request: ResultsRequest,
  call: ResultsCall,
) => Promise<ResultsResponse>;

export interface ResultsDependencies {
  readonly findMerchantSearch: FindMerchantSearch;
  readonly engine: SearchEngine;
  readonly selectPage: SelectPage;
  readonly findTexts: FindTexts;
  readonly findLabels: FindLabels;
  /** The products in each form, as JSON. */
  readonly findProducts: Readonly<Record<ResultsRequest['products'], FindProducts>>;
  readonly meilisearchLimiter: ConcurrencyLimiter;
  readonly metrics: Pick<ApiMetrics, 'staleHits'>;
}

export function createFindResults(dependencies: ResultsDependencies): FindResults {
  const { findMerchantSearch, engine, selectPage, findTexts, findLabels, findProducts } = dependencies;
  const { meilisearchLimiter, metrics } = dependencies;
  return async (scope, request, call) => {
    const { signal } = call;
    const session = engine.open(scope, request.filter, signal);
    const { analyzer, rules } = await findMerchantSearch(scope);
    const parsed = parseQuery(request.query, analyzer, rules);
    const query = request.query === '' ? null : parsed;
    const [selected, labels] = await Promise.all([
      selectPage({ scope, request, query, session, signal }),
      findLabels(scope, request.facets),
    ]);
    const { hits, firstIndex } = selected;
    const readTexts = (missing: readonly string[]) =>
      meilisearchLimiter.run(scope.merchantId, () => session.readTexts(missing), signal);
    const ids = hits.map(({ productId }) => productId);
    const [read, texts] = await Promise.all([
      findProducts[request.products](scope, ids, signal),
      findTexts(hits, readTexts),
    ]);
    const products = jsonOfMatching(read, request.filter);
    metrics.staleHits(hits.length - products.size);
    const findMatches = createFindMatches({
      query: parsed,
      resolved: resolvedFor(parsed, selected, analyzer),
      fields: SHOWN_FIELDS[scope.visibility],
      withHighlights: request.highlight,
    });
    const data = formA({ hits, products, texts, findMatches, firstIndex });
    const facets = Object.fromEntries(
      selected.counted.map(({ facet, selected: counted }) => [facet.name, facet.read(counted, labels)]),
    );
    const meta = JSON.stringify(metaOf(request, selected, call));
    return { json: `{"meta":${meta},"data":${data.json},"facets":${JSON.stringify(facets)}}`, hits: data.hits };
  };
}

/** What the words mean: among the ranked hits, else among those of the page. */
function resolvedFor(query: Query, { ranking, hits }: SelectedPage, analyzer: Analyzer): ResolvedQuery {
  if (ranking !== null) return ranking.resolved;
  const vocabulary = vocabularyOf(hits.map(({ termWeights = '' }) => ({ termWeights })));
  return resolveQuery(query, vocabulary, analyzer);
}

function metaOf({ query, page, perPage }: ResultsRequest, selected: SelectedPage, call: ResultsCall): ResultsMeta {
  const { total, correctedQuery, isRelaxed } = selected;
  return {
    ...{ total, perPage, currentPage: page, lastPage: lastPageOf(total, perPage), firstPage: 1 },
    ...{ query, correctedQuery, isRelaxed },
    tookMs: msSince(call.startedMs),
    searchId: call.searchId,
  };
}
