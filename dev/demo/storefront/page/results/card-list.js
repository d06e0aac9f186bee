/** The cards of a page of results. A product that is shown again keeps the focus. */
import { card, cardOutline, factsDiffer } from '../card/cards.js';
import { loadedPictures } from '../card/pictures.js';
import { arrange } from '../elements.js';
import { makeReachable, openersIn } from './keyboard.js';

/** Before the first response. They fill a screen. */
const OUTLINES = 12;

/** `heading` gets the focus if a card had it and there is none any more. */
export function createCardList(list, heading) {
  let items = [];

  /** Returns the current cards of these items: those of items that are the same, without a picture that failed. */
  function keptCards(next) {
    const cards = new Map(items.map((item, index) => [JSON.stringify(item), list.children[index]]));
    return next.map((item) => {
      const current = cards.get(JSON.stringify(item));
      return current?.querySelector('.is-missing img') ? undefined : current;
    });
  }

  /** Returns a function that restores the focus and the Tab order when the cards are replaced. */
  function keepFocus(isSame) {
    const hadFocus = list.contains(document.activeElement);
    const inTabOrder = openersIn(list).find((opener) => opener.tabIndex === 0);
    const product = (hadFocus ? document.activeElement : inTabOrder)?.dataset.product;
    return () => {
      const openers = openersIn(list);
      const previous = isSame || hadFocus ? openers.find(({ dataset }) => dataset.product === product) : undefined;
      const reachable = previous ?? openers[0];
      makeReachable(list, reachable);
      if (hadFocus) (reachable ?? heading).focus({ preventScroll: true });
    };
  }

  return {
    clear() {
      items = [];
      list.replaceChildren();
    },

    showOutlines: () => list.replaceChildren(...Array.from({ length: OUTLINES }, cardOutline)),

    /** The products that are shown are those of an earlier view (`isOutdated`), or of this one. */
    startLoading(isOutdated) {
      list.setAttribute('aria-busy', 'true');
      list.classList.toggle('is-outdated', isOutdated);
    },

    endLoading() {
      list.setAttribute('aria-busy', 'false');
      list.classList.remove('is-outdated');
    },

    /**
     * Replaces the cards; in the same view (`isSame`) except those that would be the same. Returns the number of products
     * with a changed price or stock.
     */
    replace(next, isSame) {
      const before = new Map(isSame ? items.map(({ product }) => [product.id, product]) : []);
      const isChanged = ({ product }) => before.has(product.id) && factsDiffer(before.get(product.id), product);
      const kept = isSame ? keptCards(next) : [];
      const replaced = [...list.children].filter((child) => !kept.includes(child));
      const pictures = new Map(replaced.flatMap((child) => [...loadedPictures(child)]));
      const restoreFocus = keepFocus(isSame);
      items = next;
      arrange(
        list,
        next.map((item, index) => kept[index] ?? card(item, { pictures, isChanged: isChanged(item) })),
      );
      for (const current of kept) current?.querySelector('.is-changed')?.classList.remove('is-changed');
      restoreFocus();
      return next.filter(isChanged).length;
    },
  };
}
