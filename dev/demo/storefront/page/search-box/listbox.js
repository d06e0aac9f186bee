/**
 * The list of a combobox (ARIA Authoring Practices). The focus stays in the input, whose attributes say whether the list
 * is open, and which option is active.
 */

export function createListbox(input, list) {
  let active = -1;
  const options = () => [...list.querySelectorAll('[role="option"]')];

  function activate(index) {
    active = index;
    for (const [place, option] of options().entries()) option.ariaSelected = String(place === index);
    const option = options()[index];
    if (option === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', option.id);
    option?.scrollIntoView({ block: 'nearest' });
  }

  function setOpen(isOpen) {
    list.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen));
    activate(-1);
  }

  // A click in the list must not take the focus from the input.
  list.addEventListener('mousedown', (event) => event.preventDefault());

  return {
    /** Shows these groups of options. */
    open(groups) {
      list.replaceChildren(...groups);
      setOpen(true);
    },

    close: () => setOpen(false),

    /** Makes no option active. */
    deactivate: () => activate(-1),

    /** Arrow keys choose the active option, and Enter opens it. Returns whether it handled the key. */
    act(key) {
      const count = options().length;
      if (key === 'ArrowDown') activate(active + 1 === count ? -1 : active + 1);
      else if (key === 'ArrowUp') activate(active === -1 ? count - 1 : active - 1);
      else if (key === 'Enter' && active >= 0) options()[active].click();
      else return false;
      return true;
    },
  };
}
