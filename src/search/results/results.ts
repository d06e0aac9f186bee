/** A page of search results, from the request to the response: parse, select the page, present. */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import { msSince } from '../../runtime/ms-since.ts';
import type { SearchEngine } from '../engine/engine.ts';
import type { Parse } from '../find-hits.ts';
import type { Names } from '../names.ts';
import type { SearchResponse } from '../presentation/forms.ts';
import type { Present } from '../presentation/present.ts';
import { findLabels } from './labels.ts';
import { lastPageOf } from './pages.ts';
import type { ResultsRequest } from './parameters.ts';
import type { ResultsMeta } from './schema.ts';
import type { SelectedPage, SelectPage } from './select-page.ts';

/** What the route knows about a request, beside its body. */
interface ResultsCall {
  readonly searchId: string;
  readonly startedAtMs: number;
  readonly signal: AbortSignal;
}

/** Throws the Problem `search_unavailable` if the engine can't respond, and what `Present` throws. */
export type FindResults = (scope: MerchantScope, request: ResultsRequest, call: ResultsCall) => Promise<SearchResponse>;

interface ResultsDependencies {
  readonly parse: Parse;
  readonly engine: SearchEngine;
  readonly selectPage: SelectPage;
  readonly names: Names;
  readonly present: Present;
}

export function createFindResults(dependencies: ResultsDependencies): FindResults {
  const { parse, engine, selectPage, names, present } = dependencies;
  return async (scope, request, call) => {
    const { signal } = call;
    const session = engine.open(scope, signal);
    const query = await parse(scope, request.query);
    const [selected, labels] = await Promise.all([
      selectPage({ scope, request, query, session }),
      findLabels(names, scope, request.facets),
    ]);
    const { hits, firstIndex, resolved } = selected;
    const data = await present({
      scope,
      request,
      hits,
      firstIndex,
      query: selected.query,
      resolved,
      session,
      detail: request.products,
      signal,
    });
    const facets = Object.fromEntries(
      selected.counted.map(({ facet, counts }) => [facet.name, facet.read(counts, labels)]),
    );
    const meta = JSON.stringify(metaOf(request, selected, call));
    return {
      json: `{"meta":${meta},"data":${data.json},"facets":${JSON.stringify(facets)}}`,
      productCount: data.productCount,
    };
  };
}

function metaOf({ query, page, perPage }: ResultsRequest, selected: SelectedPage, call: ResultsCall): ResultsMeta {
  const { total, correctedQuery, isRelaxed } = selected;
  return {
    total,
    perPage,
    currentPage: page,
    lastPage: lastPageOf(total, perPage),
    firstPage: 1,
    query,
    correctedQuery,
    isRelaxed,
    tookMs: msSince(call.startedAtMs),
    searchId: call.searchId,
  };
}
