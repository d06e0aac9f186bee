/** `catalogueSearchClient()`: InstantSearch's search client on `POST /v1/search`. */
import type { FoundFullProduct, FoundProduct, SearchBody, SearchFilter, SearchResults } from '../types.ts';
import { facetParts, searchInFacet } from './facets.ts';
import type { Refinements } from './filter.ts';
import { hitOf } from './hits.ts';
import { tagsOf } from './mark.ts';
import { facetNamesIn, MAX_RESULTS, type ParsedRequest, pageOf, parseRequest, sizeOf } from './parse-request.ts';
import { planSearches } from './plan.ts';
import type { FacetSearchRequest, FacetSearchResponse, SearchRequest, SearchResponse } from './protocol.ts';

export interface SearchClientOptions {
  /** Holds for every search, as for the page of one collection. Widgets can't narrow by its fields. */
  readonly filter?: SearchFilter | undefined;
  /** Which fields hits have; `reduced` if absent. */
  readonly products?: NonNullable<SearchBody['products']> | undefined;
}

/** What InstantSearch calls. It throws what the client throws, and an UnsupportedRequestError. */
export interface InstantSearchClient {
  search<Item>(requests: readonly SearchRequest[]): Promise<{ results: SearchResponse<Item>[] }>;
  /** FacetSearchRequest[] to FacetSearchResponse[]. Each version of InstantSearch's types has another signature. */
  // biome-ignore lint/suspicious/noExplicitAny: it must fit all of them.
  searchForFacetValues(requests: any): Promise<any>;
}

type Page = SearchResults<FoundProduct | FoundFullProduct>;

/** A request, and the page of the search that covers it. */
interface PageOfRequest {
  readonly request: ParsedRequest;
  readonly page: Page;
  /**
   * The values that any request of the search chooses. The request that counts the values of a facet doesn't choose
   * any of them itself.
   */
  readonly chosen: Refinements;
  /** InstantSearch adds the times up, so only the first request of a search has its time. */
  readonly tookMs: number;
}

/** What the adapter needs of a CatalogueClient. */
interface Searcher {
  search(body: SearchBody): Promise<Page>;
}

export function catalogueSearchClient(
  catalogue: Searcher,
  { filter = {}, products = 'reduced' }: SearchClientOptions = {},
): InstantSearchClient {
  async function respondTo(requests: readonly SearchRequest[], names: readonly string[]): Promise<PageOfRequest[]> {
    const parsed = requests.map((request) => parseRequest(request, names, filter));
    const { searches, searchOf } = planSearches(parsed, products);
    const pages = await Promise.all(searches.map((body) => catalogue.search(body)));
    return parsed.map((request, index) => {
      const search = searchOf[index] as number;
      const page = pages[search] as Page;
      const sameSearch = parsed.filter((_each, other) => searchOf[other] === search);
      return {
        request,
        page,
        chosen: new Map(sameSearch.flatMap(({ chosen }) => [...chosen])),
        tookMs: sameSearch[0] === request ? Math.round(page.meta.tookMs) : 0,
      };
    });
  }

  return {
    async search<Item>(requests: readonly SearchRequest[]) {
      const responses = await respondTo(requests, facetNamesIn(requests));
      return {
        results: requests.map((request, index) => responseOf<Item>(request, responses[index] as PageOfRequest)),
      };
    },

    async searchForFacetValues(requests: readonly FacetSearchRequest[]): Promise<FacetSearchResponse[]> {
      const facetRequests = requests.map(({ indexName, params: { facetName, ...params } }) => ({
        indexName,
        params: { ...params, hitsPerPage: 0, facets: [facetName] },
      }));
      const responses = await respondTo(facetRequests, facetNamesIn([...requests, ...facetRequests]));
      return requests.map(({ params }, index) => facetHitsOf(params, (responses[index] as PageOfRequest).page));
    },
  };
}

function responseOf<Item>(
  { indexName, params = {} }: SearchRequest,
  { request, page: { meta, data, facets }, chosen, tookMs }: PageOfRequest,
): SearchResponse<Item> {
  const size = sizeOf(params);
  const tags = tagsOf(params);
  const { query } = request;
  // The first page can have products that the total doesn't count, such as pinned ones. It can be the only page.
  const total = meta.lastPage === 1 ? Math.max(meta.total, data.length) : meta.total;
  const pageable = meta.total === 0 ? Math.min(total, 1) : Math.min(meta.total, MAX_RESULTS);
  const hits = request.page === null ? [] : data.map((found) => hitOf(found, query, tags));
  return {
    index: indexName,
    query,
    params: '',
    queryID: meta.searchId,
    hits: hits as unknown as SearchResponse<Item>['hits'],
    nbHits: total,
    exhaustiveNbHits: true,
    page: pageOf(params),
    nbPages: size === 0 ? 0 : Math.ceil(pageable / size),
    hitsPerPage: size,
    processingTimeMS: tookMs,
    ...facetParts(facets, request.facets, chosen),
    correctedQuery: meta.correctedQuery,
    isRelaxed: meta.isRelaxed,
  };
}

const MAX_FACET_HITS = 10;

function facetHitsOf(params: FacetSearchRequest['params'], { meta, facets }: Page): FacetSearchResponse {
  const { facetName, facetQuery = '', maxFacetHits = MAX_FACET_HITS } = params;
  const facet = facets[facetName];
  const found = facet === undefined ? [] : searchInFacet(facetName, facet, facetQuery, tagsOf(params));
  return {
    facetHits: found.slice(0, maxFacetHits),
    exhaustiveFacetsCount: facet !== undefined && 'values' in facet && facet.isComplete,
    processingTimeMS: Math.round(meta.tookMs),
  };
}
