/**
 * The search box: a combobox (ARIA Authoring Practices) with a list of suggestions. Results update at each key press.
 * Arrow keys move in the open list, Enter chooses, Escape closes the list and then clears the box.
 */
import { isForBrowser } from '../navigation.js';
import { completionGroups } from './completion-list.js';

/**
 * Takes elements of the page: the `form`, its `input`, the `list` and the button `clear`. `complete(text, signal)`
 * resolves to suggestions. `addresses`: as in `completionGroups`. Calls `onQuery(text)` on every change.
 */
export function createSearchBox({ form, input, list, clear }, { complete, addresses, onQuery }) {
  let controller = new AbortController();
  let active = -1;
  const options = () => [...list.querySelectorAll('[role="option"]')];

  function close() {
    controller.abort();
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    activate(-1);
  }

  function activate(index) {
    active = index;
    for (const [place, option] of options().entries()) option.ariaSelected = String(place === index);
    const option = options()[index];
    if (option === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', option.id);
    option?.scrollIntoView({ block: 'nearest' });
  }

  /** Requests suggestions, and shows them unless the text has changed since. Shows none if the request fails. */
  async function suggest(text) {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const suggested = text === '' ? undefined : await complete(text, signal).catch(() => undefined);
    if (signal.aborted) return;
    const groups = suggested === undefined ? [] : completionGroups(suggested, text, addresses);
    if (groups.length === 0 || document.activeElement !== input) {
      close();
      return;
    }
    list.replaceChildren(...groups);
    activate(-1);
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
  }

  function change(text) {
    clear.hidden = input.value === '';
    // The options complete an earlier text.
    activate(-1);
    onQuery(text);
    suggest(text);
  }

  function empty() {
    input.value = '';
    input.focus();
    change('');
  }

  /** Returns whether it handled the key. */
  function act(key) {
    const count = options().length;
    if (key === 'Escape') close();
    else if (key === 'ArrowDown') activate(active + 1 === count ? -1 : active + 1);
    else if (key === 'ArrowUp') activate(active === -1 ? count - 1 : active - 1);
    else if (key === 'Enter' && active >= 0) options()[active].click();
    else return false;
    return true;
  }

  input.addEventListener('input', () => change(input.value.trim()));
  // Assistive technologies may move the focus to an option before they choose it.
  for (const part of [input, list]) {
    part.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget !== input && !list.contains(relatedTarget)) close();
    });
  }
  input.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  // A click in the list must not take the focus from the box.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    if (event.target.closest('a') !== null && !isForBrowser(event)) close();
  });
  clear.addEventListener('click', empty);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    close();
    // Closes the on-screen keyboard, which covers the results.
    if (matchMedia('(pointer: coarse)').matches) input.blur();
  });

  return {
    input,
    empty,
    /** Shows the query of the address, unless the box has it already. Closes the list, which completes another text. */
    show(query) {
      if (input.value.trim() !== query) {
        input.value = query;
        close();
      }
      clear.hidden = input.value === '';
    },
  };
}
