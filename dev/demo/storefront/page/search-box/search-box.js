/**
 * The search box: a combobox with a list of suggestions. Results update at each key press. Arrow keys move in the open
 * list, Enter chooses, Escape closes the list and then clears the box.
 */
import { isForBrowser } from '../navigation.js';
import { completionGroups } from './completion-list.js';
import { createListbox } from './listbox.js';

/**
 * Takes elements of the page: the `form`, its `input`, the `list` and the button `clear`. `complete(text, signal)`
 * resolves to suggestions. `addresses`: as in `completionGroups`. Calls `onQuery(text)` on every change.
 */
export function createSearchBox({ form, input, list, clear }, { complete, addresses, onQuery }) {
  const listbox = createListbox(input, list);
  let controller = new AbortController();

  function close() {
    controller.abort();
    listbox.close();
  }

  /** Requests suggestions, and shows them unless the text has changed since. Shows none if the request fails. */
  async function suggest(text) {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const suggested = text === '' ? undefined : await complete(text, signal).catch(() => undefined);
    if (signal.aborted) return;
    const groups = suggested === undefined ? [] : completionGroups(suggested, text, addresses);
    if (groups.length === 0) listbox.close();
    else listbox.open(groups);
  }

  function change(text) {
    clear.hidden = input.value === '';
    // The options complete an earlier text.
    listbox.deactivate();
    onQuery(text);
    suggest(text);
  }

  function empty() {
    input.value = '';
    input.focus();
    change('');
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
    if (event.key === 'Escape') close();
    else if (!listbox.act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
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
