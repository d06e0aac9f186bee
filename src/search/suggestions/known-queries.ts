/**
 * Finds the logged queries that are known, and so safe to suggest. A logged query may contain anything that people
 * typed: names, numbers, addresses. It is known only if one published product of the merchant has all of its words,
 * which a search of the index shows. The results are cached until the index changes.
 */
import type { MerchantScope } from '../../tenancy/scope.ts';
import { createIndexCache } from '../cache/index-cache.ts';
import type { IndexVersion } from '../cache/index-version.ts';
import type { SearchEngine } from '../engine/engine.ts';
import { foldDigits } from '../text/fold.ts';
import { locateWords } from '../text/tokenize.ts';
import type { PopularQuery } from './popular-queries.ts';

/**
 * Resolves to the known ones of these queries, in order. Throws the Problem `search_unavailable` if the engine can't
 * respond.
 */
export type FilterKnown = (
  scope: MerchantScope,
  queries: readonly PopularQuery[],
  signal: AbortSignal,
) => Promise<readonly PopularQuery[]>;

interface KnownQueriesOptions {
  readonly engine: SearchEngine;
  readonly version: IndexVersion;
  readonly maxBytes: number;
}

const ENTRY_BYTES = 150;

export function createFilterKnown(options: KnownQueriesOptions): FilterKnown {
  const { engine, version, maxBytes } = options;
  const known = createIndexCache<boolean | null>({
    maxBytes,
    version,
    sizeOf: () => ENTRY_BYTES,
    isCacheable: (isKnown) => isKnown !== null,
  });
  return async (scope, queries, signal) => {
    const { merchantId } = scope;
    const wordLists = queries.map(({ text }) => locateWords(foldDigits(text)).map(({ written }) => written));
    const areKnown = await known.getMany(
      wordLists.map((words) => JSON.stringify([merchantId, ...words])),
      (positions) => {
        const lists = positions.map((at) => wordLists[at] ?? []);
        return engine.open(scope, signal).someProductHasAll(lists);
      },
    );
    return queries.filter((_query, index) => areKnown[index] === true);
  };
}
