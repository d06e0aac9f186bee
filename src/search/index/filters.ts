/** Filter expressions on the fields of the index. Every value goes through `quoted`. */
import { reverseText } from '../text/identifiers.ts';
import { indexKey, type SearchDocument } from './document.ts';
import { identifierNumbers, identifierRanges } from './identifier-numbers.ts';

/** A filter value in quotes; what could end the quotes is escaped. */
export const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

export const equals = (field: keyof SearchDocument, value: string): string => `${field} = ${quoted(value)}`;

/** The documents of one merchant, as the tenant token enforces it, too. */
export const merchantFilter = (merchantId: string): string => equals('merchant_id', indexKey(merchantId));

/** The products with these ids. */
export const productsFilter = (ids: readonly string[]): string =>
  `${'id' satisfies keyof SearchDocument} IN [${ids.map((id) => quoted(indexKey(id))).join(', ')}]`;

/** The products that have the identifier, or one that begins or ends so, and few others. `key`: without separators. */
export const identifierFilter = (key: string): string =>
  `(${identifierStartFilter(key)} OR ${inRanges('identifier_ends', reverseText(key))})`;

/** The products that have an identifier with this beginning, and few others. */
export const identifierStartFilter = (beginning: string): string => inRanges('identifier_starts', beginning);

const inRanges = (field: keyof SearchDocument, beginning: string): string => {
  const lists = identifierRanges(beginning).map(
    (ranges) => `(${ranges.map(({ least, most }) => `${field} ${least} TO ${most}`).join(' AND ')})`,
  );
  return `(${lists.join(' OR ')})`;
};

/** The products that have the whole identifier, and few others. */
export const wholeIdentifierFilter = (key: string): string =>
  identifierNumbers(key)
    .map((number) => `${'identifier_starts' satisfies keyof SearchDocument} = ${number}`)
    .join(' AND ');

/** The products without the identifier, except few. */
export const notIdentifierFilter = (key: string): string => `NOT (${wholeIdentifierFilter(key)})`;

/** A finite number in plain digits, exactly: the engine's filter grammar has no exponents. */
export function decimal(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const digits = whole + fraction;
  const power = Number(exponent);
  return power < 0 ? `${sign}0.${'0'.repeat(-power - 1)}${digits}` : `${sign}${digits.padEnd(power + 1, '0')}`;
}
