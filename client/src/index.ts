/** What the package exports. */
export { type CallOptions, type CatalogueClient, type ClientOptions, createCatalogueClient } from './client.ts';
export { CatalogueError, type CatalogueErrorCode, type RequestFault } from './problem.ts';
export type { RetryOptions } from './retry.ts';
export type {
  Collection,
  CollectionsPage,
  CollectionsQuery,
  FoundProduct,
  Page,
  PageMeta,
  Product,
  ProductSearch,
  ProductsQuery,
  ReducedProduct,
  SearchMatch,
  Suggestions,
  SuggestionsQuery,
} from './types.ts';
