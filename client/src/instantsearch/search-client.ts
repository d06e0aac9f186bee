/** `catalogueSearchClient()`: InstantSearch's search client on `POST /v1/search`. */
import type { FoundFullProduct, FoundProduct, SearchBody, SearchFilter, SearchResults } from '../types.ts';
import { facetParts, searchInFacet } from './facets.ts';
import { hitOf } from './hits.ts';
import { tagsOf } from './mark.ts';
import { planSearches } from './plan.ts';
import type { FacetSearchRequest, FacetSearchResponse, SearchRequest, SearchResponse } from './protocol.ts';
import { facetNamesIn, MAX_RESULTS, type Question, questionOf, sizeOf } from './question.ts';

export interface SearchClientOptions {
  /** Holds for every search, as for the page of one collection. Widgets can't narrow by its fields. */
  readonly filter?: SearchFilter;
  /** Which fields hits have; `reduced` if absent. */
  readonly products?: NonNullable<SearchBody['products']>;
}

/** What InstantSearch calls. It throws what the client throws, and an UnsupportedRequestError for what the API can't answer. */
export interface InstantSearchClient {
  search<Item>(requests: readonly SearchRequest[]): Promise<{ results: SearchResponse<Item>[] }>;
  /** Takes FacetSearchRequest[] and resolves to FacetSearchResponse[]. Each version of InstantSearch's types has another signature. */
  // biome-ignore lint/suspicious/noExplicitAny: it must fit all of them.
  searchForFacetValues(requests: any): Promise<any>;
}

type Page = SearchResults<FoundProduct | FoundFullProduct>;

/** What the adapter needs of a CatalogueClient. */
interface Searcher {
  search(body: SearchBody): Promise<Page>;
}

export function catalogueSearchClient(
  catalogue: Searcher,
  { filter = {}, products = 'reduced' }: SearchClientOptions = {},
): InstantSearchClient {
  async function ask(requests: readonly SearchRequest[]): Promise<[Question, Page][]> {
    const names = facetNamesIn(requests);
    const questions = requests.map((request) => questionOf(request, names, filter));
    const { searches, answeredBy } = planSearches(questions, products);
    const pages = await Promise.all(searches.map((body) => catalogue.search(body)));
    return questions.map((question, index) => [question, pages[answeredBy[index] ?? 0] as Page]);
  }

  return {
    async search<Item>(requests: readonly SearchRequest[]) {
      const answers = await ask(requests);
      return {
        results: requests.map((request, index) => responseOf<Item>(request, ...(answers[index] as [Question, Page]))),
      };
    },

    async searchForFacetValues(requests: readonly FacetSearchRequest[]): Promise<FacetSearchResponse[]> {
      const asked = requests.map(({ indexName, params: { facetName, ...params } }) => ({
        indexName,
        params: { ...params, hitsPerPage: 0, facets: [facetName] },
      }));
      const answers = await ask(asked);
      return requests.map(({ params }, index) => facetHitsOf(params, (answers[index] as [Question, Page])[1]));
    },
  };
}

function responseOf<Item>(
  { indexName, params = {} }: SearchRequest,
  question: Question,
  { meta, data, facets }: Page,
): SearchResponse<Item> {
  const size = sizeOf(params);
  const tags = tagsOf(params);
  const hits = question.page === null ? [] : data.map((found) => hitOf(found, question.query, tags));
  return {
    ...{ index: indexName, query: question.query, params: '', queryID: meta.searchId },
    hits: hits as unknown as SearchResponse<Item>['hits'],
    ...{ nbHits: meta.total, page: params.page ?? 0, hitsPerPage: size },
    nbPages: size === 0 ? 0 : Math.ceil(Math.min(meta.total, MAX_RESULTS) / size),
    ...{ processingTimeMS: Math.round(meta.tookMs), exhaustiveNbHits: true },
    ...facetParts(facets, question.facets, question.chosen),
    ...{ correctedQuery: meta.correctedQuery, isRelaxed: meta.isRelaxed },
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
