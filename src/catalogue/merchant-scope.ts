/**
 * MerchantScope: a merchant and a visibility. Every function that reads a merchant's data takes one, or a filter
 * that was made from one. The API creates scopes in one place, from a valid access token.
 */
import type { ProductFilter } from './product-queries.ts';

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

/** The filter that every query of a merchant's products or collections starts from. */
export function visibleTo({ merchantId, visibility }: MerchantScope): ProductFilter {
  return (visibility === 'published' ? { merchantId, status: 'published' } : { merchantId }) as ProductFilter;
}
