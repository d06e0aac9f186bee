/** Filter expressions on the fields of the index. Every value goes through `quoted`. */
import { reverseText } from '../text/identifiers.ts';
import type { SearchDocument } from './document.ts';
import { facetFieldOfPrefix } from './facets.ts';
import { identifierNumbers, identifierRanges } from './identifier-numbers.ts';
import { indexKey } from './keys.ts';
import type { EqualityField } from './settings.ts';

/** A filter value in quotes. Characters that could end the quotes are escaped. */
export const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

export const equals = (field: EqualityField, value: string): string => `${field} = ${quoted(value)}`;

/** The documents with any of these values. */
export const equalsAny = (field: EqualityField, values: readonly string[]): string =>
  values.length === 1 ? equals(field, values[0] ?? '') : `${field} IN [${values.map(quoted).join(', ')}]`;

/** The documents of one merchant. The tenant token enforces the same filter. */
export const merchantFilter = (merchantId: string): string => equals('merchant_id', indexKey(merchantId));

/** The products of all merchants: neither tombstones nor checkpoints. */
export const PRODUCTS = `${'merchant_id' satisfies keyof SearchDocument} EXISTS`;

/** The products with these ids. */
export const productsFilter = (ids: readonly string[]): string => equalsAny('id', ids.map(indexKey));

export const NO_PRODUCTS = productsFilter([]);

/** All products but those with these ids. */
export const otherProductsFilter = (ids: readonly string[]): string => `NOT (${productsFilter(ids)})`;

/**
 * The products with the identifier, or with one that begins or ends with it, and few others. `key` has no separators.
 */
export const identifierFilter = (key: string): string =>
  `(${identifierStartFilter(key)} OR ${inRanges('identifier_ends', reverseText(key))})`;

/** The products with an identifier that has this beginning, and few others. */
export const identifierStartFilter = (beginning: string): string => inRanges('identifier_starts', beginning);

const inRanges = (field: keyof SearchDocument, beginning: string): string => {
  const lists = identifierRanges(beginning).map(
    (ranges) => `(${ranges.map(({ least, most }) => `${field} ${least} TO ${most}`).join(' AND ')})`,
  );
  return `(${lists.join(' OR ')})`;
};

/** The products with exactly this identifier, and few others. */
export const wholeIdentifierFilter = (key: string): string =>
  identifierNumbers(key)
    .map((number) => `${'identifier_starts' satisfies keyof SearchDocument} = ${number}`)
    .join(' AND ');

/** The products without the identifier, except a few. */
export const notIdentifierFilter = (key: string): string => `NOT (${wholeIdentifierFilter(key)})`;

/** The products with any of these pairs of one key, given as the prefixes of `facetPrefix`. */
export function facetFilter(prefixes: readonly string[]): string {
  const [first] = prefixes;
  if (first === undefined) return NO_PRODUCTS;
  const field = facetFieldOfPrefix(first);
  return `(${prefixes.map((prefix) => `${field} STARTS WITH ${quoted(prefix)}`).join(' OR ')})`;
}

/** A finite number in plain digits, without rounding: the engine's filter grammar has no exponents. */
export function decimal(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const digits = whole + fraction;
  const power = Number(exponent);
  return power < 0 ? `${sign}0.${'0'.repeat(-power - 1)}${digits}` : `${sign}${digits.padEnd(power + 1, '0')}`;
}
