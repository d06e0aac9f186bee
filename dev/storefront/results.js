/**
 * Shows answers: cards, what they are, and what is the matter where there are none. Whatever is shown anew keeps the
 * place of the keyboard: the card of a product has it before and after.
 */
import { card, factsDiffer, loadedPictures } from './cards.js';
import { makeReachable, openersIn } from './keyboard.js';
import {
  adviceOf,
  announcementOf,
  changesOf,
  expectantHeading,
  headingOf,
  nextTry,
  noteOf,
  waitingFor,
} from './wording.js';

/** While somebody types, each answer would interrupt the one before: screen readers hear of the last. */
const ANNOUNCEMENT_DELAY_MS = 600;

/**
 * `parts` are elements of the page; `onAnswer` hears of each answer, and of null where there is none. A view is what was asked for, see `wording.js`; its `key` is the same where the same
 * was asked, with a limit that may differ.
 */
export function createResults(parts) {
  const { list, heading, note, advice, adviceText, clear, browse, notice, noticeText, noticeTime, more } = parts;
  const announce = createAnnouncer(parts.announcement);
  let items = [];
  let shownKey = null;

  /** Everything but the cards as it is where there is nothing to tell. */
  function tidy() {
    list.setAttribute('aria-busy', 'false');
    for (const part of [advice, notice, more]) part.hidden = true;
    note.textContent = '';
    parts.onAnswer(null);
  }

  function clearCards(view) {
    items = [];
    shownKey = null;
    list.replaceChildren();
    heading.textContent = expectantHeading(view);
  }

  /** Replaces the cards; resolves to how many products have another price or stock than before. */
  function replaceCards(next, isSame) {
    const before = new Map(isSame ? items.map(({ product }) => [product.id, product]) : []);
    const changed = new Set(
      next
        .map(({ product }) => product)
        .filter(({ id }) => before.has(id))
        .filter((product) => factsDiffer(before.get(product.id), product)),
    );
    const pictures = loadedPictures(list);
    const wasReachable = openersIn(list).find((opener) => opener.tabIndex === 0)?.dataset.product;
    const hadFocus = list.contains(document.activeElement) && document.activeElement !== list;
    items = next;
    list.replaceChildren(...next.map((item) => card(item, pictures, changed.has(item.product))));
    const openers = openersIn(list);
    const kept = isSame || hadFocus ? openers.find((opener) => opener.dataset.product === wasReachable) : undefined;
    const reachable = kept ?? openers[0];
    makeReachable(list, reachable);
    if (hadFocus) (reachable ?? heading).focus({ preventScroll: true });
    return changed.size;
  }

  return {
    itemOf: (productId) => items.find(({ product }) => product.id === productId),

    wait() {
      list.setAttribute('aria-busy', 'true');
    },

    /** Shows an answer to what a view asked for. */
    show(view, answer, { hasMore }) {
      const isSame = view.key === shownKey;
      shownKey = view.key;
      const changes = replaceCards(answer.items, isSame);
      tidy();
      heading.textContent = headingOf(view, answer);
      note.textContent = noteOf(view, answer, hasMore);
      parts.onAnswer({ view, isEmpty: answer.items.length === 0 });
      more.hidden = !hasMore;
      advice.hidden = view.query === '' || answer.items.length > 0;
      adviceText.textContent = adviceOf(view);
      clear.hidden = Object.keys(view.filters).length === 0;
      browse.hidden = !clear.hidden;
      const said = announcementOf(view, answer, hasMore);
      announce(isSame && changes > 0 ? changesOf(changes) : said, ANNOUNCEMENT_DELAY_MS);
    },

    /** Says why there is no answer yet. What was shown for the same view stays. */
    showWaiting(view, wait) {
      const isSame = view.key === shownKey;
      tidy();
      if (!isSame) clearCards(view);
      noticeText.textContent = waitingFor(view, wait);
      noticeTime.textContent = nextTry(wait, isSame);
      notice.hidden = false;
      announce(waitingFor(view, wait));
    },

    /** The API refuses, and asking again would not help: the shop's token is no longer good, say. */
    showFailure(view) {
      tidy();
      clearCards(view);
      heading.textContent = 'This shop cannot show its products.';
      announce(heading.textContent);
    },
  };
}

function createAnnouncer(region) {
  let timer;
  return (text, delayMs = 0) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // The same again would be read out again.
      if (region.textContent !== text) region.textContent = text;
    }, delayMs);
  };
}
