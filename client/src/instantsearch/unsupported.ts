/** A request of InstantSearch that the API doesn't support is an error, never a silently different result. */

/** Thrown for a request that `POST /v1/search` doesn't support. */
export class UnsupportedRequestError extends Error {
  override readonly name = 'UnsupportedRequestError';
}

/**
 * The parameters that are translated, and those without an effect on what is found, what is counted, and in which
 * order: they select parts of the response, or are for analytics. `queryLanguages`, which voiceSearch sends, isn't
 * needed: the API knows the language of the merchant.
 */
const ACCEPTED = [
  'query',
  'page',
  'hitsPerPage',
  'facets',
  'facetFilters',
  'numericFilters',
  'highlightPreTag',
  'highlightPostTag',
  'facetQuery',
  'maxFacetHits',
  'maxValuesPerFacet',
  'attributesToRetrieve',
  'queryLanguages',
  'attributesToHighlight',
  'attributesToSnippet',
  'snippetEllipsisText',
  'restrictHighlightAndSnippetArrays',
  'responseFields',
  'analytics',
  'analyticsTags',
  'clickAnalytics',
  'userToken',
  'getRankingInfo',
];

/** These are `true` by default, and of no effect then. So are the others if they are `false`. */
const ON_BY_DEFAULT = ['typoTolerance', 'synonyms', 'enableRules'];

/** Throws for parameters that would change the results, and which the adapter doesn't translate. */
export function refuseUnsupported(params: object): void {
  for (const [name, value] of Object.entries(params))
    if (!ACCEPTED.includes(name) && hasEffect(name, value))
      throw new UnsupportedRequestError(
        `The parameter ${name} is not supported${/filters$/i.test(name) ? ': use widgets or the option `filter`' : ''}`,
      );
}

function hasEffect(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value !== ON_BY_DEFAULT.includes(name);
  return Boolean(value) && !(Array.isArray(value) && value.length === 0);
}
