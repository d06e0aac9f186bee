/**
 * Which variant of a product to show, and which picture shows it. The API doesn't say what a picture shows, so this page has
 * a rule of its own: a picture is of a variant if its path names the variant's value, as in `boots/fjord-blue/17.jpg`.
 */
import { folded } from '../text.js';

const slug = (text) =>
  folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** The index of the first picture of a variant; -1 if there is none. */
export function pictureOf({ images }, { value }) {
  const wanted = slug(value);
  if (wanted === '') return -1;
  const whole = images.findIndex(({ path }) => path.split('/').some((part) => slug(part) === wanted));
  return whole >= 0 ? whole : images.findIndex(({ path }) => `-${slug(path)}-`.includes(`-${wanted}-`));
}

/** The variants with a picture, in the order of the product: those a shopper can choose to see. */
export function picturedVariants(product) {
  return product.variants.filter((variant) => pictureOf(product, variant) >= 0);
}

/**
 * The variant to show a product in: one that is filtered by, or else one by which it was found; undefined if there is no
 * such one with a picture.
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

/** A match of the key alone (`Colour`) says nothing of the value. */
function isFoundBy({ key, value }, { type, text, highlights = [] }) {
  const prefix = `${key}: `;
  return type === 'variant' && text === prefix + value && highlights.some(({ start }) => start >= prefix.length);
}

/** The parameters of the address that choose a variant. */
export const variantFilters = (variant) =>
  variant === undefined ? {} : { [`variants.${variant.key}`]: [variant.value] };
