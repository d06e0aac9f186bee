/**
 * The one builder of filter expressions. Every value goes through `quoted`, and every expression starts from the
 * merchant of the scope.
 */
import type { MerchantScope } from '../../tenancy/scope.ts';
import { indexKey, type SearchDocument } from '../index/document.ts';
import { identifierNumbers, identifierRanges } from '../index/identifier-numbers.ts';
import type { SearchFilter } from '../parameters.ts';
import { reverseText } from '../text/identifiers.ts';

/** A filter value in quotes; what could end the quotes is escaped. */
export const quoted = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

const equals = (field: keyof SearchDocument, value: string): string => `${field} = ${quoted(value)}`;

/** What a merchant's own documents have in common, as the tenant token enforces it too. */
export const merchantFilter = (merchantId: string): string => equals('merchant_id', indexKey(merchantId));

/** The conditions of a search, all of which must hold. Meilisearch joins the elements of the list by AND. */
export function searchFilter(scope: MerchantScope, filter: SearchFilter): string[] {
  const conditions = [merchantFilter(scope.merchantId)];
  if (scope.visibility === 'published') conditions.push(equals('status', 'published'));
  if (filter.status !== undefined) conditions.push(equals('status', filter.status));
  if (filter.location !== undefined) conditions.push(equals('location_key', indexKey(filter.location)));
  if (filter.collection !== undefined) conditions.push(inCollection(scope, filter.collection));
  if (filter.featured !== undefined) conditions.push(equals('featured', String(filter.featured)));
  if (filter.inStock !== undefined) conditions.push(equals('in_stock', String(filter.inStock)));
  if (filter.price?.min !== undefined) conditions.push(`price >= ${decimal(filter.price.min)}`);
  if (filter.price?.max !== undefined) conditions.push(`price <= ${decimal(filter.price.max)}`);
  return conditions;
}

/** The products with these ids; those whose ids differ only in case or accents come along. */
export const productsFilter = (ids: readonly string[]): string =>
  `${'product_id' satisfies keyof SearchDocument} IN [${ids.map(quoted).join(', ')}]`;

/** The products one of whose identifiers is, begins with or ends with what `squeezed` made of a query, and few others. */
export const identifierFilter = (key: string): string =>
  `(${identifierStartFilter(key)} OR ${within('identifier_ends', reverseText(key))})`;

/** The products one of whose identifiers begins so, and few others. */
export const identifierStartFilter = (beginning: string): string => within('identifier_starts', beginning);

const within = (field: keyof SearchDocument, beginning: string): string => {
  const lists = identifierRanges(beginning).map(
    (ranges) => `(${ranges.map(({ least, most }) => `${field} ${least} TO ${most}`).join(' AND ')})`,
  );
  return `(${lists.join(' OR ')})`;
};

/** The products one of whose identifiers is that, and few others. */
export const wholeIdentifierFilter = (key: string): string =>
  identifierNumbers(key)
    .map((number) => `${'identifier_starts' satisfies keyof SearchDocument} = ${number}`)
    .join(' AND ');

/** The products none of whose identifiers is that, but for few others. */
export const notIdentifierFilter = (key: string): string => `NOT (${wholeIdentifierFilter(key)})`;

function inCollection(scope: MerchantScope, collectionId: string): string {
  const key = indexKey(collectionId);
  const published = equals('collection_ids', key);
  return scope.visibility === 'published' ? published : `(${published} OR ${equals('hidden_collection_ids', key)})`;
}

/** A finite number in plain digits, exactly: the engine's filter grammar has no exponents. */
export function decimal(value: number): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const digits = whole + fraction;
  const power = Number(exponent);
  return power < 0 ? `${sign}0.${'0'.repeat(-power - 1)}${digits}` : `${sign}${digits.padEnd(power + 1, '0')}`;
}
