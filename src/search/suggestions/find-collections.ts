/** The collections of a merchant whose name has a word that begins with a text. */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import type { FindNames, Named } from '../names.ts';
import { isUnspaced } from '../text/segment.ts';
import { beginsWith, hasSameWords, type Spellings, spellingsOf } from '../text/spellings.ts';
import type { FindCollectionSizes } from './collection-sizes.ts';

type SuggestedCollection = Pick<Named, 'id' | 'name' | 'handle'>;

/**
 * The one with this name comes first, then those whose name begins with the text, then those with a later word that
 * does; of these, the one with the most products. Collections without products are left out.
 */
export type FindCollections = (scope: MerchantScope, text: string, limit: number) => Promise<SuggestedCollection[]>;

export const createFindCollections =
  (findNames: FindNames, findSizes: FindCollectionSizes): FindCollections =>
  async (scope, text, limit) => {
    const typed = spellingsOf(text);
    const [names, sizeOf] = await Promise.all([findNames(scope), findSizes(scope)]);
    const found = [...names].flatMap(([key, { id, name, handle, spellings }]) => {
      const rank = MATCHES.findIndex((matches) => matches(spellings, typed));
      return rank === -1 ? [] : { collection: { id, name, handle }, rank, size: sizeOf(key) };
    });
    return found
      .filter(({ size }) => size > 0)
      .toSorted((one, other) => one.rank - other.rank || other.size - one.size)
      .slice(0, limit)
      .map(({ collection }) => collection);
  };

const hasLaterWord = (name: Spellings, typed: Spellings): boolean =>
  name.some((words) => typed.some((beginning) => hasWord(words, beginning)));

/** Best first. */
const MATCHES = [hasSameWords, beginsWith, hasLaterWord];

/** Whether a word other than the first begins with the text. In scripts without spaces, a word may begin anywhere. */
function hasWord(words: string, beginning: string): boolean {
  for (let at = words.indexOf(beginning, 1); at !== -1; at = words.indexOf(beginning, at + 1))
    if (words.charAt(at - 1) === ' ' || isUnspaced(words.slice(at - 1, at + 1))) return true;
  return false;
}
