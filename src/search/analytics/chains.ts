/**
 * Chains of searches: a search box sends one at each key press, and `te`, `tent`, `tent for two` count as one. A search replaces the
 * one that it continues, if that has the same token and is less than two seconds old. The same query again is another search.
 * Clients that share a token, as the visitors of a shop do, count as one here, which loses a search now and then.
 */
import type { LoggedSearch } from './write-searches.ts';

export interface Chains {
  /** Adds a search; searches come in the order of their times. `tokenKey` differs by token and always has the same length. */
  add(tokenKey: string, search: LoggedSearch): void;
  /** Hands over the searches that nothing continued until this time. */
  settle(nowMs: number): void;
}

/** How long a search waits to be continued. */
export const CHAIN_MS = 2000;
/** A search that continues another is at most this much longer. */
const MAX_STEP = 16;

/** `onSettled` gets each search that was not continued. */
export function createChains(onSettled: (search: LoggedSearch) => void): Chains {
  /** By token key and query, oldest first. */
  const pending = new Map<string, LoggedSearch>();

  /** Removes the longest search that this one continues. */
  function removeBeginning(key: string, { query, at }: LoggedSearch): void {
    const shortest = key.length - Math.min(query.length - 1, MAX_STEP);
    for (let length = key.length - 1; length >= shortest; length -= 1) {
      const begun = key.slice(0, length);
      const beginning = pending.get(begun);
      if (beginning === undefined) continue;
      if (at.getTime() - beginning.at.getTime() < CHAIN_MS) pending.delete(begun);
      return;
    }
  }

  return {
    add(tokenKey, search) {
      const key = tokenKey + search.query;
      removeBeginning(key, search);
      const same = pending.get(key);
      if (same !== undefined) {
        pending.delete(key);
        onSettled(same);
      }
      pending.set(key, search);
    },
    settle(nowMs) {
      for (const [key, search] of pending) {
        if (nowMs - search.at.getTime() < CHAIN_MS) return;
        pending.delete(key);
        onSettled(search);
      }
    },
  };
}
