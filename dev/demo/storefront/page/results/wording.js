/**
 * The texts about a response, as pure functions. A view describes a request: `query` (empty to browse), `filters`,
 * `sort`, `page`, and the `title` of the list that is browsed.
 */
import { onlyCollection } from '../filters/filters.js';
import { MAX_RESULTS } from '../request.js';
import { counted, formatCount } from '../text.js';

export const isFiltered = ({ filters }) => Object.keys(filters).length > 0;

/** Returns the heading of a response. */
export function headingOf({ query, title }, { total }) {
  if (query === '') return title;
  return total === 0 ? `Nothing found for “${query}”` : `${counted(total, 'product')} for “${query}”`;
}

/** The heading before the response. */
export function expectedHeading({ query, title }) {
  return query === '' ? title : `“${query}”`;
}

/** The API rejects the page's requests: the shop's token has expired, for example. Or the shops can't be loaded. */
export const SHOP_FAILURE = 'This shop cannot show its products.';

/**
 * The text of a link to results. `collections`: those with a known name. It must be true for a search without results,
 * too: after a reload, the page doesn't know what the search found.
 */
export function linkTextOf({ query = '', filters = {} }, collections = []) {
  if (query !== '') return `Back to the search for “${query}”`;
  if (!isFiltered({ filters })) return 'All products';
  return collections.find(({ id }) => id === onlyCollection(filters))?.name || 'Products';
}

/** The note beside the heading. */
export function noteOf(view, meta) {
  const { query, page } = view;
  const { total, lastPage } = meta;
  const parts = [];
  if (query === '')
    parts.push(total === 0 && !isFiltered(view) ? 'There is nothing here yet.' : counted(total, 'product'));
  if (total > 0) parts.push(...differenceOf(meta));
  if (page > 1) parts.push(`Page ${formatCount(page)} of ${formatCount(lastPage)}`);
  if (page === lastPage && total > MAX_RESULTS) {
    parts.push(`The first ${formatCount(MAX_RESULTS)} can be shown: filter or change the search to see others.`);
  }
  return parts.join(' · ');
}

/** How the products differ from what was searched; an empty list if they don't. */
function differenceOf({ correctedQuery, isRelaxed }) {
  if (correctedQuery && isRelaxed) return [`Shown for “${correctedQuery}”, but no product has all the words.`];
  if (correctedQuery) return [`Shown for “${correctedQuery}”.`];
  return isRelaxed ? ['No product has all the words. These have the most important ones.'] : [];
}

/** The advice if nothing was found, though `similar` products are shown. */
export function adviceOf(view, similar) {
  if (view.query === '') return 'No product matches all filters.';
  if (!isFiltered(view)) return 'Check the spelling, or try fewer or other words.';
  const advice = 'No product has these words and matches the filters.';
  return similar === 0 ? advice : `${advice} These have some of the words.`;
}

/** The announcement of a response. */
export function announcementOf(view, meta) {
  const parts = [headingOf(view, meta), noteOf(view, meta), isFiltered(view) ? 'filtered' : ''];
  return parts.filter((part) => part !== '').join(', ');
}

/** The announcement after a refresh: empty unless products have changed. */
export function changesOf(count) {
  return count === 0 ? '' : `The price or stock of ${counted(count, 'product')} has changed`;
}
