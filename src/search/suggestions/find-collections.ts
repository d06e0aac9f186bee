/** The collections of a merchant whose name has a word that begins with a text. */
import type { MerchantScope } from '../../tenancy/scope.ts';
import type { FindNames, Named } from '../cache/names.ts';
import { foldForPrefix } from '../text/fold.ts';
import { isUnspaced } from '../text/segment.ts';

type SuggestedCollection = Pick<Named, 'id' | 'name' | 'handle'>;

/** Those whose name begins with the text come first, then those with a later word that does. */
export type FindCollections = (scope: MerchantScope, text: string, limit: number) => Promise<SuggestedCollection[]>;

export const createFindCollections =
  (findNames: FindNames): FindCollections =>
  async (scope, typed, limit) => {
    const beginning = foldForPrefix(typed);
    if (beginning === '') return [];
    const all = [...(await findNames(scope)).values()];
    const first = all.filter(({ folded }) => folded.startsWith(beginning));
    const later = all.filter(({ folded }) => !folded.startsWith(beginning) && hasWord(folded, beginning));
    return [...first, ...later].slice(0, limit).map(({ id, name, handle }) => ({ id, name, handle }));
  };

/** Whether a word other than the first begins with the text. In scripts without spaces, a word may begin anywhere. */
function hasWord(folded: string, beginning: string): boolean {
  for (let at = folded.indexOf(beginning, 1); at !== -1; at = folded.indexOf(beginning, at + 1))
    if (!IN_WORD.test(folded.charAt(at - 1)) || isUnspaced(folded.slice(at - 1, at + 1))) return true;
  return false;
}

const IN_WORD = /[\p{L}\p{N}\p{M}]/u;
