/**
 * Finds the logged queries that are known, and so safe to suggest. A logged query may contain anything that people
 * typed: names, numbers, addresses. It is known only if one published product of the merchant has all of its words,
 * which a search of the index shows, and no search rule hides this product for the query. The results are cached until
 * the index changes. A query that isn't known is not checked again for some minutes: otherwise, a few of them could take
 * the place of all others.
 */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import { createIndexCache } from '../cache/index-cache.ts';
import type { IndexVersion } from '../cache/index-version.ts';
import type { SearchEngine, WordList } from '../engine/engine.ts';
import type { FindMerchantSearch } from '../rules/merchant-search.ts';
import { ruleOf } from '../rules/search-rules.ts';
import { foldDigits } from '../text/fold.ts';
import { locateWords } from '../text/tokenize.ts';
import type { PopularQuery } from './popular-queries.ts';

/**
 * Resolves to the first `limit` known ones of these queries, in order; to fewer if too many before them must be checked.
 * Throws the Problem `search_unavailable` if the engine can't respond, and what `findMerchantSearch` throws.
 */
export type FindKnown = (
  scope: MerchantScope,
  queries: readonly PopularQuery[],
  limit: number,
  signal: AbortSignal,
) => Promise<readonly PopularQuery[]>;

interface KnownQueriesOptions {
  readonly engine: SearchEngine;
  readonly findMerchantSearch: FindMerchantSearch;
  readonly version: IndexVersion;
  readonly maxBytes: number;
}

interface MerchantWords extends WordList {
  readonly merchantId: string;
}

/** How many spare queries are checked, in case others aren't known. Each costs the engine a search. */
const MORE_CHECKED = 16;
const ENTRY_BYTES = 150;

export function createFindKnown(options: KnownQueriesOptions): FindKnown {
  const { engine, findMerchantSearch, version, maxBytes } = options;
  const known = createIndexCache<MerchantWords, boolean | null>({
    maxBytes,
    version,
    sizeOf: () => ENTRY_BYTES,
    isCacheable: (isKnown) => isKnown !== null,
  });
  /** A list of popular queries lives some minutes, and so does this. */
  const unknown = new WeakSet<PopularQuery>();

  async function check(scope: MerchantScope, queries: readonly PopularQuery[], signal: AbortSignal) {
    const { merchantId } = scope;
    const { analyzer, rules } = await findMerchantSearch(scope);
    const wordLists = queries.map(({ text }) => ({
      merchantId,
      words: locateWords(foldDigits(text)).map(({ written }) => written),
      hidden: [...ruleOf(text, analyzer, rules).hidden],
    }));
    const areKnown = await known.getMany(wordLists, (missing) => engine.open(scope, signal).someProductHasAll(missing));
    for (const [index, query] of queries.entries()) if (areKnown[index] === false) unknown.add(query);
    return queries.filter((_query, index) => areKnown[index] === true);
  }

  return async (scope, queries, limit, signal) => {
    const candidates = queries.filter((query) => !unknown.has(query)).slice(0, limit + MORE_CHECKED);
    const first = await check(scope, candidates.slice(0, limit), signal);
    const isFull = first.length === limit || candidates.length <= limit;
    const more = isFull ? [] : await check(scope, candidates.slice(limit), signal);
    return [...first, ...more].slice(0, limit);
  };
}
