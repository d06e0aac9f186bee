/** One search of the real API. */
import type { Service } from './service.ts';

export interface FoundItem {
  readonly product: { readonly id: string };
  readonly search: { readonly results: readonly { readonly text: string }[] };
}

/** Resolves to what was found, best first. Throws when it is answered by anything but 200. */
export async function askSearch(
  { url, authorization }: Pick<Service, 'url' | 'authorization'>,
  asked: { readonly query: string; readonly limit?: number },
): Promise<readonly FoundItem[]> {
  const response = await fetch(`${url}/v1/products/search`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  });
  if (response.status !== 200) throw new Error(`The service answered ${response.status} to “${asked.query}”`);
  return (await response.json()) as FoundItem[];
}
