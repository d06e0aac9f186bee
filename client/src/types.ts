/** The names of what the API takes and returns, from the generated types. */
import type { components, operations } from './openapi.ts';

type Schemas = components['schemas'];
/** The parameters of an operation, as the generated types have them. */
export type SentQuery<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;
/** The lists of a request may be readonly. A field that is undefined, a key of a map included, isn't sent. */
type Sendable<Given> = Given extends readonly (infer Item)[]
  ? readonly Item[]
  : Given extends object
    ? { [Key in keyof Given]: Sendable<Given[Key]> | (string extends Key ? undefined : Absent<Given, Key>) }
    : Given;
type Absent<Given, Key extends keyof Given> = object extends Pick<Given, Key> ? undefined : never;

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
/** The facet of a response: values with their numbers of products, or the range of prices. */
export type Facet = Schemas['Facet'];
export type ValuesFacet = Extract<Facet, { values: unknown }>;
export type PriceFacet = Exclude<Facet, ValuesFacet>;
type Keyed = 'specifications' | 'variants';
/** What a search can be filtered by can be counted, too. */
type NamedFacets = {
  readonly [Name in Exclude<keyof NonNullable<SentSearchBody['filter']>, Keyed>]?: Name extends 'price'
    ? PriceFacet
    : ValuesFacet;
} & { readonly [name: `${Keyed}.${string}`]: ValuesFacet };
/** The facets of a response by name. It has those that the request names. */
export type Facets = Readonly<Record<string, Facet>> & NamedFacets;
/** What a request can count, such as `price` and `specifications.Material`. */
export type FacetName = keyof NamedFacets;
export type PageMeta = Schemas['PageMeta'];

export type ProductsQuery = Sendable<SentQuery<'listProducts'>>;
export type CollectionsQuery = Sendable<SentQuery<'listCollections'>>;
export type SuggestionsQuery = Sendable<SentQuery<'suggest'>>;

export type SentProductSearch = operations['searchProducts']['requestBody']['content']['application/json'];
export type ProductSearch = Sendable<SentProductSearch>;

/** As the generated types have it. */
export type SentSearchBody = NonNullable<operations['search']['requestBody']>['content']['application/json'];
export type SearchBody = Sendable<Omit<SentSearchBody, 'facets'> & { facets?: FacetName[] }>;
export type SearchFilter = NonNullable<SearchBody['filter']>;

/** A page of search results: reduced products, or full ones with `products: 'full'`. */
export interface SearchResults<Item = FoundProduct> {
  readonly meta: ResultsMeta;
  readonly data: Item[];
  readonly facets: Facets;
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
