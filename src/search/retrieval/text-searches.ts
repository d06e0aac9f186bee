/** Searches by words: one for each wording of a query, and looser ones where those find nothing. */
import type { RankingPayload } from '../index/ranking-payload.ts';
import {
  countWords,
  isPhrase,
  MAX_ENGINE_WORDS,
  type Query,
  type QueryTerm,
  tellingTerms,
  type Wording,
} from '../query/query.ts';
import { isUnspaced } from '../text/segment.ts';
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

/** The first search of a wording, without stop words. An identifier is meant exactly. */
export function firstSearch(wording: Wording): TextSearch {
  const { identifier, isIdentifier, lastTermIsPrefix, terms } = wording;
  const isExact = isIdentifier && !SHORT_NUMBER.test(identifier ?? '');
  const last = terms.at(-1);
  return searchFor(wording, tellingTerms(terms), {
    formOf: ({ searched }) => (isExact ? asPhrase(searched) : searched),
    lastIsPrefix: lastTermIsPrefix && last?.isStopWord === false && last.searched === last.typed,
  });
}

/** The search of a wording with synonyms. A word that may go on is sent as typed. */
export function variantSearch(variant: Wording): TextSearch {
  const last = variant.lastTermIsPrefix ? variant.terms.at(-1) : undefined;
  const terms = variant.terms.map((term) => (term === last ? { ...term, searched: term.typed } : term));
  return firstSearch({ ...variant, terms });
}

/**
 * The search for all words as typed, where the first search has other ones: without stop words (`on cloud`), or with stems in the
 * place of words. Typing errors are told by the words (`cordles`), and so is what may follow (`glas` begins `Glasflasche`).
 */
export function typedSearch(query: Query): readonly TextSearch[] {
  const { terms, lastTermIsPrefix, isIdentifier } = query;
  const isOther = terms.some(({ typed, searched, isStopWord }) => isStopWord || searched !== typed);
  if (isIdentifier || !isOther || countWords(terms) > MAX_ENGINE_WORDS) return [];
  const search = searchFor(query, terms, { formOf: ({ typed }) => typed, lastIsPrefix: lastTermIsPrefix });
  return [{ ...search, matchingStrategy: 'all' }];
}

/**
 * The searches after the first ones found nothing. An identifier: its letters and digits apart (`rtx3080` as `rtx 3080`). Anything
 * else: the words as typed, as many as there are, and each alone.
 */
export function looserSearches(query: Query, lists: readonly (readonly RankingPayload[])[]): readonly TextSearch[] {
  if (lists.some(({ length }) => length > 0)) return [];
  if (query.isIdentifier) return [separatedSearch(query)];
  const terms = tellingTerms(query.terms);
  const alone = terms.length < 2 ? [] : terms.slice(0, MAX_ENGINE_WORDS);
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
