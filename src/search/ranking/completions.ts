/**
 * What the word that is being typed may become. `lapt` means a laptop rather than a `laptoptasche`: of the completions,
 * those that continue another one count less. Pure functions.
 */

/** How much the weight of such a completion counts. */
const LONG_SHARE = 0.7;

/** The completions that continue another one. `completions`: all stems with the beginning. */
export function longCompletions(completions: Iterable<string>): ReadonlySet<string> {
  const long = new Set<string>();
  let shorter: string | null = null;
  // A stem is sorted before those that continue it.
  for (const stem of [...completions].sort()) {
    if (shorter !== null && stem.startsWith(shorter)) long.add(stem);
    else shorter = stem;
  }
  return long;
}

/** The weight of the best completion in what `writeTermWeights` wrote; 0 if there is none. */
export function weightOfCompletion(termWeights: string, beginning: string, long: ReadonlySet<string>): number {
  const start = ` ${beginning}`;
  let best = 0;
  // The highest weights come first.
  for (let at = termWeights.indexOf(start); at >= 0; at = termWeights.indexOf(start, at + 1)) {
    const [stem = '', weight] = termWeights.slice(at + 1, termWeights.indexOf(' ', at + 1)).split(':');
    if (!long.has(stem)) return Math.max(best, Number(weight));
    if (best === 0) best = LONG_SHARE * Number(weight);
  }
  return best;
}
