/** Translates InstantSearch's filters into the `filter` of `POST /v1/search`. */
import type { SearchFilter } from '../types.ts';
import type { RequestParams } from './protocol.ts';
import { UnsupportedRequestError } from './unsupported.ts';

type Values = readonly [string, ...string[]];

/** Values by attribute, in order: equal filters are equal texts. */
export type Refinements = ReadonlyMap<string, Values>;

/**
 * The values that `facetFilters` choose. `facetNames` tell where the name of an attribute ends that has a colon in it.
 * Throws an UnsupportedRequestError for what one search can't say: exclusions, a choice between attributes, two choices
 * that must both hold for one attribute (as with a refinementList of operator `and`).
 */
export function refinementsOf(facetFilters: unknown, facetNames: readonly string[]): Refinements {
  const chosen = new Map<string, Values>();
  for (const group of listOf(facetFilters)) {
    const conditions = listOf(group).map((text) => conditionIn(text, facetNames));
    const [first] = conditions;
    if (first === undefined) continue;
    if (conditions.some(({ attribute }) => attribute !== first.attribute))
      throw new UnsupportedRequestError(`Several attributes in one choice: ${JSON.stringify(group)}`);
    const values = [...new Set(conditions.map(({ value }) => value))].sort() as unknown as Values;
    const earlier = chosen.get(first.attribute);
    if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(values))
      throw new UnsupportedRequestError(`${first.attribute} can't be all of several values: use operator \`or\``);
    chosen.set(first.attribute, values);
  }
  return new Map([...chosen].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The filter of these values and `numericFilters`. Throws an UnsupportedRequestError for an attribute that is no facet. */
export function filterOf(chosen: Refinements, numericFilters: RequestParams['numericFilters']): SearchFilter {
  const filter: SearchFilter = {};
  for (const [attribute, values] of chosen) Object.assign(filter, conditionOf(filter, attribute, values));
  return { ...filter, ...priceCondition(numericFilters) };
}

function conditionOf(filter: SearchFilter, attribute: string, values: Values): SearchFilter {
  const [kind, key] = splitOnce(attribute, '.');
  if (attribute === 'collection' || attribute === 'location') return { [attribute]: values };
  if (attribute === 'status') return { status: values as SearchFilter['status'] };
  if (attribute === 'featured' || attribute === 'inStock') return truthOf(attribute, values);
  if ((kind === 'specifications' || kind === 'variants') && key !== undefined)
    return { [kind]: { ...filter[kind], [key]: values } };
  throw new UnsupportedRequestError(`${attribute} can't be filtered by`);
}

/** Both true and false: no condition. */
function truthOf(attribute: 'featured' | 'inStock', values: Values): SearchFilter {
  const wrong = values.find((value) => value !== 'true' && value !== 'false');
  if (wrong !== undefined) throw new UnsupportedRequestError(`${attribute} is true or false, not ${wrong}`);
  return values.length === 1 ? { [attribute]: values[0] === 'true' } : {};
}

const BOUND = /^price *(>=|<=|=) *(-?\d*\.?\d+(?:e[+-]?\d+)?)$/i;

/**
 * Throws an UnsupportedRequestError for other attributes and other operators: prices are compared by `>=`, `<=` and
 * `=`.
 */
function priceCondition(numericFilters: unknown): SearchFilter {
  let [min, max] = [-Infinity, Infinity];
  for (const group of listOf(numericFilters)) {
    const [text, ...others] = listOf(group).map(String);
    const [, operator, number] = BOUND.exec(text ?? '') ?? [];
    if (operator === undefined || others.length > 0)
      throw new UnsupportedRequestError(`Only price can be compared, by >=, <= and =: ${JSON.stringify(group)}`);
    if (operator !== '<=') min = Math.max(min, Number(number));
    if (operator !== '>=') max = Math.min(max, Number(number));
  }
  // A shopper can type the bounds the wrong way round; the API would refuse them.
  const [low, high] = min <= max ? [min, max] : [max, min];
  const price = { ...(Number.isFinite(low) && { min: low }), ...(Number.isFinite(high) && { max: high }) };
  return Object.keys(price).length > 0 ? { price } : {};
}

interface Condition {
  readonly attribute: string;
  readonly value: string;
}

function conditionIn(text: unknown, facetNames: readonly string[]): Condition {
  if (typeof text !== 'string')
    throw new UnsupportedRequestError(`Not a text in facetFilters: ${JSON.stringify(text)}`);
  const [known] = facetNames
    .filter((name) => text.startsWith(`${name}:`))
    .sort((one, other) => other.length - one.length);
  const [attribute, value] = known === undefined ? splitOnce(text, ':') : [known, text.slice(known.length + 1)];
  if (value === undefined || value.startsWith('-'))
    throw new UnsupportedRequestError(`Values can't be excluded: ${text}`);
  // InstantSearch writes a minus at the beginning of a value so, as it means an exclusion otherwise.
  return { attribute, value: value.replace(/^\\-/, '-') };
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

const listOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
};
