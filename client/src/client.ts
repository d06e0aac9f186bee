/** The client: one function for each operation of the API, and for each list one more that goes through its pages. */
import createClient from 'openapi-fetch';
import type { paths } from './openapi.ts';
import { followPages, type Loaded } from './pages.ts';
import { CatalogueError } from './problem.ts';
import { type RetryOptions, withRetries } from './retry.ts';
import type {
  CollectionsPage,
  CollectionsQuery,
  FoundFullProduct,
  FoundProduct,
  Page,
  Product,
  ProductSearch,
  ProductsQuery,
  SearchBody,
  SearchResults,
  SentProductSearch,
  SentQuery,
  SentSearchBody,
  Suggestions,
  SuggestionsQuery,
} from './types.ts';

export interface ClientOptions {
  /** The address of the API without `/v1`, as in `https://catalogue.example.com`. */
  readonly baseUrl: string;
  /** In a page: a `published` token (`cat_pk_…`). */
  readonly token: string;
  /** Sends the requests; if absent, what the global `fetch` is at each call. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  readonly retry?: RetryOptions | undefined;
}

export interface CallOptions {
  /** Ends the call, its wait for a retry included; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Names the requests in the API's log and in errors: 1 to 128 characters of `A-Z a-z 0-9 . _ -`. */
  readonly requestId?: string | undefined;
}

/**
 * Every call throws a CatalogueError for a response other than success, the signal's reason when it is aborted, and
 * what `fetch` throws when there is no response, or when it is cut off.
 */
export interface CatalogueClient {
  /** One page of products. */
  listProducts(query?: ProductsQuery, options?: CallOptions): Promise<Page<Product>>;
  /** The pages of products from `query.page` to the last. */
  productPages(query?: ProductsQuery, options?: CallOptions): AsyncGenerator<Page<Product>, void, undefined>;
  /** One product. Throws a CatalogueError with the code `product_not_found` if the token may not see one with this id. */
  getProduct(id: string, options?: CallOptions): Promise<Product>;
  /** A page of search results, with its total and facets. */
  search(
    body: SearchBody & { readonly products: 'full' },
    options?: CallOptions,
  ): Promise<SearchResults<FoundFullProduct>>;
  search(body: SearchBody & { readonly products?: 'reduced' }, options?: CallOptions): Promise<SearchResults>;
  search(body: SearchBody, options?: CallOptions): Promise<SearchResults<FoundProduct | FoundFullProduct>>;
  /** The products that match a text, best first. */
  searchProducts(search: ProductSearch, options?: CallOptions): Promise<FoundProduct[]>;
  /** What a search box shows for the text typed so far: queries that complete it, products, and collections. */
  suggest(query: SuggestionsQuery, options?: CallOptions): Promise<Suggestions>;
  /** One page of collections. */
  listCollections(query?: CollectionsQuery, options?: CallOptions): Promise<CollectionsPage>;
  /** The pages of collections from `query.page` to the last. */
  collectionPages(query?: CollectionsQuery, options?: CallOptions): AsyncGenerator<CollectionsPage, void, undefined>;
}

/** Makes a client of one token. Nothing is sent before the first call. */
export function createCatalogueClient({
  baseUrl,
  token,
  fetch = (request) => globalThis.fetch(request),
  retry = {},
}: ClientOptions): CatalogueClient {
  const api = createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { Authorization: `Bearer ${token}` },
    // Middleware of openapi-fetch would use a random number, and Next.js doesn't prerender what does.
    fetch: async (request) => requireJson(await fetch(request)),
  });

  const load = <Body>(send: (common: Common) => Promise<Outcome<Body>>, { signal, requestId }: CallOptions = {}) => {
    const common = { signal: signal ?? null, headers: { 'X-Request-Id': requestId } };
    return withRetries(async () => loaded(await send(common)), retry, signal);
  };

  const products = (query: ProductsQuery = {}, options?: CallOptions) =>
    load(
      (common) => api.GET('/v1/products', { ...common, params: { query: query as SentQuery<'listProducts'> } }),
      options,
    );

  const collections = async (query: CollectionsQuery = {}, options?: CallOptions) => {
    const { body, response } = await load(
      (common) => api.GET('/v1/collections', { ...common, params: { query: query as SentQuery<'listCollections'> } }),
      options,
    );
    return { body: { ...body, truncated: truncatedIn(response.headers) }, response };
  };

  return {
    listProducts: async (query, options) => (await products(query, options)).body,
    productPages: (query = {}, options) => followPages((at) => products(at, options), query),

    async getProduct(id, options) {
      const path = { id: asSegment(id) };
      return (await load((common) => api.GET('/v1/products/{id}', { ...common, params: { path } }), options)).body;
    },

    // One of the overloads' results: which one, the field `products` says.
    search: async (body: SearchBody, options?: CallOptions) =>
      (await load((common) => api.POST('/v1/search', { ...common, body: body as SentSearchBody }), options))
        .body as SearchResults<FoundFullProduct>,

    searchProducts: async (body, options) =>
      (await load((common) => api.POST('/v1/products/search', { ...common, body: body as SentProductSearch }), options))
        .body,

    suggest: async (query, options) =>
      (
        await load(
          (common) =>
            api.GET('/v1/search/suggestions', { ...common, params: { query: query as SentQuery<'suggest'> } }),
          options,
        )
      ).body,

    listCollections: async (query, options) => (await collections(query, options)).body,
    collectionPages: (query = {}, options) => followPages((at) => collections(at, options), query),
  };
}

/** What every request is sent with. */
interface Common {
  readonly signal: AbortSignal | null;
  /** One that is undefined isn't sent. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** What openapi-fetch resolves to: `data` if the response is one of success, else `error`. */
interface Outcome<Body> {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

function loaded<Body>({ data, error, response }: Outcome<Body>): Loaded<Body> {
  if (data === undefined) throw new CatalogueError(response, error);
  return { body: data, response };
}

/** A page of a proxy, for example, may say 200 and yet not be a response of the API. */
function requireJson(response: Response): Response {
  if (response.ok && !/^application\/json\b/i.test(response.headers.get('content-type') ?? ''))
    throw new CatalogueError(response);
  return response;
}

/** Throws where the id would lead to another path: a URL can't say `.` or `..`, however they are encoded. */
function asSegment(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new TypeError(`No URL names the product ${JSON.stringify(id)}`);
  return id;
}

/** What the headers say of collections that were cut short. */
function truncatedIn(headers: Headers): CollectionsPage['truncated'] {
  const ids = headers.get('catalogue-truncated')?.split(',') ?? [];
  return {
    count: Number(headers.get('catalogue-truncated-count') ?? ids.length),
    ids: ids.map((id) => decodeURIComponent(id.trim())),
  };
}
