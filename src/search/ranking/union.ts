/** Several lists of products as one. */
import type { RankingPayload } from '../index/ranking-payload.ts';

/** The products of all lists, in their order, each once. */
export function unionOf(lists: readonly (readonly RankingPayload[])[]): readonly RankingPayload[] {
  const byId = new Map<string, RankingPayload>();
  for (const list of lists)
    for (const product of list) if (!byId.has(product.productId)) byId.set(product.productId, product);
  return [...byId.values()];
}
