/** The text that the demo prints when everything runs: addresses, tokens, and commands to try. */
import type { Shop } from './catalogue.ts';

export interface Addresses {
  readonly api: string;
  readonly indexer: string;
  readonly storefront: string;
}

export interface Screen {
  readonly addresses: Addresses;
  readonly shops: readonly Shop[];
  /** The engines in use, and where each comes from. */
  readonly engines: readonly string[];
  /** Relative to the project's folder. */
  readonly environmentFile: string;
  readonly logFolder: string;
  readonly tookMs: number;
}

const SHOPS_SHOWN = 4;

export function renderScreen({ addresses, shops, engines, environmentFile, logFolder, tookMs }: Screen): string {
  const { api, indexer, storefront } = addresses;
  const [first] = shops;
  const header = `-H 'Authorization: Bearer ${first?.publishedToken ?? ''}'`;
  const shown = shops
    .slice(0, SHOPS_SHOWN)
    .flatMap((shop) => [`  ${shop.name}`, `    published  ${shop.publishedToken}`, `    all        ${shop.token}`]);
  return [
    '',
    `Ready after ${(tookMs / 1000).toFixed(1)} s.`,
    '',
    `  storefront  ${storefront}`,
    `  API         ${api}/v1   (${api}/readyz, ${api}/metrics)`,
    `  API docs    ${api}/docs`,
    `  indexer     ${indexer}/readyz, ${indexer}/metrics`,
    ...engines.map((line, index) => `  ${index === 0 ? 'engines   ' : '          '}  ${line}`),
    `  logs        ${logFolder}`,
    '',
    'Tokens, the same at each start. Each gives access to one merchant: `published` to what shoppers may see, so it is safe in a',
    'web page; `all` to drafts and archived products, too.',
    ...shown,
    ...(shops.length > SHOPS_SHOWN ? [`  and ${shops.length - SHOPS_SHOWN} more in the storefront`] : []),
    '',
    `Try${first === undefined ? '' : `, with the \`published\` token of ${first.name}`}:`,
    `  curl ${header} -H 'Content-Type: application/json' \\`,
    `    -d '{"query": "${first?.exampleQuery}", "limit": 3, "highlight": true}' ${api}/v1/products/search`,
    `  curl ${header} '${api}/v1/products?perPage=2&sortBy=price'`,
    `  curl ${header} '${api}/v1/collections?search=a&perPage=2'`,
    '',
    'For the commands of operators, in another terminal in this folder:',
    `  set -a; . ${environmentFile}; set +a; node dist/indexer/main.js status`,
    '',
    'Ctrl-C stops everything; the data stays for the next start.',
    '',
  ].join('\n');
}
