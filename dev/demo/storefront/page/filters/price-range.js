/** The price range: two fields, with the lowest and the highest price of the result as placeholders. */
import { element, visuallyHidden } from '../elements.js';
import { isEmptyRange } from './filters.js';

/** Calls `onChange({ minPrice, maxPrice })` with the typed texts, unless the range is empty. */
export function createPriceRange(onChange) {
  const fields = [priceField('Price from', 'minPrice'), priceField('Price to', 'maxPrice')];
  const [from, to] = fields;
  const error = element('p', { id: 'price-fault', className: 'fault', role: 'alert', hidden: true });
  const currencySign = element('span', { className: 'price-currency' });
  const range = element('div', { className: 'price-range' }, from, element('span', { ariaHidden: 'true' }, '–'), to);
  const title = element('summary', {}, element('span', { className: 'facet-name' }, 'Price'), currencySign);
  const body = element('div', { className: 'facet-body', role: 'group', ariaLabel: 'Price' }, range, error);

  /** Whether the fields have a range that can't be searched. */
  let isUnfinished = false;

  function showError(isInvalid) {
    error.hidden = !isInvalid;
    // Screen readers read hidden descriptions, too.
    error.textContent = isInvalid ? 'The first price is above the second.' : '';
    for (const field of fields) field.setAttribute('aria-invalid', String(isInvalid));
  }

  range.addEventListener('input', () => {
    const filters = Object.fromEntries(
      // `.5` and `1e3` are numbers, too.
      fields.filter(({ value }) => value !== '').map((field) => [field.name, [String(field.valueAsNumber)]]),
    );
    isUnfinished = isEmptyRange(filters);
    showError(isUnfinished);
    if (!isUnfinished) onChange(filters);
  });

  return {
    element: element('details', { className: 'facet', open: true }, title, body),

    show(filters, bounds, currency) {
      // The address lacks what the shopper is typing.
      if (!(isUnfinished && range.contains(document.activeElement))) {
        isUnfinished = false;
        showError(false);
        for (const field of fields) fill(field, filters[field.name]?.[0]);
      }
      currencySign.replaceChildren(...(currency === '' ? [] : [visuallyHidden('in '), currency]));
      if (typeof bounds?.min !== 'number') return;
      from.placeholder = String(Math.floor(bounds.min));
      to.placeholder = String(Math.ceil(bounds.max));
    },
  };
}

/** Doesn't change a field that has the same number, or an unfinished one (`.`): the shopper may be typing in it. */
function fill(field, value) {
  if (field === document.activeElement && field.validity.badInput) return;
  const isSame = value !== undefined && field.valueAsNumber === Number(value);
  if (!isSame) field.value = value ?? '';
}

function priceField(label, name) {
  const field = element('input', { type: 'number', name, min: '0', step: 'any', ariaLabel: label });
  field.inputMode = 'decimal';
  field.setAttribute('aria-describedby', 'price-fault');
  return field;
}
