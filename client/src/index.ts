/** What the package exports. */
export { type CallOptions, type CatalogueClient, type ClientOptions, createCatalogueClient } from './client.ts';
export { facetLabels } from './instantsearch/labels.ts';
export type {
  FacetSearchResponse,
  HighlightResult,
  HighlightResults,
  Hit,
  SearchRequest,
  SearchResponse,
} from './instantsearch/protocol.ts';
export {
  catalogueSearchClient,
  type InstantSearchClient,
  type SearchClientOptions,
} from './instantsearch/search-client.ts';
export { UnsupportedRequestError } from './instantsearch/unsupported.ts';
export { CatalogueError, type CatalogueErrorCode, type RequestFault } from './problem.ts';
export type { RetryOptions } from './retry.ts';
export type {
  Collection,
  CollectionsPage,
  CollectionsQuery,
  Facet,
  FacetName,
  Facets,
  FoundFullProduct,
  FoundProduct,
  Page,
  PageMeta,
  PriceFacet,
  Product,
  ProductSearch,
  ProductsQuery,
  ReducedProduct,
  ResultsMeta,
  SearchBody,
  SearchFilter,
  SearchMatch,
  SearchResults,
  Suggestions,
  SuggestionsQuery,
  ValuesFacet,
} from './types.ts';
