/**
 * Facets that suit the query and the collection, whatever the other filters. Separate requests, so that the products
 * don't wait for them.
 */
import { withRetries } from '../catalogue.js';
import { facetsBody, searchBody } from '../request.js';

/** Resolves to the facets, or to null if there are none to add. `found`: the response to the view. */
export async function loadAdditionalFacets(client, shopInfo, view, found, signal) {
  const send = (body) => withRetries((options) => client.search(body, options), { signal });
  const { collection, ...others } = view.filters;
  const unfiltered = { ...view, page: 1, filters: collection === undefined ? {} : { collection } };
  const { data } = Object.keys(others).length === 0 ? found : await send(searchBody(unfiltered, []));
  const keys = shopInfo.chooseKeys(
    view,
    data.map(({ product }) => product),
  );
  if (keys.length === 0) return null;
  const { facets } = await send(facetsBody(view, keys));
  shopInfo.add({ data: [], facets });
  return facets;
}
