/**
 * Plans as few searches as possible for several requests. InstantSearch adds a request for each facet with a
 * refinement. The API counts such a facet without the filter on itself anyway, so usually one search covers all.
 */
import type { FacetName, SearchBody, SearchFilter } from '../types.ts';
import type { ParsedRequest } from './parse-request.ts';

const MAX_FACETS = 20;

export interface Plan {
  readonly searches: readonly SearchBody[];
  /** For each request the index of its search. */
  readonly searchOf: readonly number[];
}

type Draft = Pick<ParsedRequest, 'query' | 'sort' | 'filter' | 'facets' | 'page'>;

export function planSearches(requests: readonly ParsedRequest[], products: NonNullable<SearchBody['products']>): Plan {
  const drafts: Draft[] = [];
  const searchOf = requests.map((request) => {
    const known = drafts.findIndex((draft) => covers(draft, request));
    const draft = drafts[known];
    if (draft === undefined) return drafts.push(request) - 1;
    drafts[known] = { ...draft, page: draft.page ?? request.page, facets: union(draft.facets, request.facets) };
    return known;
  });
  return { searches: drafts.map((draft) => bodyOf(draft, products)), searchOf };
}

/** Whether a search has the response to the request, too, once it has the facets and the page of the request. */
function covers(draft: Draft, request: ParsedRequest): boolean {
  const samePage = request.page === null || draft.page === null || isEqual(draft.page, request.page);
  return (
    draft.query === request.query &&
    isEqual(draft.sort, request.sort) &&
    samePage &&
    union(draft.facets, request.facets).length <= MAX_FACETS &&
    (request.isForFacet
      ? request.facets.every((name) => isEqual(without(draft.filter, name), without(request.filter, name)))
      : isEqual(draft.filter, request.filter))
  );
}

/** The filter without the one on this facet. */
function without(filter: SearchFilter, facet: string): SearchFilter {
  const [kind = '', ...key] = facet.split('.');
  if (kind !== 'specifications' && kind !== 'variants') {
    const { [facet as keyof SearchFilter]: _own, ...rest } = filter;
    return rest;
  }
  const { [kind]: group = {}, ...rest } = filter;
  const others = Object.entries(group).filter(([name]) => name !== key.join('.'));
  return others.length === 0 ? rest : { ...rest, [kind]: Object.fromEntries(others) };
}

function bodyOf(
  { query, sort, filter, facets, page }: Draft,
  products: NonNullable<SearchBody['products']>,
): SearchBody {
  return {
    ...(query === '' ? {} : { query }),
    ...(sort === 'relevance' ? {} : { sort }),
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
    ...(facets.length === 0 ? {} : { facets: facets as FacetName[] }),
    // A page of the API has at least one product.
    ...(page === null ? { perPage: 1 } : { page: page.number, perPage: page.size, highlight: true, products }),
  };
}

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** Equal filters have their fields in the same order, see `Refinements`. */
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
