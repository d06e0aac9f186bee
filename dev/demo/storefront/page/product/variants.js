/** The variants of a product by key. Shoppers can choose those with a picture. */
import { pictureOf } from '../card/variant-picture.js';
import { element } from '../elements.js';

/**
 * Returns an element for each key. `marker` highlights matches. `chosen`: the current variant, or undefined. Calls
 * `onChoose(variant)` on another choice.
 */
export function variantGroups(product, marker, chosen, onChoose) {
  const keys = [...new Set(product.variants.map((variant) => variant.key))];
  return keys.map((key) => {
    const variants = product.variants.filter((variant) => variant.key === key);
    const hasChoice = variants.filter((variant) => pictureOf(product, variant) >= 0).length > 1;
    return hasChoice ? choice(product, key, variants, marker, chosen, onChoose) : plainList(key, variants, marker);
  });
}

const textOf = ({ key, value }, marker) => marker.mark(value, `${key}: `);

function plainList(key, variants, marker) {
  const items = variants.map((variant) => element('li', { className: 'variant' }, ...textOf(variant, marker)));
  return element('div', { className: 'variants' }, element('h2', {}, key), element('ul', {}, ...items));
}

function choice(product, key, variants, marker, chosen, onChoose) {
  const options = variants.map((variant) => {
    const input = element('input', { type: 'radio', name: `variant-${key}`, value: variant.value });
    input.checked = chosen?.key === key && chosen.value === variant.value;
    input.disabled = pictureOf(product, variant) < 0;
    input.addEventListener('change', () => onChoose(variant));
    return element('label', { className: 'variant' }, input, element('span', {}, ...textOf(variant, marker)));
  });
  const legend = element('legend', {}, key);
  return element(
    'fieldset',
    { className: 'variants' },
    legend,
    element('div', { className: 'variant-choice' }, ...options),
  );
}
