/** Sends one search to the API. */
import type { Service } from '../environment/service.ts';

export interface FoundItem {
  readonly product: { readonly id: string };
  readonly search: { readonly results: readonly { readonly text: string }[] };
}

/** Resolves to the found products, best first. Throws for any status but 200. */
export async function searchProducts(
  { url, authorization }: Pick<Service, 'url' | 'authorization'>,
  request: { readonly query: string; readonly limit?: number },
): Promise<readonly FoundItem[]> {
  const response = await fetch(`${url}/v1/products/search`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  if (response.status !== 200) throw new Error(`Status ${response.status} for the search “${request.query}”`);
  return (await response.json()) as FoundItem[];
}
