/**
 * The filters of a search: the chosen values as texts, by the name of their facet:
 * `{ inStock: ['true'], minPrice: ['10'], 'variants.Colour': ['Red', 'Blue'] }`.
 * The address and the facets use the same form.
 * @typedef {Record<string, string[]>} Filters
 */
import { folded, formatPrice } from '../text.js';

/** The labels of the filters that are on or off. */
export const FLAG_NAMES = { inStock: 'In stock', featured: 'Featured' };
const FLAGS = Object.keys(FLAG_NAMES);
const LISTS = ['collection', 'location'];
const STATUSES = ['draft', 'published', 'archived'];
const PRICES = ['minPrice', 'maxPrice'];
/** A group and a key: `variants.Colour`. */
const KEYED = /^(specifications|variants)\.(.+)$/s;
const AMOUNT = /^\d{1,12}(\.\d+)?$/;
/** In characters: no id is longer. */
const MAX_ID_LENGTH = 200;
/** No longer value is a facet. */
const MAX_BYTES = 400;
const MAX_VALUES = 20;
const MAX_KEYS = 9;

const WHOLE = { trailingZeroDisplay: 'stripIfInteger' };

/** Reads the filters from the parameters of an address. Ignores invalid ones. @returns {Filters} */
export function readFilters(parameters) {
  const filters = {};
  for (const name of new Set(parameters.keys())) {
    const values = [...new Set(parameters.getAll(name))].filter((value) => isValue(name, value)).slice(0, MAX_VALUES);
    if (values.length > 0) filters[name] = isSingle(name) ? values.slice(0, 1) : values;
  }
  const keyed = Object.keys(filters).filter((name) => KEYED.test(name));
  for (const name of keyed.slice(MAX_KEYS)) delete filters[name];
  if (isEmptyRange(filters)) delete filters.maxPrice;
  return filters;
}

function isValue(name, value) {
  if (FLAGS.includes(name)) return value === 'true';
  if (PRICES.includes(name)) return AMOUNT.test(value);
  if (name === 'status') return STATUSES.includes(value);
  if (LISTS.includes(name)) return value !== '' && [...value].length <= MAX_ID_LENGTH;
  return KEYED.test(name) && value !== '' && bytesOf(name + value) <= MAX_BYTES;
}

const bytesOf = (text) => new TextEncoder().encode(text).length;
const isSingle = (name) => FLAGS.includes(name) || PRICES.includes(name);

/** Whether the minimum price is above the maximum. */
export function isEmptyRange({ minPrice, maxPrice }) {
  return minPrice !== undefined && maxPrice !== undefined && Number(minPrice[0]) > Number(maxPrice[0]);
}

/** Values of specifications and variants compare without case and accents. Ids don't. */
const isSame = (name, one, other) => (KEYED.test(name) ? folded(one) === folded(other) : one === other);

/** Adds a value. @returns {Filters} */
export function withValue(filters, name, value) {
  const values = isSingle(name) ? [] : (filters[name] ?? []);
  return { ...filters, [name]: [...values.filter((other) => !isSame(name, other, value)), value] };
}

/** Removes a value, or all values of the name if `value` is absent. @returns {Filters} */
export function withoutValue(filters, name, value) {
  const { [name]: values = [], ...others } = filters;
  const left = value === undefined ? [] : values.filter((other) => !isSame(name, other, value));
  return left.length === 0 ? others : { ...others, [name]: left };
}

/** Returns each chosen value with its name, in the order chosen. */
export function chosenValues(filters) {
  return Object.entries(filters).flatMap(([name, values]) => values.map((value) => ({ name, value })));
}

/** Returns the id of the collection if it is the only filter, or else undefined. */
export function onlyCollection(filters) {
  const values = Object.values(filters).flat();
  return values.length === 1 ? filters.collection?.[0] : undefined;
}

/** Returns the names of specifications and variants among the filters. */
export const keyedNames = (filters) => Object.keys(filters).filter((name) => KEYED.test(name));

/** Converts the filters to the `filter` of a request. */
export function requestedFilter(filters) {
  const requested = {};
  for (const [name, values] of Object.entries(filters)) {
    const [, group, key] = KEYED.exec(name) ?? [];
    if (group !== undefined) requested[group] = { ...requested[group], [key]: values };
    else if (FLAGS.includes(name)) requested[name] = true;
    else if (LISTS.includes(name) || name === 'status') requested[name] = values;
  }
  const price = { min: filters.minPrice?.[0], max: filters.maxPrice?.[0] };
  const bounds = Object.entries(price).filter(([, amount]) => amount !== undefined);
  if (bounds.length > 0) requested.price = Object.fromEntries(bounds.map(([end, amount]) => [end, Number(amount)]));
  return requested;
}

/** Returns the label of a facet. */
export function facetName(name) {
  const [, , key] = KEYED.exec(name) ?? [];
  return key ?? { status: 'Status', collection: 'Collection', location: 'Location', price: 'Price' }[name] ?? name;
}

/** Returns the label of a chosen value. `labelOf` returns the names of collections and locations. */
export function filterName({ name, value }, labelOf, currency) {
  if (name === 'minPrice') return `From ${formatPrice(value, currency, WHOLE)}`;
  if (name === 'maxPrice') return `Up to ${formatPrice(value, currency, WHOLE)}`;
  if (FLAG_NAMES[name] !== undefined) return FLAG_NAMES[name];
  const label = labelOf(name, value);
  return KEYED.test(name) ? `${facetName(name)}: ${label}` : label;
}
