/**
 * Tables of words that have one stem: those whose forms have little in common (`knife/knives`), and those that are spelt
 * in several ways (`color/colour`).
 */
import { foldText } from '../fold.ts';

/** By folded form, the folded stem. Each group has the stem first: `knife/knives`. */
export const irregularForms = (groups: string): ReadonlyMap<string, string> =>
  new Map(
    foldText(groups)
      .trim()
      .split(/\s+/)
      .map((group) => group.split('/'))
      .flatMap(([stem = '', ...forms]) => [stem, ...forms].map((form) => [form, stem] as const)),
  );

/** The pairs of letters with which a form in these tables and its stem begin, where they differ: `ck` for `curb/kerb`. */
export function otherInitialsOf(...tables: readonly ReadonlyMap<string, string>[]): readonly string[] {
  const initials = tables.flatMap((table) => [...table].map(([form, stem]) => [form.charAt(0), stem.charAt(0)]));
  return [...new Set(initials.filter(([one, other]) => one !== other).map((pair) => pair.toSorted().join('')))];
}

/** A pattern for any of these texts. The first that fits counts, so the longer one of two that begin alike comes first. */
export const patternOfAny = (texts: Iterable<string>): string =>
  [...texts].toSorted((one, other) => other.length - one.length).join('|');
