/**
 * Facets: what to count of a set, and the values with their numbers of products. A facet is counted without the filter
 * on itself, so the other choices of an open facet keep their numbers. Pure functions.
 */
import type { Visibility } from '../../catalogue/merchant-scope.ts';
import { listOf, type SearchFilter } from '../engine/scope-filter.ts';
import type { FieldName, Selected } from '../engine/selection.ts';
import { COLLECTION_FIELDS } from '../index/document.ts';
import {
  byCount,
  type FacetDistribution,
  type FacetKind,
  type FacetValue,
  facetFieldOf,
  isWhole,
  keyPrefix,
  readFacet,
} from '../index/facets.ts';
import { hasAllNames, type NamesByKey } from '../names.ts';
import type { FacetLabels } from './labels.ts';
import { FACET_NAME, type ScalarFacet } from './parameters.ts';

/** How many values of a facet are returned. */
export const MAX_FACET_VALUES = 100;

/** The least and the greatest price of a set; null if no product of it has a price. */
interface PriceRange {
  readonly min: number | null;
  readonly max: number | null;
}

export type Facet = { readonly values: readonly FacetValue[]; readonly isComplete: boolean } | PriceRange;

/** What the engine found for a facet. */
export interface FacetCounts extends Pick<Selected, 'distribution'> {
  readonly prices: PriceRange;
}

/** A requested facet. */
export interface RequestedFacet {
  readonly name: string;
  /** The fields of the index to count; none for the price, of which only the range is found. */
  readonly fields: readonly FieldName[];
  /** The filter without the conditions on this facet, if it has some; else null. */
  readonly openFilter: SearchFilter | null;
  /** The ids of collections or locations in the filter; empty for other facets, whose values need no name. */
  readonly chosen: readonly string[];
  readonly read: (counted: FacetCounts, labels: FacetLabels) => Facet;
}

/** The requested facets, each once. */
export const requestedFacets = (
  names: readonly string[],
  filter: SearchFilter,
  visibility: Visibility,
): readonly RequestedFacet[] => [...new Set(names)].map((name) => requestedFacet(name, filter, visibility));

function requestedFacet(name: string, filter: SearchFilter, visibility: Visibility): RequestedFacet {
  const [, kind, key] = FACET_NAME.exec(name) ?? [];
  if (kind !== undefined && key !== undefined) return pairFacet(name, kind as FacetKind, key, filter);
  const scalar = name as ScalarFacet;
  const fields = fieldsOf(scalar, visibility);
  const chosen = scalar === 'collection' || scalar === 'location' ? listOf(filter[scalar] ?? []) : [];
  return {
    name,
    fields,
    chosen,
    read: readerOf(scalar, fields, chosen),
    openFilter: filter[scalar] === undefined ? null : { ...filter, [scalar]: undefined },
  };
}

function pairFacet(name: string, kind: FacetKind, key: string, filter: SearchFilter): RequestedFacet {
  const field = facetFieldOf(kind, key);
  const ofKey = keyPrefix(kind, key);
  const pairs = Object.entries(filter[kind] ?? {});
  // Another spelling of the key is the same facet, and has the same field.
  const others = pairs.filter(([, prefixes]) => !prefixes.some((prefix) => prefix.startsWith(ofKey)));
  return {
    name,
    fields: [field],
    chosen: [],
    openFilter: others.length === pairs.length ? null : { ...filter, [kind]: Object.fromEntries(others) },
    read({ distribution }) {
      const { values, isComplete } = readFacet(distribution[field] ?? {}, kind, key);
      return bounded(values, isComplete, []);
    },
  };
}

const SCALAR_FIELDS = {
  status: ['status'],
  location: ['location_key'],
  featured: ['featured'],
  inStock: ['in_stock'],
  price: [],
} as const satisfies Partial<Record<ScalarFacet, readonly FieldName[]>>;

const fieldsOf = (facet: ScalarFacet, visibility: Visibility): readonly FieldName[] =>
  facet === 'collection' ? COLLECTION_FIELDS[visibility] : SCALAR_FIELDS[facet];

function readerOf(facet: ScalarFacet, fields: readonly FieldName[], chosen: readonly string[]): RequestedFacet['read'] {
  if (facet === 'price') return ({ prices }) => prices;
  return ({ distribution }, labels) => {
    const counted = fields.map((field) => distribution[field] ?? {});
    const named = facet === 'collection' ? labels.collections : facet === 'location' ? labels.locations : null;
    const values = counted.flatMap((counts) => valuesOf(counts, named));
    const isComplete = counted.every((counts) => isWhole(counts) && isNamed(counts, named));
    return bounded(addUp(values), isComplete, chosen);
  };
}

/** Whether no value is left out because its name was not read. */
const isNamed = (counts: FacetDistribution, named: NamesByKey | null): boolean =>
  named === null || hasAllNames(named) || Object.keys(counts).every((key) => named.has(key));

/** Collections that MongoDB does not show to the token have no label, and are left out. */
function valuesOf(counts: FacetDistribution, named: NamesByKey | null): FacetValue[] {
  return Object.entries(counts).flatMap(([key, count]) => {
    if (named === null) return { value: key, label: key, count };
    const found = named.get(key);
    return found === undefined ? [] : { value: found.id, label: found.name, count };
  });
}

/** A collection that was just published may be hidden in some products of the index. */
function addUp(values: readonly FacetValue[]): readonly FacetValue[] {
  const byValue = new Map<string, FacetValue>();
  for (const each of values)
    byValue.set(each.value, { ...each, count: each.count + (byValue.get(each.value)?.count ?? 0) });
  return [...byValue.values()];
}

/** The chosen values, of which a filter has at most as many, and the most frequent others. */
function bounded(values: readonly FacetValue[], isComplete: boolean, chosen: readonly string[]): Facet {
  const others = values.filter(({ value }) => !chosen.includes(value)).toSorted(byCount);
  const shown = [...values.filter(({ value }) => chosen.includes(value)), ...others].slice(0, MAX_FACET_VALUES);
  return { values: shown.toSorted(byCount), isComplete: isComplete && values.length <= MAX_FACET_VALUES };
}
