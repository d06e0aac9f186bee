/**
 * A facet of collections or locations has those that the filter names, even if no product of the set has them: a page
 * shows what is chosen, and only the service knows its name.
 */
import type { Select, Selected } from '../engine/selection.ts';
import { isWhole } from '../index/facets.ts';
import { indexKey } from '../index/keys.ts';
import type { CountedFacet } from './measure-set.ts';
import { EVERYTHING } from './set/set-queries.ts';

/**
 * Adds each missing value with the count 0, unless no product that the token may see has it: its name could be a secret.
 * Throws what `select` throws.
 */
export async function withChosenValues(
  counted: readonly CountedFacet[],
  select: Select,
): Promise<readonly CountedFacet[]> {
  const incomplete = counted
    .map((each) => ({ each, missing: missingIds(each) }))
    .filter(({ missing }) => missing.length > 0);
  if (incomplete.length === 0) return counted;
  const seen = await select(
    incomplete.map(({ each: { facet }, missing }) => ({
      ...EVERYTHING,
      filter: { [facet.name]: missing },
      facets: facet.fields,
    })),
  );
  const complete = new Map(
    incomplete.map(({ each, missing }, index) => [each, withZeros(each, missing.map(indexKey), seen[index])]),
  );
  return counted.map((each) => complete.get(each) ?? each);
}

/** Empty if the engine returned only the most frequent values: a missing one may have products then. */
function missingIds({ facet, counts: { distribution } }: CountedFacet): readonly string[] {
  const byField = facet.fields.map((field) => distribution[field] ?? {});
  if (!byField.every(isWhole)) return [];
  return facet.chosen.filter((id) => !byField.some((each) => Object.hasOwn(each, indexKey(id))));
}

/** Adds the keys of which the token may see a product. */
function withZeros({ facet, counts }: CountedFacet, keys: readonly string[], seen: Selected | undefined) {
  const distribution = facet.fields.map((field) => {
    const known = keys.filter((key) => Object.hasOwn(seen?.distribution[field] ?? {}, key));
    return [field, { ...counts.distribution[field], ...Object.fromEntries(known.map((key) => [key, 0])) }];
  });
  return { facet, counts: { ...counts, distribution: Object.fromEntries(distribution) } };
}
