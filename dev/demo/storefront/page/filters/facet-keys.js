/** Chooses the specifications and variants to use as facets: those that distinguish the products of a result. */

const MAX_KEYS = 5;
/** The minimum share of products with the key. */
const MIN_SHARE = 0.3;
/** Longer values are sentences, not categories. */
const MAX_VALUE_LENGTH = 40;

/**
 * Takes full products. Returns names of facets: variants before specifications, the most frequent first. A key that is
 * both appears once.
 * @returns {string[]}
 */
export function chooseFacetKeys(products) {
  const known = new Map();
  for (const { id, variants, specifications } of products) {
    for (const { key, value } of variants) note(known, `variants.${key}`, key, value, id);
    for (const [key, value] of Object.entries(specifications)) note(known, `specifications.${key}`, key, value, id);
  }
  const useful = [...known.values()].filter((candidate) => isUseful(candidate, products.length));
  const ordered = useful.toSorted(
    (one, other) => Number(other.isVariant) - Number(one.isVariant) || other.ids.size - one.ids.size,
  );
  const byKey = new Map(ordered.toReversed().map((candidate) => [candidate.key.toLowerCase(), candidate]));
  return ordered
    .filter((candidate) => byKey.get(candidate.key.toLowerCase()) === candidate)
    .slice(0, MAX_KEYS)
    .map(({ name }) => name);
}

function note(known, name, key, value, id) {
  if (key === '' || value === '') return;
  const candidate = known.get(name) ?? {
    name,
    key,
    isVariant: name.startsWith('variants.'),
    ids: new Set(),
    idsByValue: new Map(),
    longest: 0,
  };
  const folded = value.toLowerCase();
  candidate.ids.add(id);
  candidate.idsByValue.set(folded, (candidate.idsByValue.get(folded) ?? new Set()).add(id));
  candidate.longest = Math.max(candidate.longest, value.length);
  known.set(name, candidate);
}

function isUseful({ ids, idsByValue, longest }, productCount) {
  // If no two products have a value in common, as with article numbers, a filter would leave one product.
  const isUnique = idsByValue.size > 8 && [...idsByValue.values()].every(({ size }) => size === 1);
  return ids.size >= productCount * MIN_SHARE && idsByValue.size > 1 && !isUnique && longest <= MAX_VALUE_LENGTH;
}
