/** A chip for each active filter. A click removes the filter. */
import { element, setChildren, visuallyHidden } from '../elements.js';
import { chosenValues, filterName, withoutValue } from './filters.js';

/**
 * `list` contains the chips. `heading` gets the focus when the last one is removed. Calls `onChange` with the remaining
 * filters.
 */
export function createChips({ list, heading }, onChange) {
  let filters = {};
  const buttons = () => [...list.querySelectorAll('button')];

  list.addEventListener('click', ({ target }) => {
    const chip = target.closest('button');
    if (chip === null) return;
    const index = buttons().indexOf(chip);
    const { name, value } = chip.dataset;
    onChange(name === undefined ? {} : withoutValue(filters, name, value));
    const remaining = buttons();
    (remaining[Math.min(index, remaining.length - 1)] ?? heading).focus();
  });

  return {
    show(set, { labelOf, currency }) {
      filters = set;
      const chosen = chosenValues(filters);
      const chips = chosen.map((choice) =>
        chip(filterName(choice, labelOf, currency), ', remove this filter', '', choice),
      );
      if (chosen.length > 1) chips.push(chip('Clear all', ' filters', 'is-all', {}));
      const focused = buttons().indexOf(document.activeElement);
      setChildren(list, ...chips);
      buttons()[focused]?.focus({ preventScroll: true });
      list.hidden = chosen.length === 0;
    },
  };
}

function chip(text, explanation, className, choice) {
  const button = element(
    'button',
    { type: 'button', className: `chip ${className}` },
    element('span', { className: 'chip-name' }, text),
    visuallyHidden(explanation),
    element('span', { className: 'chip-cross', ariaHidden: 'true' }, '×'),
  );
  Object.assign(button.dataset, choice);
  return element('li', {}, button);
}
