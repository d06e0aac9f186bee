/** The collections of a merchant whose name has a word that begins with a text. */
import type { MerchantScope } from '../../tenancy/scope.ts';
import type { FindNames, Named } from '../cache/names.ts';
import { isUnspaced } from '../text/segment.ts';
import { beginsWith, type Spellings, spellingsOf } from '../text/spellings.ts';

type SuggestedCollection = Pick<Named, 'id' | 'name' | 'handle'>;

/** Those whose name begins with the text come first, then those with a later word that does. */
export type FindCollections = (scope: MerchantScope, text: string, limit: number) => Promise<SuggestedCollection[]>;

export const createFindCollections =
  (findNames: FindNames): FindCollections =>
  async (scope, text, limit) => {
    const typed = spellingsOf(text);
    const all = [...(await findNames(scope)).values()];
    const first = all.filter(({ spellings }) => beginsWith(spellings, typed));
    const later = all.filter(({ spellings }) => !beginsWith(spellings, typed) && hasLaterWord(spellings, typed));
    return [...first, ...later].slice(0, limit).map(({ id, name, handle }) => ({ id, name, handle }));
  };

const hasLaterWord = (name: Spellings, typed: Spellings): boolean =>
  name.some((words) => typed.some((beginning) => hasWord(words, beginning)));

/** Whether a word other than the first begins with the text. In scripts without spaces, a word may begin anywhere. */
function hasWord(words: string, beginning: string): boolean {
  for (let at = words.indexOf(beginning, 1); at !== -1; at = words.indexOf(beginning, at + 1))
    if (words.charAt(at - 1) === ' ' || isUnspaced(words.slice(at - 1, at + 1))) return true;
  return false;
}
