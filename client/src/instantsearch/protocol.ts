/** What InstantSearch sends to its search client, and what it reads from the responses. */

/** The parameters that the adapter reads. */
export interface RequestParams {
  readonly query?: string | undefined;
  /** From 0. */
  readonly page?: number | undefined;
  /** 0: the request is for facets alone. */
  readonly hitsPerPage?: number | undefined;
  /** What to count. */
  readonly facets?: string | readonly string[] | undefined;
  /**
   * InstantSearch adds a request for each facet with a refinement, to count its values without it. In those,
   * `clickAnalytics` is false.
   */
  readonly clickAnalytics?: boolean | undefined;
  /** `attribute:value`, or lists of these of which one must hold. All must hold. */
  readonly facetFilters?: unknown;
  /** `price>=10` and the like, or lists of these. All must hold. */
  readonly numericFilters?: unknown;
  readonly highlightPreTag?: string | undefined;
  readonly highlightPostTag?: string | undefined;
}

export interface SearchRequest {
  /** `products`, or with an order `products/price/asc`. */
  readonly indexName: string;
  readonly params?: RequestParams | undefined;
}

export interface FacetSearchRequest {
  readonly indexName: string;
  readonly params: RequestParams & {
    readonly facetName: string;
    readonly facetQuery?: string | undefined;
    readonly maxFacetHits?: number | undefined;
  };
}

/** A text with its matches marked. */
export interface HighlightResult {
  readonly value: string;
  readonly matchLevel: 'none' | 'partial' | 'full';
  readonly matchedWords: string[];
}

/** By the name of a field or of a kind of match; a list where a product has several. */
export type HighlightResults = Readonly<Record<string, HighlightResult | HighlightResult[]>>;

/** A product as InstantSearch shows it: its fields, and its texts with the matches marked. */
export interface Hit {
  readonly objectID: string;
  readonly _highlightResult: HighlightResults;
  readonly _snippetResult: HighlightResults;
}

export type SearchResponse<Item> = {
  readonly index: string;
  readonly query: string;
  readonly params: string;
  readonly hits: (Item & Hit)[];
  readonly nbHits: number;
  readonly page: number;
  readonly nbPages: number;
  readonly hitsPerPage: number;
  readonly processingTimeMS: number;
  readonly exhaustiveNbHits: boolean;
  readonly exhaustiveFacetsCount: boolean;
  readonly facets: Record<string, Record<string, number>>;
  readonly facets_stats: Record<string, { min: number; max: number }>;
  readonly queryID: string;
  /**
   * Beyond what InstantSearch knows, in `results` of every widget: the names of collections and locations by facet and
   * id.
   */
  readonly facetLabels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Beyond what InstantSearch knows: the query without typing errors, if the products are those of that one. */
  readonly correctedQuery: string | null;
  /** Beyond what InstantSearch knows: no product has all words of the query. */
  readonly isRelaxed: boolean;
};

export interface FacetSearchResponse {
  readonly facetHits: { value: string; highlighted: string; count: number }[];
  readonly exhaustiveFacetsCount: boolean;
  readonly processingTimeMS: number;
}
