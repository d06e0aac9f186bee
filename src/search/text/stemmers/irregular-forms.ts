/** Tables of words whose forms have little in common. */
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
