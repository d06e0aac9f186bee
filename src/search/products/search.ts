/** One search, from the request to the response: parse, plan, retrieve, rank, present. */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import type { SearchEngine } from '../engine/engine.ts';
import type { FindHits, Parse } from '../find-hits.ts';
import type { SearchResponse } from '../presentation/forms.ts';
import type { Present } from '../presentation/present.ts';
import { ENOUGH_HITS } from '../retrieval/limits.ts';
import type { SearchRequest } from './parameters.ts';

/** Throws the Problem `search_unavailable` if the engine can't respond, and what `Present` throws. */
export type Search = (scope: MerchantScope, request: SearchRequest, signal: AbortSignal) => Promise<SearchResponse>;

interface SearchDependencies {
  readonly parse: Parse;
  readonly engine: SearchEngine;
  readonly findHits: FindHits;
  readonly present: Present;
}

export function createSearch({ parse, engine, findHits, present }: SearchDependencies): Search {
  return async (scope, request, signal) => {
    const { limit, filter } = request;
    const limits = { limit, relaxBelow: Math.max(ENOUGH_HITS, limit) };
    const parsed = await parse(scope, request.query);
    const session = engine.open(scope, signal);
    const { query, hits, resolved } = await findHits(scope, { query: parsed, filter, ...limits }, session);
    return await present({ scope, request, hits, firstIndex: 0, query, resolved, session, detail: 'reduced', signal });
  };
}
