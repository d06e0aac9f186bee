/**
 * Pagination: the `meta` object of a list response, and the Link header (RFC 8288), which keeps the parameters of the
 * request that the list knows.
 */
import { wholeNumber } from './validation.ts';

const FIRST_PAGE = 1;
const DEFAULT_PER_PAGE = 100;

/** The two parameters that every list takes. */
export const pageParameters = (maxPerPage: number) => {
  const perPage = Math.min(DEFAULT_PER_PAGE, maxPerPage);
  return {
    page: wholeNumber(1, Number.MAX_SAFE_INTEGER)
      .default(FIRST_PAGE)
      .meta({
        description: 'The page to return. Beyond the last one `data` is empty.',
        override: { default: FIRST_PAGE, examples: [FIRST_PAGE] },
      }),
    perPage: wholeNumber(1, maxPerPage)
      .default(perPage)
      .meta({ description: 'How many items a page has.', override: { default: perPage, examples: [1] } }),
  };
};

export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

/** How many items come before the page; null if that number is too large to be exact. */
export function skipOf({ page, perPage }: PageRequest): number | null {
  const skip = (page - 1) * perPage;
  return Number.isSafeInteger(skip) ? skip : null;
}

export interface PageMeta {
  readonly total: number;
  readonly perPage: number;
  readonly currentPage: number;
  readonly lastPage: number;
  readonly firstPage: number;
  readonly firstPageUrl: string;
  readonly lastPageUrl: string;
  readonly nextPageUrl: string | null;
  readonly previousPageUrl: string | null;
}

interface Neighbours {
  readonly last: number;
  readonly next: number | null;
  readonly previous: number | null;
}

/** A page beyond the last has no next page, and its previous page is the last. */
function neighboursOf({ page, perPage }: PageRequest, total: number): Neighbours {
  const last = Math.max(FIRST_PAGE, Math.ceil(total / perPage));
  return {
    last,
    next: page < last ? page + 1 : null,
    previous: page > FIRST_PAGE ? Math.min(page - 1, last) : null,
  };
}

export function pageMeta(resource: string, request: PageRequest, total: number): PageMeta {
  const { last, next, previous } = neighboursOf(request, total);
  const url = (page: number) => `/v1/${resource}?page=${page}`;
  return {
    total,
    perPage: request.perPage,
    currentPage: request.page,
    lastPage: last,
    firstPage: FIRST_PAGE,
    firstPageUrl: url(FIRST_PAGE),
    lastPageUrl: url(last),
    nextPageUrl: next === null ? null : url(next),
    previousPageUrl: previous === null ? null : url(previous),
  };
}

/** Clients reject response headers above some 16 KB. Every link alone is shorter. */
const MAX_LINK_CHARACTERS = 10_000;

/**
 * The Link header: the same list with the same parameters, at its next, previous, first and last page. If the parameters
 * are so long that not all four fit, it has the first of these.
 */
export function linkHeader(resource: string, given: URLSearchParams, request: PageRequest, total: number): string {
  const { last, next, previous } = neighboursOf(request, total);
  const pages = { next, prev: previous, first: FIRST_PAGE, last };
  let header = '';
  for (const [relation, page] of Object.entries(pages)) {
    if (page === null) continue;
    const parameters = new URLSearchParams(given);
    parameters.set('page', String(page));
    const link = `</v1/${resource}?${parameters}>; rel="${relation}"`;
    if (header.length + link.length > MAX_LINK_CHARACTERS) break;
    header += header === '' ? link : `, ${link}`;
  }
  return header;
}
