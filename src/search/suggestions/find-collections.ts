/** The collections of a merchant whose name has a word that begins with a text. */
import type { MerchantScope } from '../../tenancy/scope.ts';
import type { FindNames, Named } from '../cache/names.ts';
import { foldText } from '../text/fold.ts';

export type SuggestedCollection = Pick<Named, 'id' | 'name' | 'handle'>;

/** Those whose name begins with the text come first, then those with a later word that does. */
export type FindCollections = (scope: MerchantScope, text: string, limit: number) => Promise<SuggestedCollection[]>;

export const createFindCollections =
  (findNames: FindNames): FindCollections =>
  async (scope, typed, limit) => {
    const beginning = foldText(typed);
    const all = [...(await findNames(scope)).values()];
    const first = all.filter(({ folded }) => folded.startsWith(beginning));
    const later = all.filter(({ folded }) => !folded.startsWith(beginning) && hasWord(folded, beginning));
    return [...first, ...later].slice(0, limit).map(({ id, name, handle }) => ({ id, name, handle }));
  };

/** Whether a word other than the first begins with the text. */
function hasWord(folded: string, beginning: string): boolean {
  for (let at = folded.indexOf(beginning, 1); at !== -1; at = folded.indexOf(beginning, at + 1))
    if (!/[\p{L}\p{N}]/u.test(folded[at - 1] ?? '')) return true;
  return false;
}
