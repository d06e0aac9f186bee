/**
 * Search chains. A search box searches at each key press, so `te`, `tent` and `tent for two` count as one search. A
 * search replaces the one that it continues, if both have the same token and are less than two seconds apart. The same
 * query again is another search. Clients that share a token, as a shop's visitors do, count as one client, which loses
 * a search now and then.
 */
import type { LoggedSearch } from './write-searches.ts';

interface Chains {
  /** Adds a search; searches come in order of time. `tokenKey` identifies the token and has a fixed length. */
  add(tokenKey: string, search: LoggedSearch): void;
  /** The number of searches that are not settled, of all merchants together. */
  size(): number;
  sizeOf(merchantId: string): number;
  /**
   * Settles the searches that no other search has continued by this time, and those of a later time: the clock was set
   * back.
   */
  settle(nowMs: number): void;
}

/** How long a search can be continued. */
export const CHAIN_MS = 2000;
/** A search is at most this much longer than the one that it continues. */
const MAX_STEP = 16;

/** Calls `onSettled` with each search that was not continued. */
export function createChains(onSettled: (search: LoggedSearch) => void): Chains {
  /** By token key and query, oldest first. */
  const pending = new Map<string, LoggedSearch>();
  /** How many of them a merchant has. */
  const sizes = new Map<string, number>();
  const sizeOf = (merchantId: string) => sizes.get(merchantId) ?? 0;

  function remove(key: string, { merchantId }: LoggedSearch): void {
    pending.delete(key);
    const size = sizeOf(merchantId) - 1;
    if (size === 0) sizes.delete(merchantId);
    else sizes.set(merchantId, size);
  }

  /** Removes the longest search that this one continues. */
  function removeContinued(key: string, { query, at }: LoggedSearch): void {
    const shortest = key.length - Math.min(query.length - 1, MAX_STEP);
    for (let length = key.length - 1; length >= shortest; length -= 1) {
      const prefix = key.slice(0, length);
      const continued = pending.get(prefix);
      if (continued === undefined) continue;
      if (at.getTime() - continued.at.getTime() < CHAIN_MS) remove(prefix, continued);
      return;
    }
  }

  return {
    add(tokenKey, search) {
      const key = tokenKey + search.query;
      removeContinued(key, search);
      const same = pending.get(key);
      if (same !== undefined) {
        remove(key, same);
        onSettled(same);
      }
      pending.set(key, search);
      sizes.set(search.merchantId, sizeOf(search.merchantId) + 1);
    },
    size: () => pending.size,
    sizeOf,
    settle(nowMs) {
      for (const [key, search] of pending) {
        const ageMs = nowMs - search.at.getTime();
        if (ageMs >= 0 && ageMs < CHAIN_MS) return;
        remove(key, search);
        onSettled(search);
      }
    },
  };
}
