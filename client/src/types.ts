/** The names of what the API takes and returns, from the generated types. */
import type { components, operations } from './openapi.ts';

type Schemas = components['schemas'];
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

export type Product = Schemas['Product'];
export type ReducedProduct = Schemas['ReducedProduct'];
export type Collection = Schemas['Collection'];
export type FoundProduct = Schemas['FoundProduct'];
export type FoundFullProduct = Schemas['FoundFullProduct'];
export type SearchMatch = Schemas['SearchMatch'];
/** What a search box shows while a shopper types. */
export type Suggestions = Schemas['Suggestions'];
/** What a search found, and the position of its page. */
export type ResultsMeta = Schemas['ResultsMeta'];
/** The values of a facet with their numbers of products; of `price`, the range. */
export type Facet = Schemas['Facet'];
export type PageMeta = Schemas['PageMeta'];

export type ProductsQuery = QueryOf<'listProducts'>;
export type CollectionsQuery = QueryOf<'listCollections'>;
export type SuggestionsQuery = QueryOf<'suggest'>;
export type ProductSearch = operations['searchProducts']['requestBody']['content']['application/json'];

export type SearchBody = NonNullable<operations['search']['requestBody']>['content']['application/json'];
export type SearchFilter = NonNullable<SearchBody['filter']>;

/** A page of search results: reduced products, or full ones with `products: 'full'`. */
export interface SearchResults<Item = FoundProduct> {
  readonly meta: ResultsMeta;
  readonly data: Item[];
  /** For each facet of the request, by its name. */
  readonly facets: Readonly<Record<string, Facet>>;
}

export interface Page<Item> {
  readonly meta: PageMeta;
  readonly data: Item[];
}

export interface CollectionsPage extends Page<Collection> {
  /** Collections with more products than the page carries; `listProducts({ collection })` has them all. */
  readonly truncated: {
    readonly count: number;
    /** Their ids; of very many only the first. */
    readonly ids: readonly string[];
  };
}
