/**
 * MerchantScope: a merchant and a visibility. Every function that reads a merchant's data takes one, or a filter
 * that was made from one. The API creates scopes in one place, from a valid access token.
 */
import type { Status } from './values.ts';

export type Visibility = 'all' | 'published';
export const VISIBILITIES: readonly Visibility[] = ['all', 'published'];

declare const scopeBrand: unique symbol;

export interface MerchantScope {
  readonly [scopeBrand]: true;
  readonly merchantId: string;
  readonly visibility: Visibility;
}

/** Creates a scope. The caller guarantees that the merchant may be read with this visibility. */
export function merchantScope(merchantId: string, visibility: Visibility): MerchantScope {
  return { merchantId, visibility } as MerchantScope;
}

declare const filterBrand: unique symbol;

/**
 * Selects a merchant's products or collections, optionally with one status. Only `visibleTo` makes one, and a query may
 * narrow it. A type, because the driver takes no interface as a filter.
 */
export type ScopeFilter = { readonly [filterBrand]: true; readonly merchantId: string; readonly status?: Status };

/** The filter that every query of a merchant's products or collections starts from. */
export function visibleTo({ merchantId, visibility }: MerchantScope): ScopeFilter {
  return (visibility === 'published' ? { merchantId, status: 'published' } : { merchantId }) as ScopeFilter;
}
