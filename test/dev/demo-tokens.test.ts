/** The demo's tokens are the same at each start on the same data, so that a curl line goes on working; and nobody can guess them. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openShops, type Shop, tokenSecretIn } from '../../dev/demo/catalogue.ts';
import { renderScreen } from '../../dev/demo/screen.ts';
import { settingsIn } from '../../src/config.ts';
import { insert, merchant, product, shop } from '../support/fixtures.ts';
import { createService, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await createService();
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

test('they come again with the same data folder, and others with another one', async () => {
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

test('the first search that is printed uses a token that sees no archived product, and a word that finds something', async () => {
  const shops = await openShops(service.catalogue, await tokenSecretIn(folder));
  expect(shops.map(({ exampleQuery }) => exampleQuery)).toEqual(['person', 'blue']);
  const addresses = { api: 'http://api', indexer: 'http://indexer', storefront: 'http://storefront' };
  const screen = renderScreen({
    addresses,
    shops,
    engines: ['MongoDB and Meilisearch'],
    logFolder: '/logs',
    tookMs: 900,
  });
  const lines = screen.split('\n');
  const search = lines.slice(lines.findIndex((line) => line.startsWith('Try'))).join('\n');
  expect(search).toContain(`Bearer ${shops[0]?.publishedToken}`);
  expect(search).not.toContain(String(shops[0]?.token));
  expect(search).toContain('{"query": "person"');
  expect(screen).toContain('http://api/docs');
  expect(screen).not.toMatch(/\bnot\b/);
});

test('settings given to the demo go on to its processes, and nothing else of the environment does', () => {
  const environment = { CORS_ORIGINS: 'https://shop.test', HOME: '/home/someone', MONGODB_URL_FILE: '/secret' };
  expect(settingsIn(environment)).toStrictEqual({ CORS_ORIGINS: 'https://shop.test' });
});

test('settings that are not given leave what the demo sets by itself', () => {
  expect({ CORS_ORIGINS: '*', ...settingsIn({}) }).toStrictEqual({ CORS_ORIGINS: '*' });
});
