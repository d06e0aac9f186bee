/** Translates the facets of `POST /v1/search` into InstantSearch's, and searches among their values. */
import type { Facet, ValuesFacet } from '../types.ts';
import type { Refinements } from './filter.ts';
import { markSpans, type Tags } from './mark.ts';
import type { FacetSearchResponse, SearchResponse } from './protocol.ts';

type Facets = Readonly<Record<string, Facet>>;
type FacetValue = ValuesFacet['values'][number];
type FacetParts = Pick<SearchResponse<unknown>, 'facets' | 'facets_stats' | 'facetLabels' | 'exhaustiveFacetsCount'>;

/** The facets `names` of a response. */
export function facetParts(facets: Facets, names: readonly string[], chosen: Refinements): FacetParts {
  const own = Object.entries(facets).filter(([name]) => names.includes(name));
  const counts = own.map(([name, facet]) => [name, countsOf(name, facet, chosen)] as const);
  const labels = own.filter(([name]) => hasIds(name)).map(([name, facet]) => [name, labelsOf(facet)] as const);
  return {
    facets: Object.fromEntries(counts),
    facets_stats: Object.fromEntries(own.flatMap(([name, facet]) => rangeOf(name, facet))),
    facetLabels: Object.fromEntries(labels),
    exhaustiveFacetsCount: own.every(([, facet]) => !('values' in facet) || facet.isComplete),
  };
}

/** The values of the facet whose label has `query`, whatever its case and accents. */
export function searchInFacet(name: string, facet: Facet, query: string, tags: Tags): FacetSearchResponse['facetHits'] {
  const sought = folded(query);
  return valuesOf(facet).flatMap(({ value, label, count }) => {
    const text = folded(label);
    const start = text.indexOf(sought);
    // A value that is no id is folded by the API, which also folds letters such as the one in `Rød`.
    if (start === -1 && (hasIds(name) || !folded(value).includes(sought))) return [];
    // Where folding changes the length the place is not known.
    const isMarked = start !== -1 && sought !== '' && text.length === label.length;
    const spans = isMarked ? [{ start, length: sought.length }] : [];
    return [{ value: hasIds(name) ? value : label, highlighted: markSpans(label, spans, tags), count }];
  });
}

const valuesOf = (facet: Facet): readonly FacetValue[] => ('values' in facet ? facet.values : []);

/** Their values are ids, which are filtered by; the values of the others may be written in any way. */
const hasIds = (name: string): boolean => name === 'collection' || name === 'location';

function countsOf(name: string, facet: Facet, chosen: Refinements): Record<string, number> {
  const values = valuesOf(facet);
  const spellings = (chosen.get(name) ?? []).filter((each) => !values.some(({ label }) => label === each));
  return Object.fromEntries(values.map((each) => [keyOf(name, each, spellings), each.count]));
}

/** InstantSearch shows what it filters by: a chosen value keeps its spelling, even if the label is another one. */
function keyOf(name: string, { value, label }: FacetValue, spellings: readonly string[]): string {
  return hasIds(name) ? value : (spellings.find((each) => [value, label].map(folded).includes(folded(each))) ?? label);
}

const labelsOf = (facet: Facet): Record<string, string> =>
  Object.fromEntries(valuesOf(facet).map(({ value, label }) => [value, label]));

function rangeOf(name: string, facet: Facet): [string, { min: number; max: number }][] {
  if ('values' in facet || facet.min === null || facet.max === null) return [];
  return [[name, { min: facet.min, max: facet.max }]];
}

/** In other scripts, marks are part of a letter: ガ isn't カ. Only ё loses its dots. */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}+|(е)\u0308/giu;

/**
 * Keys and values of specifications and variants compare without case, accents and white space. In capitals, `ß` is
 * `SS`. The API folds more letters, such as `ø`.
 */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(ACCENTS, '$1$2').replace(/\s+/g, ' ').toUpperCase().trim();
