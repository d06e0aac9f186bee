/**
 * Shows a page of results: cards, what they are in words, and links to the other pages. The card of a product keeps the
 * keyboard when the same is shown anew.
 */
import { card, factsDiffer } from '../card/cards.js';
import { loadedPictures } from '../card/pictures.js';
import { makeReachable, openersIn } from './keyboard.js';
import { showPages } from './pages.js';
import { adviceOf, announcementOf, changesOf, expectedHeading, headingOf, noteOf } from './wording.js';

/** While somebody types, each response would interrupt the one before: screen readers hear of the last. */
const ANNOUNCEMENT_DELAY_MS = 600;

/** `parts` are elements of the page, and `announce`. A view is what was asked for, see `wording.js`; `key` tells views apart. */
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

  /** Replaces the cards. Returns how many products have another price or stock than before. */
  function replaceCards(next, isSame) {
    const before = new Map(isSame ? items.map(({ product }) => [product.id, product]) : []);
    const isChanged = (product) => before.has(product.id) && factsDiffer(before.get(product.id), product);
    const pictures = loadedPictures(list);
    const wasReachable = openersIn(list).find((opener) => opener.tabIndex === 0)?.dataset.product;
    const hadFocus = list.contains(document.activeElement);
    items = next;
    const changed = new Set(next.map(({ product }) => product).filter(isChanged));
    list.replaceChildren(...next.map((item) => card(item, { pictures, isChanged: changed.has(item.product) })));
    const openers = openersIn(list);
    const kept = isSame || hadFocus ? openers.find((opener) => opener.dataset.product === wasReachable) : undefined;
    const reachable = kept ?? openers[0];
    makeReachable(list, reachable);
    if (hadFocus) (reachable ?? heading).focus({ preventScroll: true });
    return changed.size;
  }

  return {
    /** Whether what is shown answers this view. */
    isShown: (view) => view.key === shownKey,

    /** A response is on its way. */
    wait() {
      list.setAttribute('aria-busy', 'true');
    },

    /** There is no response for the moment: what is shown for the view stays, and nothing else. */
    rest(view) {
      list.setAttribute('aria-busy', 'false');
      if (view.key !== shownKey) clear(view);
    },

    /** Shows what was found. `addresses` has those of the view's pages, and of the ways on if nothing was found. */
    show(view, { meta, items: next }, addresses) {
      const isSame = view.key === shownKey;
      shownKey = view.key;
      const changes = replaceCards(next, isSame);
      list.setAttribute('aria-busy', 'false');
      heading.textContent = headingOf(view, meta);
      note.textContent = noteOf(view, meta);
      showPages(pages, meta, addresses.page);
      const hasFilters = Object.keys(view.filters).length > 0;
      advice.hidden = meta.total > 0 || (view.query === '' && !hasFilters);
      adviceText.textContent = adviceOf(view);
      withoutFilters.hidden = !hasFilters || view.query === '';
      withoutFilters.href = addresses.withoutFilters;
      browse.hidden = !withoutFilters.hidden;
      browse.href = addresses.browse;
      announce(isSame && changes > 0 ? changesOf(changes) : announcementOf(view, meta), ANNOUNCEMENT_DELAY_MS);
    },

    /** The API refuses, and asking again would not help: the shop's token is no longer good, say. */
    showFailure(view) {
      clear(view);
      list.setAttribute('aria-busy', 'false');
      heading.textContent = 'This shop cannot show its products.';
      announce(heading.textContent);
    },
  };
}
