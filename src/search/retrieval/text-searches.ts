/** Searches by words: one for each wording of a query, and looser ones where those find too little. */
import type { RankingPayload } from '../index/ranking-payload.ts';
import { vocabularyOf } from '../index/vocabulary.ts';
import { countWords, isPhrase, MAX_ENGINE_WORDS, type Query, type QueryTerm, type Wording } from '../query/query.ts';
import { resolveToken } from '../query/resolve.ts';
import { foldText } from '../text/fold.ts';
import { isUnspaced } from '../text/tokenize.ts';
import { asPhrase, engineQuery, withoutQuotes } from './engine-query.ts';
import type { EngineSearch } from './found.ts';

/** How many of the engine's best hits are scored. Each costs the engine time: it decodes the whole document. */
const SCORED_HITS = 30;
/** In scripts without spaces: the engine doesn't know the weights of their words. */
const SCORED_UNSPACED_HITS = 100;

export const scoredHits = ({ tokens }: Wording): number =>
  tokens.some(isUnspaced) ? SCORED_UNSPACED_HITS : SCORED_HITS;

export type TextSearch = Pick<EngineSearch, 'q' | 'matchingStrategy'>;

/** A number without typing errors, which is found from its beginning as any word is (`1600` in `1600W`). */
const SHORT_NUMBER = /^\p{N}{1,4}$/u;

/** The first search of a wording. An identifier is meant exactly. */
export function firstSearch(wording: Wording): TextSearch {
  const { identifier, isIdentifier, lastTermIsPrefix, terms } = wording;
  const isExact = isIdentifier && !SHORT_NUMBER.test(identifier ?? '');
  const last = terms.at(-1);
  return searchFor(wording, terms, {
    formOf: ({ searched }) => (isExact ? asPhrase(searched) : searched),
    lastIsPrefix: lastTermIsPrefix && last?.searched === last?.typed,
  });
}

/** Fewer hits than this are few, where more are asked for. */
const FEW_HITS = 10;

/**
 * The searches after the first ones found few products, or none with a word that was taken for a plural (`wireles`). An
 * identifier: its letters and digits apart (`rtx3080` as `rtx 3080`). Anything else: the words as typed, and each alone if
 * nothing was found.
 */
export function looserSearches(
  query: Query,
  lists: readonly (readonly RankingPayload[])[],
  limit: number,
): readonly TextSearch[] {
  const { terms, isIdentifier, lastTermIsPrefix } = query;
  const hits = Math.max(...lists.map(({ length }) => length));
  if (isIdentifier) return hits > 0 ? [] : [separatedSearch(query)];
  const last = terms.at(-1);
  const endsInPlural = lastTermIsPrefix && last?.searched !== last?.typed;
  const areFew = hits === 0 || (endsInPlural && hits < Math.min(limit, FEW_HITS));
  if (!areFew && terms.every((term) => isFoundAsPlural(term, lists))) return [];
  const alone = hits > 0 || terms.length < 2 ? [] : terms.slice(0, MAX_ENGINE_WORDS);
  const { q: firstQuery } = firstSearch(query);
  return [terms, ...alone.map((term) => [term])]
    .map((some) => searchAsTyped(query, some))
    .filter(({ q }) => q !== firstQuery);
}

const separatedSearch = (query: Query): TextSearch =>
  searchFor(query, query.terms, {
    formOf: ({ searched }) => asPhrase(separateDigits(searched)),
    lastIsPrefix: query.lastTermIsPrefix,
  });

const separateDigits = (text: string): string => text.replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ');

function searchAsTyped(wording: Wording, terms: readonly QueryTerm[]): TextSearch {
  const lastIsPhrase = isPhrase(terms.at(-1)?.typed ?? '');
  return searchFor(wording, terms, {
    formOf: ({ typed }) => withoutQuotes(typed),
    lastIsPrefix: wording.lastTermIsPrefix && !lastIsPhrase,
  });
}

/** Whether a term is searched as typed, or a product that was found has its stem. */
function isFoundAsPlural({ typed, searched }: QueryTerm, lists: readonly (readonly RankingPayload[])[]): boolean {
  return typed === searched || !resolveToken(foldText(typed), false, vocabularyOf(lists.flat())).isUnknown;
}

interface Form {
  readonly formOf: (term: QueryTerm) => string;
  readonly lastIsPrefix: boolean;
}

function searchFor(wording: Wording, terms: readonly QueryTerm[], { formOf, lastIsPrefix }: Form): TextSearch {
  // Of one word none can be left out, and `all` costs the engine less.
  const needsAll = wording.isIdentifier || countWords(terms) === 1;
  return {
    q: engineQuery({ words: terms.map(formOf), excluded: wording.excluded, lastIsPrefix }),
    // `frequency`: all words, then without the most frequent ones.
    matchingStrategy: needsAll ? 'all' : 'frequency',
  };
}
