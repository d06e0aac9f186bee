/**
 * The order of the results, cut into pages. By relevance, the results begin with a ranked head: what `POST
 * /v1/products/search` finds first. The rest of the set follows in the engine's order. The head may have products that
 * are not in the set: additions.
 *
 * A page has `perPage` products of the set, and the additions that rank among them. So the pages of a set have each of
 * its products once, whatever the size of a page, and as many pages as its total says. Pure functions.
 */
import type { PageRequest } from '../../http/pagination.ts';
import type { RankedHit } from '../ranking/rank.ts';
import { MAX_RESULTS } from './parameters.ts';

export interface HeadHit {
  readonly hit: RankedHit;
  readonly isInSet: boolean;
}

interface PagePlan {
  /** The hits of the head that are on the page. */
  readonly head: readonly RankedHit[];
  /** The part of the set without the head's products that follows them. */
  readonly rest: { readonly offset: number; readonly limit: number };
  /** The index of the page's first result among the results of all pages. */
  readonly firstIndex: number;
}

export const lastPageOf = (total: number, perPage: number): number =>
  Math.max(1, Math.ceil(Math.min(total, MAX_RESULTS) / perPage));

/** Only this many first results may be additions. More of them could outnumber the set. */
const MAX_ADDITIONS_END = 10;

/** Without the additions that are not shown. */
export const shownHead = (head: readonly HeadHit[]): readonly HeadHit[] =>
  head.filter(({ isInSet }, index) => isInSet || index < MAX_ADDITIONS_END);

/** `total` is the number of products in the set. */
export function planPage(head: readonly HeadHit[], total: number, { page, perPage }: PageRequest): PagePlan {
  const pageable = Math.min(total, MAX_RESULTS);
  const [from, to] = [(page - 1) * perPage, Math.min(page * perPage, pageable)];
  const pages = pagesOfHead(head, perPage, lastPageOf(total, perPage));
  const inSet = head.filter(({ isInSet }) => isInSet).length;
  const offset = Math.max(from, inSet) - inSet;
  const headBefore = pages.filter((each) => each < page).length;
  return {
    head: head.filter((_hit, index) => pages[index] === page).map(({ hit }) => hit),
    rest: { offset, limit: Math.max(0, to - inSet - offset) },
    firstIndex: headBefore + Math.max(0, from - inSet),
  };
}

/** The page of each hit of the head. An addition is on the page of the product of the set that follows it. */
function pagesOfHead(head: readonly HeadHit[], perPage: number, lastPage: number): readonly number[] {
  let inSet = 0;
  return head.map((each) => {
    const page = Math.min(Math.floor(inSet / perPage) + 1, lastPage);
    if (each.isInSet) inSet += 1;
    return page;
  });
}
