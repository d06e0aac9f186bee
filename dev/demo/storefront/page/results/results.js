/**
 * Shows a page of results: heading, note, cards, and links to the other pages. A product that is shown again keeps the
 * focus.
 */
import { card, cardOutline, factsDiffer } from '../card/cards.js';
import { loadedPictures } from '../card/pictures.js';
import { arrange } from '../elements.js';
import { makeReachable, openersIn } from './keyboard.js';
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
/** Before the first response. They fill a screen. */
const OUTLINES = 12;

/**
 * `parts`: elements of the page, and `announce`. A view describes a request, see wording.js; its `key` identifies it.
 */
export function createResults(parts) {
  const { list, heading, note, advice, adviceText, withoutFilters, browse, pages, announce } = parts;
  let items = [];
  let shownKey = null;

  function clear(view) {
    items = [];
    shownKey = null;
    list.replaceChildren();
    for (const part of [advice, pages]) part.hidden = true;
    note.textContent = '';
    heading.textContent = expectedHeading(view);
  }

  function endLoading() {
    list.setAttribute('aria-busy', 'false');
    list.classList.remove('is-outdated');
  }

  /**
   * Replaces the cards, except those that would be the same. Returns the number of products with a changed price or
   * stock.
   */
  function replaceCards(next, isSame) {
    const before = new Map(isSame ? items.map(({ product }) => [product.id, product]) : []);
    const isChanged = ({ product }) => before.has(product.id) && factsDiffer(before.get(product.id), product);
    const kept = isSame ? keptCards(next) : [];
    const replaced = [...list.children].filter((child) => !kept.includes(child));
    const pictures = new Map(replaced.flatMap((child) => [...loadedPictures(child)]));
    const hadFocus = list.contains(document.activeElement);
    const inTabOrder = openersIn(list).find((opener) => opener.tabIndex === 0);
    const wasReachable = (hadFocus ? document.activeElement : inTabOrder)?.dataset.product;
    items = next;
    arrange(
      list,
      next.map((item, index) => kept[index] ?? card(item, { pictures, isChanged: isChanged(item) })),
    );
    for (const current of kept) current?.querySelector('.is-changed')?.classList.remove('is-changed');
    const openers = openersIn(list);
    const previous = isSame || hadFocus ? openers.find((opener) => opener.dataset.product === wasReachable) : undefined;
    const reachable = previous ?? openers[0];
    makeReachable(list, reachable);
    if (hadFocus) (reachable ?? heading).focus({ preventScroll: true });
    return next.filter(isChanged).length;
  }

  /** Returns the current cards of these items: those of items that are the same, without a picture that failed. */
  function keptCards(next) {
    const cards = new Map(items.map((item, index) => [JSON.stringify(item), list.children[index]]));
    return next.map((item) => {
      const current = cards.get(JSON.stringify(item));
      return current?.querySelector('.is-missing img') ? undefined : current;
    });
  }

  return {
    /** Announces nothing more, since another page is shown. */
    leave: () => announce(''),

    /** Whether the results of this view are shown. */
    isShown: (view) => view.key === shownKey,

    /** Products that are shown stay, dimmed. Without any, outlines show where they will be. */
    showLoading(view) {
      list.setAttribute('aria-busy', 'true');
      list.classList.toggle('is-outdated', view.key !== shownKey);
      if (shownKey === null) list.replaceChildren(...Array.from({ length: OUTLINES }, cardOutline));
    },

    /** The API is unavailable. Results of this view stay; those of another are removed. */
    showUnavailable(view) {
      endLoading();
      if (view.key !== shownKey) clear(view);
    },

    /** Shows a response. `addresses`: of the view's pages, and of the links to offer if nothing was found. */
    show(view, { meta, items: next }, addresses) {
      const isSame = view.key === shownKey;
      shownKey = view.key;
      const changes = replaceCards(next, isSame);
      endLoading();
      heading.textContent = headingOf(view, meta);
      note.textContent = noteOf(view, meta);
      showPages(pages, meta, addresses.page);
      const hasFilters = isFiltered(view);
      advice.hidden = meta.total > 0 || (view.query === '' && !hasFilters);
      adviceText.textContent = adviceOf(view, next.length);
      withoutFilters.hidden = !hasFilters || view.query === '';
      withoutFilters.href = addresses.withoutFilters;
      browse.hidden = !withoutFilters.hidden;
      browse.href = addresses.browse;
      announce(isSame && changes > 0 ? changesOf(changes) : announcementOf(view, meta), ANNOUNCEMENT_DELAY_MS);
    },

    /** The API rejects the request. */
    showFailure(view) {
      clear(view);
      endLoading();
      heading.textContent = SHOP_FAILURE;
      announce(heading.textContent);
    },
  };
}
