/** Chooses the specifications and variants that are worth a facet: those that tell the products of a result apart. */

const MAX_KEYS = 5;
/** The share of the products that must have the key. */
const LEAST_SHARE = 0.3;
/** Longer values are sentences. */
const LONGEST_VALUE = 40;

/**
 * Takes whole products, best first. Returns names of facets: first what most products have; variants before specifications,
 * and a key that is both only once.
 * @returns {string[]}
 */
export function chooseFacetKeys(products) {
  const known = new Map();
  for (const { id, variants, specifications } of products) {
    for (const { key, value } of variants) note(known, `variants.${key}`, key, value, id);
    for (const [key, value] of Object.entries(specifications)) note(known, `specifications.${key}`, key, value, id);
  }
  const telling = [...known.values()].filter((candidate) => isTelling(candidate, products.length));
  const ordered = telling.toSorted(
    (one, other) => Number(other.isVariant) - Number(one.isVariant) || other.ids.size - one.ids.size,
  );
  const once = new Map(ordered.toReversed().map((candidate) => [candidate.key.toLowerCase(), candidate]));
  return ordered
    .filter((candidate) => once.get(candidate.key.toLowerCase()) === candidate)
    .slice(0, MAX_KEYS)
    .map(({ name }) => name);
}

function note(known, name, key, value, id) {
  if (key === '' || value === '') return;
  const candidate = known.get(name) ?? {
    ...{ name, key, isVariant: name.startsWith('variants.') },
    ...{ ids: new Set(), values: new Set(), longest: 0 },
  };
  candidate.ids.add(id);
  candidate.values.add(value.toLowerCase());
  candidate.longest = Math.max(candidate.longest, value.length);
  known.set(name, candidate);
}

function isTelling({ ids, values, longest }, productCount) {
  // Where every product has a value of its own, as with article numbers, a choice would leave one product.
  const isUnique = values.size > 8 && values.size >= ids.size;
  return ids.size >= productCount * LEAST_SHARE && values.size > 1 && !isUnique && longest <= LONGEST_VALUE;
}
