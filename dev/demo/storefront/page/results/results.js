/** Shows a page of results: heading, note, cards, and links to the other pages. */
import { createCardList } from './card-list.js';
import { showPages } from './pages.js';
import {
  adviceOf,
  announcementOf,
  changesOf,
  expectedHeading,
  headingOf,
  isFiltered,
  noteOf,
  SHOP_FAILURE,
} from './wording.js';

/** While the shopper types, only the last response is announced. */
const ANNOUNCEMENT_DELAY_MS = 600;

/**
 * `parts`: elements of the page, and `announce`. A view describes a request, see wording.js; its `key` identifies it.
 */
export function createResults(parts) {
  const { list, heading, note, advice, adviceText, withoutFilters, browse, pages, announce } = parts;
  const cards = createCardList(list, heading);
  let shownKey = null;

  function clear(view) {
    shownKey = null;
    cards.clear();
    for (const part of [advice, pages]) part.hidden = true;
    note.textContent = '';
    heading.textContent = expectedHeading(view);
  }

  return {
    /** Announces nothing more, since another page is shown. */
    leave: () => announce(''),

    /** Whether the results of this view are shown. */
    isShown: (view) => view.key === shownKey,

    /** Products that are shown stay, dimmed. Without any, outlines show where they will be. */
    showLoading(view) {
      cards.startLoading(view.key !== shownKey);
      if (shownKey === null) cards.showOutlines();
    },

    /** The API is unavailable. Results of this view stay; those of another are removed. */
    showUnavailable(view) {
      cards.endLoading();
      if (view.key !== shownKey) clear(view);
    },

    /** Shows a response. `addresses`: of the view's pages, and of the links to offer if nothing was found. */
    show(view, { meta, items }, addresses) {
      const isSame = view.key === shownKey;
      shownKey = view.key;
      const changes = cards.replace(items, isSame);
      cards.endLoading();
      heading.textContent = headingOf(view, meta);
      note.textContent = noteOf(view, meta);
      showPages(pages, meta, addresses.page);
      const hasFilters = isFiltered(view);
      advice.hidden = meta.total > 0 || (view.query === '' && !hasFilters);
      adviceText.textContent = adviceOf(view, items.length);
      withoutFilters.hidden = !hasFilters || view.query === '';
      withoutFilters.href = addresses.withoutFilters;
      browse.hidden = !withoutFilters.hidden;
      browse.href = addresses.browse;
      announce(isSame && changes > 0 ? changesOf(changes) : announcementOf(view, meta), ANNOUNCEMENT_DELAY_MS);
    },

    /** The API rejects the request. */
    showFailure(view) {
      clear(view);
      cards.endLoading();
      heading.textContent = SHOP_FAILURE;
      announce(heading.textContent);
    },
  };
}
