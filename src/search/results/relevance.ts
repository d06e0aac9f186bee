/** The hits of a page by relevance: those of the ranked head, and then the others of the set. */
import type { PageRequest } from '../../http/pagination.ts';
import type { Select, Selection } from '../engine/selection.ts';
import { otherProductsFilter, productsFilter } from '../index/filters.ts';
import { indexKey } from '../index/keys.ts';
import type { RankedHit, Ranking } from '../ranking/rank.ts';
import { planPage, shownHead } from './pages.ts';

interface RankedPage {
  readonly request: PageRequest;
  readonly ranking: Ranking;
  readonly set: Selection;
  /** Of the set. */
  readonly total: number;
  readonly select: Select;
}

interface OrderedHits {
  readonly hits: readonly RankedHit[];
  readonly firstIndex: number;
}

/**
 * One request to the engine returns which hits of the head are in the set. A page that has other hits of the set takes
 * another one. Throws what `select` throws.
 */
export async function orderByRelevance(page: RankedPage): Promise<OrderedHits> {
  const { request, ranking, set, total, select } = page;
  const ids = ranking.hits.map(({ productId }) => productId);
  const [members] = await select([membersOf(set, ids)]);
  const keys = members?.distribution.id ?? {};
  const head = ranking.hits.map((hit) => ({ hit, isInSet: Object.hasOwn(keys, indexKey(hit.productId)) }));
  const plan = planPage(shownHead(head), total, request);
  const [others] = plan.rest.limit === 0 ? [] : await select([{ ...othersOf(set, ids), ...plan.rest }]);
  return { hits: [...plan.head, ...(others?.hits ?? [])], firstIndex: plan.firstIndex };
}

/** Counts the products by id, which spares the engine their documents. */
const membersOf = (set: Selection, ids: readonly string[]): Selection => ({
  ...set,
  conditions: [...set.conditions, productsFilter(ids)],
  facets: ['id'],
});

const othersOf = (set: Selection, ids: readonly string[]): Selection => ({
  ...set,
  conditions: [...set.conditions, otherProductsFilter(ids)],
});
