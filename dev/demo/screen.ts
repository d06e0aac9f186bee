/** What the demo prints once everything runs: where it is, with what token, and what to try. */
import type { Shop } from './catalogue.ts';

export interface Addresses {
  readonly api: string;
  readonly indexer: string;
  readonly storefront: string;
}

const SHOPS_SHOWN = 4;

export function renderScreen(
  addresses: Addresses,
  shops: readonly Shop[],
  how: readonly string[],
  logFolder: string,
  tookMs: number,
): string {
  const { api, indexer, storefront } = addresses;
  const [first] = shops;
  const token = first?.token ?? '';
  const shown = shops
    .slice(0, SHOPS_SHOWN)
    .flatMap((shop) => [`  ${shop.name}`, `    all        ${shop.token}`, `    published  ${shop.publishedToken}`]);
  return [
    '',
    `Ready after ${(tookMs / 1000).toFixed(1)} s.`,
    '',
    `  storefront  ${storefront}`,
    `  API         ${api}/v1   (${api}/readyz, ${api}/metrics)`,
    `  indexer     ${indexer}/readyz, ${indexer}/metrics`,
    ...how.map((line, index) => `  ${index === 0 ? 'engines   ' : '          '}  ${line}`),
    `  logs        ${logFolder}`,
    '',
    'Tokens (one merchant each; `published` is safe in a page):',
    ...shown,
    ...(shops.length > SHOPS_SHOWN ? [`  and ${shops.length - SHOPS_SHOWN} more in the storefront`] : []),
    '',
    'Try:',
    `  curl -H 'Authorization: Bearer ${token}' '${api}/v1/products?perPage=2&sortBy=price'`,
    `  curl -H 'Authorization: Bearer ${token}' '${api}/v1/collections?search=a&perPage=2'`,
    `  curl -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\`,
    `    -d '{"query": "blue", "limit": 3, "highlight": true}' ${api}/v1/products/search`,
    '',
    'Ctrl-C stops everything; the data stays for the next start.',
    '',
  ].join('\n');
}
