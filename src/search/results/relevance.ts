/** The hits of a page by relevance: those of the ranked head, and then the others of the set. */
import type { PageRequest } from '../../http/pagination.ts';
import type { Select, Selected, Selection } from '../engine/selection.ts';
import { otherProductsFilter, productsFilter } from '../index/filters.ts';
import { indexKey } from '../index/keys.ts';
import type { RankedHit, Ranking } from '../ranking/rank.ts';
import { type HeadHit, type PagePlan, planPage, shownHead } from './pages.ts';

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
 * One request to the engine returns which hits of the head are in the set, and the rest of the page if all of them are,
 * as is usual. Otherwise a second request reads the rest. Throws what `select` throws.
 */
export async function orderByRelevance(page: RankedPage): Promise<OrderedHits> {
  const { request, ranking, set, total, select } = page;
  const ids = ranking.hits.map(({ productId }) => productId);
  const planWith = (isInSet: (id: string) => boolean) => {
    const head = ranking.hits.map((hit): HeadHit => ({ hit, isInSet: isInSet(hit.productId) }));
    return planPage(shownHead(head), total, request);
  };
  const usual = planWith(() => true);
  const [among, usualRest] = await select([membersOf(set, ids), ...restOf(set, ids, usual)]);
  const keys = among?.distribution.id ?? {};
  const plan = planWith((id) => Object.hasOwn(keys, indexKey(id)));
  const rest = isSameRest(plan, usual) ? usualRest : (await selectRest(select, restOf(set, ids, plan)))[0];
  return { hits: [...plan.head, ...(rest?.hits ?? [])], firstIndex: plan.firstIndex };
}

const selectRest = (select: Select, rest: readonly Selection[]): Promise<readonly Selected[]> =>
  rest.length === 0 ? Promise.resolve([]) : select(rest);

const isSameRest = ({ rest: one }: PagePlan, { rest: other }: PagePlan): boolean =>
  one.limit === other.limit && (one.limit === 0 || one.offset === other.offset);

/** Counts the products by id, which spares the engine their documents. */
const membersOf = (set: Selection, ids: readonly string[]): Selection => ({
  ...set,
  conditions: [...set.conditions, productsFilter(ids)],
  facets: ['id'],
});

/** The part of the set without the head that is on the page; none if that part is empty. */
function restOf(set: Selection, ids: readonly string[], { rest }: PagePlan): readonly Selection[] {
  if (rest.limit === 0) return [];
  const others = ids.length === 0 ? [] : [otherProductsFilter(ids)];
  return [{ ...set, ...rest, conditions: [...set.conditions, ...others] }];
}
