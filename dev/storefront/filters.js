/**
 * The filters that a search can have: how each is read from the address, and what it is called on the page. Filters are
 * an object with those that are set and no others.
 * @typedef {{ collection?: string, location?: string, inStock?: true, featured?: true, minPrice?: number, maxPrice?: number }} Filters
 */
import { formatPrice } from './elements.js';

/** Longer than any id is. */
const MAX_ID_LENGTH = 200;

const id = (text) => (text.length <= MAX_ID_LENGTH ? text : '');
const flag = (text) => text === 'true';
const amount = (text) => (/^\d{1,12}(\.\d+)?$/.test(text) ? Number(text) : '');

const whole = { trailingZeroDisplay: 'stripIfInteger' };

/** `inLists`: lists have it too; the others wait until something is searched. */
const FILTERS = {
  collection: { read: id, nameOf: (value, { collections }) => collections.get(value) ?? value, inLists: true },
  location: { read: id, nameOf: (value, { locations }) => locations.get(value) ?? value },
  inStock: { read: flag, nameOf: () => 'In stock' },
  featured: { read: flag, nameOf: () => 'Featured' },
  minPrice: { read: amount, nameOf: (value, { currency }) => `From ${formatPrice(value, currency, whole)}` },
  maxPrice: { read: amount, nameOf: (value, { currency }) => `Up to ${formatPrice(value, currency, whole)}` },
};

/** Reads filters from what maps their names to texts, an address's parameters or a form's fields; odd ones are left out. */
export function readFilters(texts) {
  const given = Object.entries(FILTERS).map(([name, { read }]) => [name, read(texts.get(name) ?? '')]);
  const filters = Object.fromEntries(given.filter(([, value]) => value !== '' && value !== false));
  if (isContrary(filters)) delete filters.maxPrice;
  return filters;
}

/** Whether no product can have a price in the range. */
export function isContrary({ minPrice, maxPrice }) {
  return minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice;
}

/** The filters that narrow what is shown: all of them in a search, and in a list those that lists have. */
export function effectiveFilters(filters, isSearching) {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => isSearching || FILTERS[name].inLists));
}

/** The filters as the API's search takes them. */
export function requestedFilter({ minPrice: min, maxPrice: max, ...others }) {
  return min === undefined && max === undefined ? others : { ...others, price: { min, max } };
}

/** What a filter that is set is called. `choices` know the names of collections and locations, and the currency. */
export function filterName(name, value, choices) {
  return FILTERS[name].nameOf(value, choices);
}
