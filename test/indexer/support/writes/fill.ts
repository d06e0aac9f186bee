/** Inserts the products of most tests of the indexer. */
import { bare, insert, product, shop } from '../../../support/fixtures.ts';
import type { TestService } from '../../../support/service.ts';

/** Inserts a merchant `one` with `count` products, whose only text is their title; resolves to their ids. */
export async function fill({ catalogue }: TestService, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, index) => `given-${String(index).padStart(5, '0')}`);
  await insert(catalogue, { ...shop('one'), products: ids.map((id) => product(id, 'one', bare)) });
  return ids;
}
