/** A request of each resource under `/v1`: a test of what all resources share sends every one. */

export const RESOURCES = [
  ['GET', '/v1/products', undefined],
  ['GET', '/v1/products/p1', undefined],
  ['POST', '/v1/products/search', { query: 'cup' }],
  ['POST', '/v1/search', { query: 'cup' }],
  ['GET', '/v1/search/suggestions?query=cup', undefined],
  ['GET', '/v1/collections', undefined],
] as const;
