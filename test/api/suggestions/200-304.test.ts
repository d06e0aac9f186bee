/**
 * `GET /v1/search/suggestions`: successful queries of others, products and collections. Suggestions never contain
 * personal data that people typed, data of another merchant, or data that the token may not see.
 */
import { bare, collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';

const DAY_MS = 86_400_000;

let service: TestService;
let api: Api;
const tokens = { all: '', published: '', other: '' };

interface Logged {
  readonly query: string;
  /** The age of each search in days. */
  readonly days?: readonly number[];
  readonly hits?: number;
  readonly merchantId?: string;
  readonly visibility?: 'all' | 'published';
}

/** More than the greatest limit. */
const numbers = Array.from({ length: 25 }, (_, index) => index);

const OFTEN = [0, 0, 0, 1, 1];

/** Characters that are no letters, and a letter that is a mark. The engine ignores them beside words. */
const SYMBOLS = ['ⓙⓞⓗⓝ', '🅙🅞🅗🅝', '🇯🇴🇭🇳', '💩', '\u202etent', 'te\u036dnt'];

/** Inserts searches as the API logs them. */
async function log(...searches: readonly Logged[]): Promise<void> {
  await service.catalogue.searches.insertMany(
    searches.flatMap(({ query, days = OFTEN, hits = 3, merchantId = 'one', visibility = 'published' }) =>
      days.map((day) => ({
        merchantId,
        visibility,
        query,
        hits,
        tookMs: 1,
        isFiltered: false,
        at: new Date(Date.now() - day * DAY_MS),
        expiresAt: new Date(Date.now() + DAY_MS),
      })),
    ),
  );
}

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    products: [
      product('red', 'one', { ...bare, title: 'Red tent for two', specifications: { Season: 'Winter' } }),
      product('blue', 'one', { ...bare, title: 'Blue tent', description: 'Called Tempest by its maker' }),
      product('secret', 'one', { ...bare, title: 'Tentacle lamp', status: 'draft' }),
      product('creme', 'one', { ...bare, title: 'Crème brûlée torch' }),
      product('perfume', 'one', { ...bare, title: 'عطر ١٠٠ مل' }),
      product('canopy', 'one', {
        ...bare,
        title: 'Canopy',
        subtitle: 'Stormproof',
        variants: [{ key: 'Colour', value: 'Turquoise' }],
      }),
      product('gloves', 'one', { ...bare, title: "Men's gloves" }),
      product('shoes', 'one', { ...bare, title: 'کفش\u200cهای چرمی مردانه' }),
      product('sandals', 'one', { ...bare, title: '夏季凉鞋' }),
      product('parcel', 'one', { ...bare, title: 'Parcel' }),
      ...numbers.map((number) => product(`bead-${number}`, 'one', { ...bare, title: `Bead ${number}` })),
    ],
    collections: [
      collection('tents', 'one', { name: 'Tents', handle: 'tents' }),
      collection('big', 'one', { name: 'Big tents', handle: 'big-tents' }),
      collection('hidden', 'one', { name: 'Tents to come', handle: 'to-come', status: 'draft' }),
      collection('extents', 'one', { name: 'Extents', handle: 'extents' }),
      collection('small', 'one', { name: 'Small tents without products' }),
      collection('drafts', 'one', { name: 'Tentacles' }),
      collection('summer', 'one', { name: 'Ma collection d’été' }),
      collection('shoes', 'one', { name: '夏季凉鞋' }),
      ...numbers.map((number) => collection(`beads-${number}`, 'one', { name: `Beads ${number}` })),
    ],
    memberships: [
      membership('tents', 'red', 'one'),
      membership('big', 'red', 'one'),
      membership('big', 'blue', 'one'),
      membership('hidden', 'red', 'one'),
      membership('drafts', 'secret', 'one'),
      membership('shoes', 'sandals', 'one'),
      ...['extents', 'summer'].map((id) => membership(id, 'parcel', 'one')),
      ...numbers.map((number) => membership(`beads-${number}`, `bead-${number}`, 'one')),
    ],
  });
  await insert(service.catalogue, {
    ...shop('two'),
    products: [product('foreign', 'two', { title: 'Tent of another shop' })],
    collections: [collection('foreign-c', 'two', { name: 'Tents of another shop' })],
    memberships: [membership('foreign-c', 'foreign', 'two')],
  });
  await log(
    { query: 'tent' },
    { query: 'tent red', days: [0, 1, 2, 3, 4, 5, 6] },
    { query: 'tent winter', days: [0, 0, 0, 0, 0, 0, 0, 0, 1] },
    // Often, but long ago.
    { query: 'tent tents', days: Array.from({ length: 8 }, (_day, index) => 60 + index) },
    // Not often enough, on one day, or not found.
    { query: 'tent two', days: [0, 1, 2, 3] },
    { query: 'tent for', days: [0, 0, 0, 0, 0, 0] },
    { query: 'tent blue', hits: 0 },
    // Personal data typed by mistake, names and numbers, though some of the words found products.
    { query: 'tent for maria svensson', days: [0, 1, 2, 3, 4, 5, 6] },
    { query: 'tent 4929123456789012', days: [0, 1, 2, 3, 4, 5, 6] },
    { query: 'tent maria@example.com', days: [0, 1, 2, 3, 4, 5, 6] },
    ...SYMBOLS.map((symbols) => ({ query: `tent red ${symbols}`, days: [0, 1, 2, 3, 4, 5, 6] })),
    // Words of different products, of a description, of a draft, and a prefix.
    { query: 'tent red blue' },
    { query: 'tent tempest' },
    { query: 'tentacle lamp' },
    { query: 'tent wint' },
    { query: 'tent of another', merchantId: 'two' },
    // Products of the first merchant have its words, and none of the second.
    { query: 'tent winter', merchantId: 'two' },
    // Only searched for with an `all` token.
    { query: 'tent for two', visibility: 'all' },
    { query: 'creme brulee' },
    { query: 'عطر ١٠٠' },
    { query: 'canopy stormproof' },
    { query: 'canopy turquoise' },
    { query: "men's gloves" },
    // More queries that aren't known than are checked at once.
    ...numbers.map((number) => ({ query: `stormproof x${number}x`, days: [0, 0, 0, 0, 0, 0, 0, 1] })),
    { query: 'stormproof canopy' },
    // Other spellings of one query, and a query for other products.
    { query: 'torch creme', days: [0, 0, 0, 0, 1, 1] },
    { query: 'torch crème' },
    { query: 'torch & creme.' },
    { query: 'torch -brulee' },
    { query: 'torch －brulee' },
    { query: '夏季凉鞋' },
    { query: 'کفش\u200cهای چرمی' },
    ...numbers.map((number) => ({ query: `bead ${number}` })),
  );
  tokens.all = await service.token('one');
  tokens.published = await service.token('one', 'published');
  tokens.other = await service.token('two', 'published');
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
  for (const token of Object.values(tokens)) await untilSuggested(api, token);
});
afterAll(() => service.stop());

/** Resolves when the API has read the frequent queries for this token. Its first response doesn't wait long for them. */
const untilSuggested = (at: Api, token: string) =>
  eventually(
    () => at.request('/v1/search/suggestions?query=ten', { token }),
    ({ status, body }) => status === 200 && body.data.queries.length > 0,
  );

const send = (query: string, token = tokens.published, more = '') =>
  api.request(`/v1/search/suggestions?query=${encodeURIComponent(query)}${more}`, { token });

interface Suggestions {
  readonly queries: { text: string }[];
  readonly products: { id: string }[];
  readonly collections: { id: string; name: string; handle: string }[];
}

async function suggested(query: string, token?: string, more?: string) {
  const { status, body } = await send(query, token, more);
  expect(status).toBe(200);
  const { queries, products, collections } = (body as { data: Suggestions }).data;
  return {
    queries: queries.map(({ text }) => text),
    products: products.map(({ id }) => id),
    collections: collections.map(({ id }) => id),
  };
}

test('frequent queries of at least two days that found products: the recently most frequent first', async () => {
  expect((await suggested('ten')).queries).toEqual(['tent winter', 'tent red', 'tent', 'tent tents']);
  expect((await suggested('tent')).queries).toEqual(['tent winter', 'tent red', 'tent tents']);
  expect((await suggested('tent w')).queries).toEqual(['tent winter']);
  expect((await suggested('TENT R')).queries).toEqual(['tent red']);
  expect((await suggested('crème b')).queries).toEqual(['creme brulee']);
  expect((await suggested('عطر 1')).queries).toEqual(['عطر ١٠٠']);
  expect((await suggested('red')).queries).toEqual([]);
});

test('each word of a query may be in the title, subtitle, a variant or a specification of the product', async () => {
  expect((await suggested('canopy')).queries.toSorted()).toEqual(['canopy stormproof', 'canopy turquoise']);
});

test('SUGGESTIONS_MIN_SEARCHES says how often a query must have been asked', async () => {
  for (const [least, queries] of [
    ['4', ['tent winter', 'tent red', 'tent two', 'tent tents']],
    ['8', ['tent winter', 'tent tents']],
  ] as const) {
    const other = await service.startApi({ SUGGESTIONS_MIN_SEARCHES: least });
    await untilSuggested(other, tokens.published);
    const { body } = await other.request('/v1/search/suggestions?query=tent', { token: tokens.published });
    expect([least, body.data.queries.map(({ text }: { text: string }) => text)]).toEqual([least, queries]);
  }
});

test('a name or number that shoppers typed is never suggested, however often', async () => {
  for (const typed of ['tent for m', 'tent for maria', 'tent 4', 'tent 49291234', 'tent maria'])
    for (const token of [tokens.published, tokens.all]) expect((await suggested(typed, token)).queries).toEqual([]);
});

test('symbols that shoppers typed are never suggested', async () => {
  for (const token of [tokens.published, tokens.all]) expect((await suggested('tent red ', token)).queries).toEqual([]);
});

test('queries that are not known hide the others for a few key presses only', async () => {
  await eventually(
    () => suggested('storm'),
    ({ queries }) => queries.length > 0,
  );
  expect((await suggested('storm')).queries).toEqual(['stormproof canopy']);
});

test('a query is not suggested once a search rule hides its only products', async () => {
  const rule = { _id: 'rule', merchantId: 'one', query: 'stormproof canopy', hidden: ['canopy'] };
  await service.database.collection<{ _id: string }>('search_rules').insertOne(rule);
  await eventually(
    () => suggested('storm'),
    ({ queries }) => queries.length === 0,
  );
  expect((await suggested('canopy s')).queries).toEqual(['canopy stormproof']);
});

test('the same words are suggested once, as they are typed most, and never a query that excludes words', async () => {
  expect((await suggested('torch')).queries).toEqual(['torch creme']);
});

test('punctuation around the text makes no difference', async () => {
  for (const typed of ['canopy,', '(canopy', '"canop', '🎪 canopy?', 'canopy-'])
    expect([typed, (await suggested(typed)).queries.length]).toEqual([typed, 2]);
});

test('a query with a joiner between its letters is suggested', async () => {
  expect((await suggested('کفش')).queries).toEqual(['کفش\u200cهای چرمی']);
});

test('a published token gets queries of published tokens; another merchant gets none of them', async () => {
  expect((await suggested('tent for')).queries).toEqual([]);
  expect((await suggested('tent for', tokens.all)).queries).toEqual(['tent for two']);
  expect(await suggested('tent', tokens.other)).toEqual({
    queries: ['tent of another'],
    products: ['foreign'],
    collections: ['foreign-c'],
  });
});

test('a query is no longer suggested once no published product has its words', async () => {
  expect((await suggested('tent wi')).queries).toEqual(['tent winter']);
  await service.catalogue.products.updateOne({ _id: 'red' }, { $set: { 'specifications.Season': 'Summer' } });
  await eventually(
    () => suggested('tent wi'),
    ({ queries }) => queries.length === 0,
  );
});

test('products as a search finds them, and collections by prefixes of their words', async () => {
  expect((await suggested('ten')).products.toSorted()).toEqual(['blue', 'red']);
  expect((await suggested('ten', tokens.all)).products.toSorted()).toEqual(['blue', 'red', 'secret']);
  expect((await suggested('ten')).collections).toEqual(['tents', 'big']);
  expect((await suggested('ten', tokens.all)).collections.toSorted()).toEqual(['big', 'drafts', 'hidden', 'tents']);
  const { body } = await send('big t');
  expect(body.data.collections).toEqual([{ id: 'big', name: 'Big tents', handle: 'big-tents' }]);
  const list = await api.request('/v1/products/search', {
    token: tokens.published,
    json: { query: 'blue tent', limit: 1 },
  });
  expect((await send('blue tent', tokens.published, '&limit=1')).body.data.products).toEqual([list.body[0].product]);
});

test('products have every word, or some of the words if none has all of them', async () => {
  expect((await suggested('red ten')).products).toEqual(['red']);
  expect((await suggested('red blue ten')).products.toSorted()).toEqual(['blue', 'red']);
});

test('apostrophes, further spaces and case make no difference', async () => {
  for (const typed of ["d'été", 'd’ete', 'ma  coll', '  Ma   collection  d’', "collection d'e"])
    expect([typed, (await suggested(typed)).collections]).toEqual([typed, ['summer']]);
  for (const typed of ['men’s', "MEN'S  gl", "  men's"])
    expect([typed, (await suggested(typed)).queries]).toEqual([typed, ["men's gloves"]]);
});

test('a collection whose name has the text anywhere, in a script without spaces', async () => {
  expect((await suggested('凉鞋')).collections).toEqual(['shoes']);
  expect((await suggested('夏季')).collections).toEqual(['shoes']);
});

test.each(['ـ', '\u064e', ' ـ '])('a text that folds to nothing suggests nothing: %j', async (typed) => {
  const { queries, collections } = await suggested(typed);
  expect({ queries, collections }).toEqual({ queries: [], collections: [] });
});

test('a collection with a name of millions of marks', async () => {
  const name = `Tents o${'\u0301'.repeat(5_000_000)}`;
  await insert(service.catalogue, {
    ...shop('marks'),
    products: [product('marked', 'marks')],
    collections: [collection('marked-c', 'marks', { name })],
    memberships: [membership('marked-c', 'marked', 'marks')],
  });
  const { status } = await api.request('/v1/search/suggestions?query=te', { token: await service.token('marks') });
  expect(status).toBe(200);
});

test('a renamed collection is suggested by its new name at once', async () => {
  expect((await suggested('bivou')).collections).toEqual([]);
  await service.catalogue.collections.updateOne({ _id: 'extents' }, { $set: { name: 'Bivouacs' } });
  await eventually(
    () => suggested('bivou'),
    ({ collections }) => collections.length === 1,
  );
});

test('`limit` bounds each list, and no finds are three empty lists', async () => {
  const { queries, products, collections } = await suggested('ten', tokens.published, '&limit=1');
  expect([queries.length, products.length, collections.length]).toEqual([1, 1, 1]);
  for (const [limit, count] of [
    ['', 8],
    ['&limit=20', 20],
  ] as const) {
    const found = await suggested('bead', tokens.published, limit);
    expect(Object.values(found).map(({ length }) => length)).toEqual([count, count, count]);
  }
  expect(await suggested('zzzzqqqq')).toEqual({ queries: [], products: [], collections: [] });
  for (const typed of ['"', '-', '%', '\\', '""" -x', '\u0000', '💥', '"tent', '(.*)', 'x'.repeat(100)])
    await suggested(typed);
});

test('HEAD has no body, and the ETag leads to a 304', async () => {
  const first = await send('blue');
  const path = '/v1/search/suggestions?query=blue';
  const head = await api.request(path, { token: tokens.published, method: 'HEAD' });
  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', first.headers.get('etag')]);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect(first.headers.get('vary')).toBe('Authorization, Accept-Encoding');
  const headers = { 'if-none-match': String(first.headers.get('etag')) };
  const again = await api.request(path, { token: tokens.published, headers });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('requests for suggestions are not logged as searches; searches are logged with their visibility', async () => {
  const count = await service.catalogue.searches.countDocuments({ query: 'unheard of words' });
  await suggested('unheard of words');
  await api.request('/v1/products/search', { token: tokens.all, json: { query: 'unheard of words two' } });
  await eventually(
    () => service.catalogue.searches.findOne({ query: 'unheard of words two' }),
    (found) => found?.visibility === 'all',
  );
  expect(await service.catalogue.searches.countDocuments({ query: 'unheard of words' })).toBe(count);
});
