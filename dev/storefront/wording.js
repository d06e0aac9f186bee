/**
 * What the page says of an answer, as pure functions. A view is what was asked for: `query` (empty for a list), the
 * effective `filters`, and the `title` of a list.
 */

const counted = (count, thing) => `${count.toLocaleString(navigator.language)} ${count === 1 ? thing : `${thing}s`}`;

/** What a product is called whose title is missing, which the API gives as an empty text. */
export const UNNAMED = 'Product without a title';

/** The heading over an answer. */
export function headingOf({ query, title }, { items, total }) {
  if (query === '') return title;
  if (items.length === 0) return `Nothing found for “${query}”`;
  return total === null ? `Products for “${query}”` : `${counted(items.length, 'product')} for “${query}”`;
}

/** The heading while nobody knows what will be found. */
export function expectantHeading({ query, title }) {
  return query === '' ? title : `“${query}”`;
}

/** What stands beside the heading. `hasMore` tells whether more can be shown. */
export function noteOf({ query, filters }, { items, total }, hasMore) {
  if (query !== '') {
    if (total !== null) return '';
    return hasMore
      ? 'Best matches first'
      : `The best ${counted(items.length, 'product')}: another word or a filter leads to the others`;
  }
  if (total === 0) return 'There is nothing here yet.';
  return filters.collection === undefined
    ? `${counted(total, 'product')}, the newest first`
    : counted(total, 'product');
}

/** What to try where a search found nothing. */
export function adviceOf({ filters }) {
  return Object.keys(filters).length > 0
    ? 'No product has these words and fits the filters too.'
    : 'Check the spelling, or try fewer or other words.';
}

/** What screen readers say of an answer. */
export function announcementOf(view, answer, hasMore) {
  const { query, filters } = view;
  const isNarrowed = query !== '' && Object.keys(filters).length > 0;
  const parts = [headingOf(view, answer), noteOf(view, answer, hasMore), isNarrowed ? 'filtered' : ''];
  return parts.filter((part) => part !== '').join(', ');
}

/** What screen readers say where the same was asked again: nothing, unless products have changed. */
export function changesOf(count) {
  return count === 0 ? '' : `The price or stock of ${counted(count, 'product')} has changed`;
}

/** Why there is no answer yet. */
export function waitingFor({ query }, { busy }) {
  if (busy) return 'There are too many searches at once.';
  return `${query === '' ? 'The shop' : 'Search'} is not available at the moment.`;
}

/** When the next try is. */
export function nextTry({ delayMs }, isShownOld) {
  const when = `Trying again in ${counted(Math.max(1, Math.ceil(delayMs / 1000)), 'second')}.`;
  return isShownOld ? `${when} What you see may have changed since.` : when;
}
