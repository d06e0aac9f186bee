/**
 * The keys of the results: exactly one card is in the Tab order, and arrow keys choose which (a roving tabindex).
 * Escape, and Up from the first row, move the focus to the search box. In the box, Escape clears it.
 */

const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** Returns the links to products, in order. */
export const openersIn = (list) => [...list.querySelectorAll('.card-open')];

/** Puts only this card into the Tab order. */
export function makeReachable(list, opener) {
  for (const other of openersIn(list)) {
    other.tabIndex = other === opener ? 0 : -1;
  }
}

function moveTo(list, opener) {
  makeReachable(list, opener);
  opener.focus();
}

/** Listens to the keys of the page. `isCovered()`: whether a dialog is open. `box`: the search box. */
export function listenToKeys({ box, list, isCovered }) {
  document.addEventListener('keydown', (event) => {
    if (isCovered() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (act(event)) event.preventDefault();
  });

  /** Whether the cards are those of an earlier search: the box doesn't lead to them. */
  const isOutdated = () => list.classList.contains('is-outdated');

  /** Returns whether it handled the key. */
  function act({ key, target }) {
    const cards = list.checkVisibility() ? openersIn(list) : [];
    const index = cards.indexOf(document.activeElement);
    if (key === 'Escape' && !target.matches('select')) {
      if (target === box.input) box.empty();
      else box.input.focus();
    } else if (key === 'ArrowDown' && target === box.input && cards.length > 0 && !isOutdated()) {
      moveTo(list, cards.find((opener) => opener.tabIndex === 0) ?? cards[0]);
    } else if (MOVES.has(key) && index >= 0) {
      moveFrom(key, cards, index);
    } else {
      return false;
    }
    return true;
  }

  function moveFrom(key, cards, index) {
    const { gridTemplateColumns, direction } = getComputedStyle(list);
    const columns = gridTemplateColumns.split(' ').length;
    const right = direction === 'rtl' ? -1 : 1;
    const steps = { ArrowLeft: -right, ArrowRight: right, ArrowUp: -columns, ArrowDown: columns };
    const target = { Home: 0, End: cards.length - 1 }[key] ?? index + steps[key];
    if (cards[target] !== undefined) {
      moveTo(list, cards[target]);
    } else if (key === 'ArrowUp') {
      box.input.focus();
    } else if (key === 'ArrowDown') {
      moveTo(list, cards.at(-1));
    }
  }
}
