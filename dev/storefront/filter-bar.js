/** The filters on the page: a form to set them, and a chip for each that narrows what is shown, to take it away again. */
import { element, unseen } from './elements.js';
import { effectiveFilters, filterName, isContrary, readFilters } from './filters.js';

/**
 * `parts` are elements of the page: the `form`, its `toggle` on narrow screens, the list of `chips`, the `fault` of a
 * price range, and the `heading` that the keyboard goes to when the last chip is gone. `onChange` gets the filters.
 */
export function createFilterBar({ form, toggle, toggleCount, chips, fault, heading }, onChange) {
  const fields = form.elements;
  const prices = [fields.minPrice, fields.maxPrice];
  let filters = {};

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    const isFaulty = isContrary({ minPrice: prices[0].valueAsNumber, maxPrice: prices[1].valueAsNumber });
    tellFault(isFaulty);
    // Until the range is mended, what is shown stays.
    if (!isFaulty) onChange(readFilters(new FormData(form)));
  });

  chips.addEventListener('click', (event) => {
    const chip = event.target.closest('button');
    if (chip === null) return;
    const index = chipButtons().indexOf(chip);
    onChange(without(filters, chip.dataset.filters.split(' ')));
    const left = chipButtons();
    (left[Math.min(index, left.length - 1)] ?? heading).focus();
  });

  const chipButtons = () => [...chips.querySelectorAll('button')];

  function tellFault(isFaulty) {
    fault.hidden = !isFaulty;
    for (const price of prices) price.setAttribute('aria-invalid', String(isFaulty));
  }

  /** Leaves alone what says the same already: somebody may be typing there. */
  function fillField(field, value) {
    if (field.type === 'checkbox') field.checked = value === true;
    else if (field.type !== 'number' || field.valueAsNumber !== value) field.value = value ?? '';
  }

  function fillSelect(select, names, chosen) {
    const known = chosen === undefined || names.has(chosen) ? names : new Map([...names, [chosen, chosen]]);
    const [all, ...others] = select.options;
    const isSame = JSON.stringify(others.map(({ value, text }) => [value, text])) === JSON.stringify([...known]);
    if (!isSame) select.replaceChildren(all, ...[...known].map(([id, name]) => new Option(name, id)));
  }

  return {
    /** Shows what is set, and what there is to choose from: `choices` are those of the shop. */
    show(set, choices, isSearching) {
      filters = set;
      fillSelect(fields.collection, choices.collections, filters.collection);
      fillSelect(fields.location, choices.locations, filters.location);
      for (const name of ['collection', 'location', 'inStock', 'featured', 'minPrice', 'maxPrice']) {
        fillField(fields[name], filters[name]);
      }
      tellFault(false);
      for (const field of form.querySelectorAll('[data-for="searches"]')) field.hidden = !isSearching;
      // A choice of one is none; but what is set can always be seen.
      fieldOf(fields.location).hidden = !isSearching || (choices.locations.size < 2 && filters.location === undefined);
      fieldOf(fields.collection).hidden = choices.collections.size === 0 && filters.collection === undefined;
      form.hidden = choices.areKnown && [...form.children].every((child) => child.hidden);
      toggle.hidden = form.hidden;
      const effective = Object.entries(effectiveFilters(filters, isSearching));
      toggleCount.textContent = effective.length === 0 ? '' : ` (${effective.length})`;
      chips.replaceChildren(...chipsFor(effective, choices));
      chips.hidden = effective.length === 0;
    },
  };
}

const fieldOf = (input) => input.closest('.field');

function chipsFor(effective, choices) {
  const chips = effective.map(([name, value]) => chip(filterName(name, value, choices), name, ', remove this filter'));
  const names = effective.map(([name]) => name).join(' ');
  return effective.length > 1 ? [...chips, chip('Clear all', names, ' filters', 'is-all')] : chips;
}

function chip(text, names, explanation, className = '') {
  const name = element('span', { className: 'chip-name' }, text);
  const cross = element('span', { className: 'chip-cross', ariaHidden: 'true' }, '×');
  const button = element(
    'button',
    { type: 'button', className: `chip ${className}` },
    name,
    unseen(explanation),
    cross,
  );
  button.dataset.filters = names;
  return element('li', {}, button);
}

function without(filters, names) {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)));
}
