/**
 * Searches that wait for one that goes on with them: a search box asks at each key press, and `te`, `tent`, `tent for two`
 * are one search. A search that goes on with another one of the same token, asked less than two seconds before, takes its place; the same again is another.
 * Callers who share a token, as the visitors of a shop do, are taken for one here: that loses a search now and then.
 */
import type { LoggedSearch } from './write-searches.ts';

export interface Chains {
  /** Takes in a search, in the order of their times. `tokenKey` tells tokens apart and always has the same length. */
  add(tokenKey: string, search: LoggedSearch): void;
  /** Hands over what nothing went on with up to that time. */
  settle(nowMs: number): void;
}

/** So long a search waits. */
export const CHAIN_MS = 2000;
/** One that goes on with another has at most so many characters more. */
const MAX_STEP = 16;

/** `onSettled` is given each search that stands. */
export function createChains(onSettled: (search: LoggedSearch) => void): Chains {
  /** By the token's key and the query; oldest first. */
  const pending = new Map<string, LoggedSearch>();

  /** Removes the longest one that the search goes on with. */
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
