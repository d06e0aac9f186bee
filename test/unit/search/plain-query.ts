/** A weighed query without synonyms, kinds of products and names of collections. */
import type { WeighedQuery } from '../../../src/search/ranking/score.ts';

export const plainQuery = ({ resolved, words }: Pick<WeighedQuery, 'resolved' | 'words'>): WeighedQuery => ({
  resolved,
  words,
  synonyms: [],
  name: '',
  kind: null,
  longCompletions: new Set(),
});
