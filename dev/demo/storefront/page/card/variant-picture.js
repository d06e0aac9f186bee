/**
 * Which variant of a product to show, and which picture shows it. The API doesn't link pictures to variants, so this
 * page has its own rule: a picture shows a variant if its path contains the variant's value, as in
 * `boots/fjord-blue/17.jpg`.
 */
import { folded } from '../text.js';

const slug = (text) =>
  folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Returns the index of the first picture of a variant; -1 if there is none. */
export function pictureOf({ images }, { value }) {
  const wanted = slug(value);
  if (wanted === '') return -1;
  const whole = images.findIndex(({ path }) => path.split('/').some((part) => slug(part) === wanted));
  return whole >= 0 ? whole : images.findIndex(({ path }) => `-${slug(path)}-`.includes(`-${wanted}-`));
}

/** Returns the variants with a picture, in the product's order. Shoppers can choose among them. */
export function picturedVariants(product) {
  return product.variants.filter((variant) => pictureOf(product, variant) >= 0);
}

/**
 * Returns the variant to show: one that the filters name, or else one that matched the query; undefined if none of them
 * has a picture.
 */
export function wantedVariant(product, matches, filters) {
  const candidates = picturedVariants(product);
  return (
    candidates.find((variant) => isChosen(variant, filters)) ??
    candidates.find((variant) => matches.some((match) => isFoundBy(variant, match)))
  );
}

function isChosen({ key, value }, filters) {
  const values = Object.entries(filters)
    .filter(([name]) => folded(name) === folded(`variants.${key}`))
    .flatMap(([, chosen]) => chosen);
  return values.some((chosen) => folded(chosen) === folded(value));
}

/** A match of the key alone (`Colour`) doesn't select a variant. */
function isFoundBy({ key, value }, { type, text, highlights = [] }) {
  const prefix = `${key}: `;
  return type === 'variant' && text === prefix + value && highlights.some(({ start }) => start >= prefix.length);
}

/** Returns the address parameters that select a variant. */
export const variantFilters = (variant) =>
  variant === undefined ? {} : { [`variants.${variant.key}`]: [variant.value] };
