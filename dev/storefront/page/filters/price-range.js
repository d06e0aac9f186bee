/** The price range: two fields, with the lowest and the highest price of the result as their hints. */
import { element, unseen } from '../elements.js';
import { isEmptyRange } from './filters.js';

/** `onChange({ minPrice, maxPrice })` gets what is typed, as texts; not while the range is empty. */
export function createPriceRange(onChange) {
  const fields = [priceField('Price from', 'minPrice'), priceField('Price to', 'maxPrice')];
  const [from, to] = fields;
  const fault = element('p', { id: 'price-fault', className: 'fault', role: 'alert', hidden: true });
  fault.textContent = 'The first price is above the second.';
  const currencySign = element('span', { className: 'price-currency' });
  const range = element('div', { className: 'price-range' }, from, element('span', { ariaHidden: 'true' }, '–'), to);
  const title = element('summary', {}, element('span', { className: 'facet-name' }, 'Price'), currencySign);
  const body = element('div', { className: 'facet-body', role: 'group', ariaLabel: 'Price' }, range, fault);

  function tellFault(isFaulty) {
    fault.hidden = !isFaulty;
    for (const field of fields) field.setAttribute('aria-invalid', String(isFaulty));
  }

  range.addEventListener('input', () => {
    const filters = Object.fromEntries(
      fields.filter(({ value }) => value !== '').map((field) => [field.name, [field.value]]),
    );
    tellFault(isEmptyRange(filters));
    if (!isEmptyRange(filters)) onChange(filters);
  });

  return {
    element: element('details', { className: 'facet', open: true }, title, body),

    show(filters, bounds, currency) {
      tellFault(false);
      currencySign.replaceChildren(...(currency === '' ? [] : [unseen('in '), currency]));
      for (const field of fields) fill(field, filters[field.name]?.[0]);
      if (typeof bounds?.min !== 'number') return;
      from.placeholder = String(Math.floor(bounds.min));
      to.placeholder = String(Math.ceil(bounds.max));
    },
  };
}

/** Leaves alone a field that says the same already: somebody may be typing there. */
function fill(field, value) {
  const isSame = value !== undefined && field.valueAsNumber === Number(value);
  if (!isSame) field.value = value ?? '';
}

function priceField(label, name) {
  const field = element('input', { type: 'number', name, min: '0', step: 'any', ariaLabel: label });
  field.inputMode = 'decimal';
  field.setAttribute('aria-describedby', 'price-fault');
  return field;
}
