/**
 * Successful searches are logged for their merchant in the background: a bounded sample, without tokens, which never
 * delays a search.
 */
import { CHAIN_MS } from '../../../src/search/analytics/chains.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { metricOf } from '../responses.ts';

let service: TestService;
let api: Api;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    merchants: [...shop('one').merchants, ...shop('two').merchants],
    locations: [...shop('one').locations, ...shop('two').locations],
    products: [product('p1', 'one', { title: 'Red tent' }), product('p2', 'one', { title: 'Blue tent' })],
  });
  [tokens.one, tokens.published, tokens.two] = await Promise.all([
    service.token('one'),
    service.token('one', 'published'),
    service.token('two'),
  ]);
  api = await service.startApi();
  // The products don't change: an indexer would only take CPU time while the tests wait.
  await (await service.startIndexer()).stop();
});
beforeEach(() => service.catalogue.searches.deleteMany({}));
afterAll(() => service.stop());

const search = (query: string, who = 'one', at = api, more: object = {}) =>
  at.request('/v1/products/search', { token: tokens[who] ?? '', json: { query, ...more } });
const logged = () => service.catalogue.searches.find({}).sort({ at: 1, _id: 1 }).toArray();
const queriesLogged = async () => (await logged()).map(({ query }) => query);

/** Searches for `last`, waits until that is logged, and resolves to all logged queries. */
async function loggedUpTo(last: string, who = 'one', at = api): Promise<string[]> {
  await search(last, who, at);
  return eventually(queriesLogged, (queries) => queries.includes(last));
}

test('a search is stored with its merchant, hits and duration, and expires; it has no token, id or address', async () => {
  await search('  Red   TENT ', 'one', api, { limit: 1 });
  await search('hammock', 'published', api, { filter: { inStock: true } });
  await search('hammock', 'two');
  const [first, second, third, ...more] = await eventually(logged, (list) => list.length >= 3);
  expect(more).toEqual([]);
  expect(first).toEqual({
    _id: expect.anything(),
    merchantId: 'one',
    visibility: 'all',
    query: 'red tent',
    hits: 1,
    tookMs: expect.any(Number),
    isFiltered: false,
    at: expect.any(Date),
    expiresAt: expect.any(Date),
  });
  expect(second).toMatchObject({
    merchantId: 'one',
    visibility: 'published',
    query: 'hammock',
    hits: 0,
    isFiltered: true,
  });
  expect(third).toMatchObject({ merchantId: 'two', query: 'hammock', hits: 0, isFiltered: false });
  expect((first?.expiresAt.getTime() ?? 0) - (first?.at.getTime() ?? 0)).toBe(30 * 86_400_000);
  const indexes = await service.catalogue.searches.indexes();
  expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
});

test('only the last of the queries typed letter by letter is logged; each token has its own chain', async () => {
  // Repeated if the machine was too slow for one chain.
  const queries = await eventually(
    async () => {
      await service.catalogue.searches.deleteMany({});
      const startedMs = performance.now();
      for (const query of ['t', 'te', 'ten', 'tent']) {
        await search(query);
        await search(query.slice(0, 2), 'published');
      }
      await search('tent red');
      const isChain = performance.now() - startedMs < CHAIN_MS;
      // Starts a new chain: the last query isn't its prefix.
      await search('tend');
      const found = await loggedUpTo('last');
      return isChain ? found.toSorted() : null;
    },
    (found) => found !== null,
  );
  expect(queries).toEqual(['last', 'te', 'te', 'te', 'tend', 'tent red'].toSorted());
});

test('failed searches are not logged', async () => {
  expect((await search('')).status).toBe(400);
  expect((await api.request('/v1/products/search', { token: 'cat_sk_wrong', json: { query: 'tent' } })).status).toBe(
    401,
  );
  expect(await loggedUpTo('the last')).toEqual(['the last']);
});

test('searches are counted by whether anything was found', async () => {
  const counts = () =>
    Promise.all(['found', 'nothing'].map((outcome) => metricOf(api, `catalogue_searches_total{outcome="${outcome}"}`)));
  const [found = 0, nothing = 0] = await counts();
  await search('tent');
  await search('tent');
  await search('qqqqqq');
  expect(await counts()).toEqual([found + 2, nothing + 1]);
  expect(await loggedUpTo('last')).toEqual(['tent', 'tent', 'qqqqqq', 'last']);
});

test('SEARCH_LOG_SAMPLE=0 logs none, and SEARCH_LOG_DAYS sets the retention', async () => {
  const [none, days] = await Promise.all([
    service.startApi({ SEARCH_LOG_SAMPLE: '0' }),
    service.startApi({ SEARCH_LOG_DAYS: '2' }),
  ]);
  await search('not this', 'one', none);
  await none.stop();
  expect(await loggedUpTo('but this', 'one', days)).toEqual(['but this']);
  const [entry] = await logged();
  expect((entry?.expiresAt.getTime() ?? 0) - (entry?.at.getTime() ?? 0)).toBe(2 * 86_400_000);
});

test('a process that stops writes its pending entries', async () => {
  const other = await service.startApiProcess();
  await search('at the end', 'one', other);
  expect(await other.process.end()).toBe(0);
  expect(await queriesLogged()).toEqual(['at the end']);
});

test('if MongoDB rejects the entries there is one warning, searches work, and dropped entries are counted', async () => {
  const { database } = service;
  // Stands for a user without the right to write: the engines of the tests have no users.
  await database.command({ collMod: 'searches', validator: { never: 'met' } });
  try {
    const other = await service.startApi();
    const dropped = () => metricOf(other, 'catalogue_search_log_dropped_total');
    for (const [count, query] of ['one', 'two', 'three'].entries()) {
      expect((await search(`tent ${query}`, 'one', other)).status).toBe(200);
      await eventually(dropped, (now) => now === count + 1);
    }
    await other.line(({ msg }) => msg.includes('cannot be logged'));
    const warnings = other.log.filter(({ msg }) => msg.includes('cannot be logged'));
    expect(warnings.map(({ level }) => level)).toEqual(['warn']);
    expect(warnings[0]?.err).toMatchObject({ message: 'Document failed validation (code 121)' });
    expect(JSON.stringify(warnings)).not.toContain('tent');
  } finally {
    await database.command({ collMod: 'searches', validator: {} });
  }
  expect(await loggedUpTo('again')).toEqual(['again']);
});

test.each([
  ['before setup', false],
  ['after somebody dropped the collection', true],
])('nothing is written %s, since nothing would expire it', async (_when, hasWritten) => {
  const { database } = service;
  const other = await service.startApi();
  if (hasWritten) await loggedUpTo('first', 'one', other);
  await database.renameCollection('searches', 'searches_kept');
  try {
    expect((await search('tent', 'one', other)).status).toBe(200);
    const { err } = await other.line(({ msg }) => msg.includes('cannot be logged'));
    expect(JSON.stringify(err)).toContain('catalogue setup');
    expect(await database.listCollections({ name: 'searches' }).toArray()).toEqual([]);
  } finally {
    await database.renameCollection('searches_kept', 'searches');
  }
});
