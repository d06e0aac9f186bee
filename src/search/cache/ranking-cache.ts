/**
 * What searches found, in bounded memory: shoppers type the same words, and each of their first letters. A ranking is kept
 * under the stamp of the index that was known before the engine was asked, see `cache/index-version.ts`; the engine then answered
 * from that state or a later one, so what is found under a stamp is never older than it. Of the products it holds the ids
 * alone: they are read as at any other search.
 *
 * That nothing was found is told again only when the engine says at that moment that the index is as it was: who asks again
 * most often waits for what was just written.
 */
import { LRUCache } from 'lru-cache';
import { textBytes } from '../../memory/text-size.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import type { SearchRequest } from '../parameters.ts';
import type { RankedHit, Ranking } from '../pipeline.ts';
import type { IndexStamp } from './index-version.ts';

/** Gives the kept ranking of a search, or what `rank` resolves to. `rules` tells which search rules it is made by. */
export type KeepRankings = (
  scope: MerchantScope,
  request: SearchRequest,
  rules: string,
  rank: () => Promise<Ranking>,
) => Promise<Ranking>;

interface KeptRankingsOptions {
  /** 0: nothing is kept. */
  readonly maxBytes: number;
  readonly stamp: IndexStamp;
}

/** Beside its two texts. */
const HIT_BYTES = 130;
const ENTRY_BYTES = 2000;

const addBytes = (sum: number, { productId, textsHash }: RankedHit): number =>
  sum + HIT_BYTES + textBytes(productId) + textBytes(textsHash);

export function createKeptRankings({ maxBytes, stamp }: KeptRankingsOptions): KeepRankings {
  if (maxBytes === 0) return (_scope, _request, _rules, rank) => rank();
  const rankings = new LRUCache<string, Ranking>({
    maxSize: maxBytes,
    sizeCalculation: ({ hits }, key) => ENTRY_BYTES + textBytes(key) + hits.reduce(addBytes, 0),
  });
  return async ({ merchantId, visibility }, { query, limit, filter }, rules, rank) => {
    const current = stamp.current();
    if (current === null) return rank();
    const key = JSON.stringify([current, rules, visibility, merchantId, query, limit, filter]);
    const kept = rankings.get(key);
    if (kept !== undefined && (kept.hits.length > 0 || (await stamp.ask()) === current)) return kept;
    const ranking = await rank();
    rankings.set(key, ranking);
    return ranking;
  };
}
