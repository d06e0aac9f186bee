/** Queries that nobody asked yet. What is given to one measurement is given to no other. */
export interface Pool {
  /** So many of the queries. Throws when there are not so many left. */
  take(count: number): string[];
  /** A share (0…1) of all queries. */
  share(share: number): string[];
}

export function createPool(queries: readonly string[]): Pool {
  let taken = 0;
  function take(count: number): string[] {
    if (taken + count > queries.length)
      throw new Error(`Of this merchant's products ${queries.length} different queries can be made, which is too few`);
    taken += count;
    return queries.slice(taken - count, taken);
  }
  return { take, share: (share) => take(Math.floor(share * queries.length)) };
}
