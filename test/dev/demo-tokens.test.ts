/**
 * The demo's tokens stay the same across starts on the same data, so that curl examples still work, and can't be
 * guessed.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openShops, type Shop, tokenSecretIn } from '../../dev/demo/catalogue.ts';
import { renderScreen } from '../../dev/demo/screen.ts';
import { settingsIn } from '../../dev/demo/settings.ts';
import { insert, merchant, product, shop } from '../support/fixtures.ts';
import { createService, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  folder = await mkdtemp(join(tmpdir(), 'catalogue-demo-'));
  await insert(service.catalogue, {
    ...shop('one'),
    merchants: [merchant('one'), merchant('two')],
    products: [
      product('red', 'one', { title: 'A 2-person tent, red', createdAt: new Date('2026-03-01') }),
      product('old', 'one', { title: 'Lantern', status: 'archived', createdAt: new Date('2026-04-01') }),
    ],
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.stop();
});

const tokensOf = (shops: readonly Shop[]) => shops.flatMap(({ token, publishedToken }) => [token, publishedToken]);

test('they are the same for the same data folder, and differ for another one', async () => {
  const first = await openShops(service.catalogue, await tokenSecretIn(folder));
  const again = await openShops(service.catalogue, await tokenSecretIn(folder));
  expect(again).toEqual(first);
  expect(new Set(tokensOf(first)).size).toBe(4);
  expect((await stat(join(folder, 'token-secret'))).mode & 0o777).toBe(0o600);

  const api = await service.startApi();
  for (const token of tokensOf(first)) expect((await api.request('/v1/products', { token })).status).toBe(200);

  const elsewhere = await openShops(service.catalogue, Buffer.alloc(32));
  expect(tokensOf(elsewhere).filter((token) => tokensOf(first).includes(token))).toEqual([]);
  expect(await service.catalogue.accessTokens.countDocuments()).toBe(4);
});

test('the first printed search uses a token that sees no archived product, and a word that finds something', async () => {
  const shops = await openShops(service.catalogue, await tokenSecretIn(folder));
  expect(shops.map(({ exampleQuery }) => exampleQuery)).toEqual(['person', 'blue']);
  const addresses = { api: 'http://api', indexer: 'http://indexer', storefront: 'http://storefront' };
  const screen = renderScreen({
    addresses,
    shops,
    engines: ['MongoDB and Meilisearch'],
    environmentFile: '.demo/env',
    logFolder: '/logs',
    tookMs: 900,
  });
  const lines = screen.split('\n');
  const search = lines.slice(lines.findIndex((line) => line.startsWith('Try'))).join('\n');
  expect(search).toContain(`Bearer ${shops[0]?.publishedToken}`);
  expect(search).not.toContain(String(shops[0]?.token));
  expect(search).toContain('{"query": "person"');
  expect(screen).toContain('http://api/docs');
  expect(screen).toContain('set -a; . .demo/env; set +a; node dist/indexer/main.js status');
});

test('the demo passes only settings to its processes, not the rest of the environment', () => {
  const environment = { CORS_ORIGINS: 'https://shop.test', HOME: '/home/someone', MONGODB_URL_FILE: '/secret' };
  expect(settingsIn(environment)).toStrictEqual({ CORS_ORIGINS: 'https://shop.test' });
});

test('settings that are not given are absent, so the demo keeps its own', () => {
  expect(settingsIn({})).toStrictEqual({});
});
