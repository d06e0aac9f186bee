/** The conditions of every search of a request. The merchant of the scope comes first. */
import type { MerchantScope } from '../../tenancy/scope.ts';
import { indexKey } from '../index/document.ts';
import { decimal, equals, merchantFilter } from '../index/filters.ts';

/** Narrows a search. All conditions must hold. */
export interface SearchFilter {
  readonly status?: string | undefined;
  readonly collection?: string | undefined;
  readonly location?: string | undefined;
  readonly featured?: boolean | undefined;
  readonly inStock?: boolean | undefined;
  readonly price?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;
}

/** Meilisearch joins the elements of the list by AND. */
export function scopeFilter(scope: MerchantScope, filter: SearchFilter): string[] {
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

function inCollection(scope: MerchantScope, collectionId: string): string {
  const key = indexKey(collectionId);
  const published = equals('collection_ids', key);
  return scope.visibility === 'published' ? published : `(${published} OR ${equals('hidden_collection_ids', key)})`;
}
