/**
 * Pagination: the `meta` object of a list response, and the Link header (RFC 8288), which keeps the request's
 * parameters.
 */
import { wholeNumber } from './fields.ts';
import type { PageMeta } from './schema.ts';

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

/** Clients reject response headers above some 16 KB. A link with the parameters of the list alone is shorter. */
const MAX_LINK_CHARACTERS = 10_000;

interface LinkParameters {
  /** All of the request. */
  readonly given: URLSearchParams;
  /** The names of those that the list knows. */
  readonly known: readonly string[];
}

/**
 * The Link header: the same list with all parameters of the request, at its next, previous, first and last page. If it
 * would be too long, it has the parameters of the list alone, and the first links that fit.
 */
export function linkHeader(
  resource: string,
  { given, known }: LinkParameters,
  request: PageRequest,
  total: number,
): string {
  const { last, next, previous } = neighboursOf(request, total);
  const pages = Object.entries({ next, prev: previous, first: FIRST_PAGE, last });
  const linksWith = (parameters: URLSearchParams) =>
    pages.flatMap(([relation, page]) => (page === null ? [] : linkTo(resource, parameters, relation, page)));
  const complete = linksWith(given).join(', ');
  if (complete.length <= MAX_LINK_CHARACTERS) return complete;
  const listed = new URLSearchParams([...given].filter(([name]) => known.includes(name)));
  return linksWith(listed).reduce((header, link) => {
    const longer = header === '' ? link : `${header}, ${link}`;
    return longer.length <= MAX_LINK_CHARACTERS ? longer : header;
  }, '');
}

function linkTo(resource: string, given: URLSearchParams, relation: string, page: number): string {
  const parameters = new URLSearchParams(given);
  parameters.set('page', String(page));
  return `</v1/${resource}?${parameters}>; rel="${relation}"`;
}
