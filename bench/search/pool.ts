/** Unused queries. Each query is handed out once. */
export interface Pool {
  /** Returns `count` queries. Throws if fewer are left. */
  take(count: number): string[];
  /** Returns a share (0…1) of all queries. */
  share(share: number): string[];
}

export function createPool(queries: readonly string[]): Pool {
  let taken = 0;
  function take(count: number): string[] {
    if (taken + count > queries.length)
      throw new Error(`The merchant's products have ${queries.length} distinct queries, which is too few`);
    taken += count;
    return queries.slice(taken - count, taken);
  }
  return { take, share: (share) => take(Math.floor(share * queries.length)) };
}
