/**
 * Completions: what the unfinished word of a query may become. `lapt` means a laptop rather than a `laptoptasche`, so a
 * completion that continues another one counts less. Pure functions.
 */
import { termsWithPrefix } from '../index/term-weights.ts';

/** The share of a completion that continues another one. */
const LONG_SHARE = 0.7;
/** The share of a completion that isn't spelt as typed: `blutdruck` for `bluet`, as `zundkerz` for `zuend`. */
const OTHER_LETTERS_SHARE = 0.7;

/** The completions that continue another one. `completions`: all stems with one of the beginnings. */
export function longCompletions(completions: Iterable<string>): ReadonlySet<string> {
  const long = new Set<string>();
  let shorter: string | null = null;
  // A stem is sorted before those that continue it.
  for (const stem of [...new Set(completions)].sort()) {
    if (shorter !== null && stem.startsWith(shorter)) long.add(stem);
    else shorter = stem;
  }
  return long;
}

/**
 * The weight of the best completion in what `writeTermWeights` wrote; 0 if there is none. `prefixes`: see
 * `ResolvedToken`.
 */
export function weightOfCompletion(
  termWeights: string,
  [typed = '', ...others]: readonly string[],
  long: ReadonlySet<string>,
): number {
  const ofOthers = others.map((prefix) => OTHER_LETTERS_SHARE * weightWithPrefix(termWeights, prefix, long));
  return Math.max(weightWithPrefix(termWeights, typed, long), ...ofOthers);
}

function weightWithPrefix(termWeights: string, prefix: string, long: ReadonlySet<string>): number {
  let best = 0;
  // The highest weights come first.
  for (const { stem, weight } of termsWithPrefix(termWeights, prefix)) {
    if (!long.has(stem)) return Math.max(best, weight);
    if (best === 0) best = LONG_SHARE * weight;
  }
  return best;
}
