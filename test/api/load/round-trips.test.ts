/** Queries of a page that don't depend on each other are in progress at once, so a slow network delays the page once. */
import { type CommandStartedEvent, type CommandSucceededEvent, MongoClient } from 'mongodb';
import { merchantScope } from '../../../src/catalogue/merchant-scope.ts';
import { type Catalogue, catalogueOf } from '../../../src/catalogue/stored-documents.ts';
import { createFindCollectionPage } from '../../../src/collections/repository.ts';
import { createProductRepository } from '../../../src/products/repository.ts';
import { startMongodbProxy } from '../../support/engines/proxy.ts';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { createService, type TestService } from '../../support/service.ts';
import { BUDGET, NO_VERSIONS } from '../../support/versions.ts';

const LIMIT = 2;
const ids = ['a', 'b', 'c', 'd', 'e'];
const scope = merchantScope('one', 'published');
const { signal } = new AbortController();
const page = { page: 1, perPage: 10 };

let service: TestService;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    collections: [collection('all', 'one')],
    products: ids.map((id) => product(id, 'one')),
    memberships: ids.map((id, position) => membership('all', id, 'one', { position })),
  });
});
afterAll(() => service.stop());

type Read = (catalogue: Catalogue) => Promise<unknown>;

const findProducts =
  (request: object): Read =>
  (catalogue) =>
    repositoryOf(catalogue).findPage(scope, { ...page, ...request }, signal);

const repositoryOf = (catalogue: Catalogue) =>
  createProductRepository({ catalogue, versions: NO_VERSIONS, budget: BUDGET });

const findCollections: Read = (catalogue) =>
  createFindCollectionPage({
    catalogue,
    products: repositoryOf(catalogue),
    versions: NO_VERSIONS,
    budget: BUDGET,
    productsLimit: LIMIT,
    guardedRead: (_operation, read) => read(),
  })(scope, { ...page, search: '' }, ({ members, truncated }) => ({ size: members.length, truncated }), signal);

/** Runs the read. Resolves to its queries: those that began before any of them ended stand together. */
async function roundsOf(read: Read): Promise<string[][]> {
  const client = await MongoClient.connect(service.variables.MONGODB_URL ?? '', { monitorCommands: true });
  const rounds: string[][] = [];
  let hasEnded = true;
  client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    if (hasEnded) rounds.push([]);
    hasEnded = false;
    rounds.at(-1)?.push(`${commandName} ${command[commandName]}`);
  });
  client.on('commandSucceeded', (_event: CommandSucceededEvent) => {
    hasEnded = true;
  });
  try {
    // With connections that are open, a command starts at once.
    await Promise.all([1, 2, 3, 4].map(() => client.db().command({ ping: 1 })));
    rounds.length = 0;
    await read(catalogueOf(client.db()));
    return rounds.map((round) => round.sort());
  } finally {
    await client.close();
  }
}

test('products with a handle are counted and read at once', async () => {
  expect(await roundsOf(findProducts({ handle: 'a' }))).toEqual([['aggregate products', 'find products']]);
});

test('the collection of a page and its memberships are read at once', async () => {
  expect(await roundsOf(findProducts({ collection: 'all' }))).toEqual([
    ['find collections', 'find memberships'],
    ['find products'],
    ['find products'],
  ]);
});

test('collections are counted and read at once', async () => {
  const [first] = await roundsOf(findCollections);
  expect(first).toEqual(['aggregate collections', 'find collections']);
});

test('a page of collections that are cut short does not wait for MongoDB to close their cursors', async () => {
  const proxy = await startMongodbProxy(service);
  const client = await MongoClient.connect(proxy.url);
  proxy.delayAll('killCursors');
  try {
    const found = await findCollections(catalogueOf(client.db()));
    expect(found).toEqual({ total: 1, collections: [{ size: LIMIT, truncated: true }] });
  } finally {
    proxy.releaseAll();
    await client.close();
    await proxy.refuse();
  }
});
