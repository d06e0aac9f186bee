/** A request of InstantSearch that the API doesn't support is an error, never a silently different result. */

/** Thrown for a request that `POST /v1/search` doesn't support. */
export class UnsupportedRequestError extends Error {
  override readonly name = 'UnsupportedRequestError';
}

const NARROWING = [
  ...['filters', 'tagFilters', 'restrictSearchableAttributes'],
  ...['aroundLatLng', 'aroundLatLngViaIP', 'insideBoundingBox', 'insidePolygon'],
];

/** Throws for parameters that narrow a search in ways which the adapter doesn't translate. */
export function refuseUnsupported(params: object): void {
  for (const [name, value] of Object.entries(params))
    if (NARROWING.includes(name) && hasEffect(value))
      throw new UnsupportedRequestError(
        `The parameter ${name} is not supported: use widgets, or the option \`filter\``,
      );
}

const hasEffect = (value: unknown): boolean => Boolean(value) && !(Array.isArray(value) && value.length === 0);
