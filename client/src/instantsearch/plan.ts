/**
 * Answers several requests from as few searches as possible. InstantSearch sends one request more for each facet in which something is
 * chosen; a search of the API counts such facets without their own filter anyway, so mostly one is enough.
 */
import type { SearchBody, SearchFilter } from '../types.ts';
import type { Question } from './question.ts';

const MAX_FACETS = 20;

export interface Plan {
  readonly searches: readonly SearchBody[];
  /** For each question the index of its search. */
  readonly answeredBy: readonly number[];
}

type Draft = Pick<Question, 'query' | 'sort' | 'filter' | 'facets' | 'page'>;

export function planSearches(questions: readonly Question[], products: NonNullable<SearchBody['products']>): Plan {
  const drafts: Draft[] = [];
  const answeredBy = questions.map((question) => {
    const known = drafts.findIndex((draft) => canAnswer(draft, question));
    const draft = drafts[known];
    if (draft === undefined) return drafts.push(question) - 1;
    drafts[known] = { ...draft, page: draft.page ?? question.page, facets: union(draft.facets, question.facets) };
    return known;
  });
  return { searches: drafts.map((draft) => bodyOf(draft, products)), answeredBy };
}

/** Whether a search answers a question also, once it has the facets and the page of that question. */
function canAnswer(draft: Draft, question: Question): boolean {
  const samePage = question.page === null || draft.page === null || isEqual(draft.page, question.page);
  return (
    draft.query === question.query &&
    isEqual(draft.sort, question.sort) &&
    samePage &&
    union(draft.facets, question.facets).length <= MAX_FACETS &&
    (question.isForFacet
      ? question.facets.every((name) => isEqual(without(draft.filter, name), without(question.filter, name)))
      : isEqual(draft.filter, question.filter))
  );
}

/** The filter without the one on this facet. */
function without(filter: SearchFilter, facet: string): SearchFilter {
  const [kind = '', ...key] = facet.split('.');
  if (kind !== 'specifications' && kind !== 'variants') {
    const { [facet as keyof SearchFilter]: _own, ...rest } = filter;
    return rest;
  }
  const { [kind]: group = {}, ...rest } = filter;
  const others = Object.entries(group).filter(([name]) => name !== key.join('.'));
  return others.length === 0 ? rest : { ...rest, [kind]: Object.fromEntries(others) };
}

function bodyOf(
  { query, sort, filter, facets, page }: Draft,
  products: NonNullable<SearchBody['products']>,
): SearchBody {
  return {
    ...(query === '' ? {} : { query }),
    ...(sort === 'relevance' ? {} : { sort }),
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
    ...(facets.length === 0 ? {} : { facets: [...facets] }),
    // The API has no page of no products.
    ...(page === null ? { perPage: 1 } : { page: page.number, perPage: page.size, highlight: true, products }),
  };
}

const union = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** Of values without functions; the order of an object's fields doesn't matter. */
function isEqual(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
