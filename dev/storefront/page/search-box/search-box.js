/**
 * The search box: a combobox (ARIA Authoring Practices) whose list completes what is typed. Results follow every key
 * press. Arrow keys move in the list while it is open, Enter chooses, Escape closes the list and then empties the box.
 */
import { completionGroups } from './completion-list.js';

/**
 * `parts` are elements of the page: the `form`, its `input`, the `list` and the button `clear`. `complete(text, signal)`
 * resolves to suggestions. `addresses` as in `completionGroups`. `onQuery(text)` hears of every change, `onChoose(address)`
 * of what was chosen in the list.
 */
export function createSearchBox({ form, input, list, clear }, { complete, addresses, onQuery, onChoose }) {
  let turn = new AbortController();
  let active = -1;
  const options = () => [...list.querySelectorAll('[role="option"]')];

  function close() {
    turn.abort();
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

  /** Asks for suggestions, and shows them if nothing else was typed meanwhile. Without an answer there are none. */
  async function suggest(text) {
    turn.abort();
    turn = new AbortController();
    const { signal } = turn;
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
    onQuery(text);
    suggest(text);
  }

  function empty() {
    input.value = '';
    input.focus();
    change('');
  }

  function choose(option) {
    close();
    onChoose(option.dataset.address);
  }

  /** Whether the key was for the list. */
  function act(key) {
    const count = options().length;
    if (key === 'Escape') close();
    else if (key === 'ArrowDown') activate(active + 1 === count ? -1 : active + 1);
    else if (key === 'ArrowUp') activate(active === -1 ? count - 1 : active - 1);
    else if (key === 'Enter' && active >= 0) choose(options()[active]);
    else return false;
    return true;
  }

  input.addEventListener('input', () => change(input.value.trim()));
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!act(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  // The box keeps the keyboard while the mouse chooses.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const option = target.closest('[role="option"]');
    if (option !== null) choose(option);
  });
  clear.addEventListener('click', empty);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    close();
    // A keyboard on the screen makes room for what was found.
    if (matchMedia('(pointer: coarse)').matches) input.blur();
  });

  return {
    input,
    empty,
    /** Shows the query of the address, unless that is what the box says already. */
    show(query) {
      if (input.value.trim() !== query) input.value = query;
      clear.hidden = input.value === '';
    },
  };
}
