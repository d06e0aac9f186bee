/** The package as published: its files, and the examples of its README, compiled and run in a separate project. */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { createCatalogueClient, type SearchBody } from '../../client/src/index.ts';
import { PROJECT } from '../../dev/project.ts';
import { collection, insert, membership, product, shop } from '../support/fixtures.ts';
import { createService, type TestService } from '../support/service.ts';
import { createProject, type OwnProject } from './support/own-project.ts';

let project: OwnProject;

beforeAll(async () => {
  project = await createProject();
});
afterAll(() => project?.remove());

const examplesIn = async (document: string): Promise<string[]> => {
  const text = await readFile(join(PROJECT, document), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
};
const usesInstantSearch = (code: string) => code.includes("from 'instantsearch.js'");

const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  types: [],
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
};

test('the package has its licence, its README, and a module and types for each source', async () => {
  const sources = await readdir(join(PROJECT, 'client/src'), { recursive: true });
  const modules = sources.filter((name) => name.endsWith('.ts')).map((name) => `dist/${name.slice(0, -3)}`);
  const files = modules.flatMap((name) => [`${name}.js`, `${name}.d.ts`]);
  expect(project.packed.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json', ...files].toSorted());
});

test('the version is that of the service, also in the file names of the documents', async () => {
  const read = (path: string) => readFile(join(PROJECT, path), 'utf8');
  const versionIn = async (path: string) => (JSON.parse(await read(path)) as { version: string }).version;
  const version = await versionIn('package.json');
  expect(await versionIn('client/package.json')).toBe(version);
  for (const document of ['client/README.md', 'docs/storefront.md'])
    expect(await read(document)).toContain(`./merchant-catalogue-client-${version}.tgz`);
});

test('what is not given may be undefined, and what the README says of types compiles', async () => {
  const code = `
    import { type CatalogueClient, createCatalogueClient } from '@merchant-catalogue/client';
    import type { FacetName, Product, ReducedProduct } from '@merchant-catalogue/client';
    import type { Hit } from 'instantsearch.js';

    export const make = (limitMs?: number) =>
      createCatalogueClient({ baseUrl: 'https://catalogue.example.com', token: '', retry: { withinMs: limitMs } });
    export const list = (catalogue: CatalogueClient, collection?: string, signal?: AbortSignal) =>
      catalogue.listProducts({ collection }, { signal });
    export const search = (catalogue: CatalogueClient, Material?: readonly string[], collection?: string) =>
      catalogue.search({ filter: { collection, specifications: { Material } } });
    export const count = (catalogue: CatalogueClient, facets: readonly FacetName[]) =>
      catalogue.search({ facets: [...facets, 'price', 'specifications.Material', 'variants.Colour'] });
    // @ts-expect-error
    export const misspelt = (catalogue: CatalogueClient) => catalogue.search({ facets: ['colour'] });
    export const titleOf = (hit: Hit<ReducedProduct> | Hit<Product>) => hit.title + hit.objectID;
  `;
  const options = { ...STRICT, module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true };
  await project.compile({ types: code }, options);
});

test('tools that read no `exports`, such as Parcel and TypeScript with `node10`, find the module and its types', async () => {
  const { main, types, exports } = JSON.parse(await readFile(join(PROJECT, 'client/package.json'), 'utf8'));
  expect({ types, default: main }).toEqual(exports['.']);
});

test('the InstantSearch examples match its types', async () => {
  const examples = [...(await examplesIn('client/README.md')), ...(await examplesIn('docs/storefront.md'))];
  const modules = examples.filter(usesInstantSearch).map((code, index) => [`page-${index + 1}`, code]);
  expect(modules).toHaveLength(2);
  // Bundler resolution; the types of the library itself aren't checked.
  const options = { ...STRICT, module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true };
  await project.compile(Object.fromEntries(modules), options);
});

/** A server that sends the searches of its pages to the API. Express parses a body only by its Content-Type. */
async function startOwnServer(baseUrl: string, token: string) {
  const catalogue = createCatalogueClient({ baseUrl, token });
  const app = express().post('/search', express.json(), async (request, response) => {
    response.json(await catalogue.search(request.body as SearchBody));
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('the examples of the README', () => {
  let service: TestService;
  let ownServer: Awaited<ReturnType<typeof startOwnServer>>;

  beforeAll(async () => {
    service = await createService({ withIndexes: false });
    const tents = ['Red tent', 'Blue dome', 'Green yurt'];
    const idOf = (title: string) => title.toLowerCase().replace(' ', '-');
    await insert(service.catalogue, {
      ...shop('one'),
      products: tents.map((title) => product(idOf(title), 'one', { title, handle: idOf(title), variants: [] })),
      collections: [collection('tents', 'one', { name: 'Tents' })],
      memberships: tents.map((title, position) => membership('tents', idOf(title), 'one', { position })),
    });
    const starting = [service.startApi(), service.token('one', 'published'), service.startIndexer()] as const;
    const [api, token] = await Promise.all(starting);
    ownServer = await startOwnServer(api.url, token);
    const ownUrl = `http://127.0.0.1:${(ownServer.address() as AddressInfo).port}`;
    const examples = (await examplesIn('client/README.md')).filter((code) => !usesInstantSearch(code));
    const modules = examples.map((code, index) => [
      `example-${index + 1}`,
      code
        .replaceAll('https://catalogue.example.com', api.url)
        .replaceAll('https://shop.example.com/api', ownUrl)
        .replaceAll('cat_pk_…', token),
    ]);
    await project.compile(Object.fromEntries(modules), { ...STRICT, module: 'nodenext', skipLibCheck: false });
  });
  afterAll(async () => {
    ownServer?.close();
    await service.stop();
  });

  test.each(
    [
      ['a search', ['Red tent', 'Blue dome', 'Green yurt']],
      [
        'a page of results',
        ['3 products, page 1 of 1: Blue dome, Green yurt, Red tent', 'Prices from 19.95 to 19.95', 'steel (3)'],
      ],
      ['marks, corrections and empty pages', ['Shown for “green yurt”', '[Green] [yurt]']],
      ['every page of a list', ['Page 1 of 2: Red tent, Blue dome', 'Page 2 of 2: Green yurt']],
      ['a product page', ['Red tent: 19.95 EUR']],
      ['a search box: only what is shown for the last text', ['Nothing to complete', 'Red tent']],
      ['errors', ['404 product_not_found product-page-7']],
      ['on a server', ['200 1']],
      ['InstantSearch with a server of your own', ['3']],
    ].map(([name, expected], index) => [name, index + 1, expected] as const),
  )('%s', async (_name, number, expected) => {
    expect(await project.run(`example-${number}`)).toEqual(expected);
  });
});
