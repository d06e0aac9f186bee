/**
 * The set of products that a query finds: inflected, unfinished and misspelt words, identifiers, the merchant's rules,
 * omitted words.
 */
import { bare, collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { idsIn, resultsOf } from './support.ts';

const TITLES: Readonly<Record<string, string>> = {
  run1: 'Running shoes',
  run2: 'Shoes for runners who run',
  walk: 'Walking shoe',
  battery1: 'Rechargeable battery',
  battery2: 'Batteries',
  batter: 'Cake batter mix',
  ...Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`cell${index}`, `Battery cell ${index}`])),
  head1: 'Wireless headphones',
  head2: 'Red headphones',
  head3: 'Headphone stand',
  light: 'Garden light',
  lightning: 'Lightning cable',
  sofa: 'Grey sofa',
  ...Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`bed${index}`, `Dog bed ${index}`])),
  bowl: 'Blue bowl for a dog',
  couch1: 'Blue couch',
  couch2: 'Green couch',
  tea1: 'Green tea',
  tea2: 'Black tea',
  tea3: 'White tea',
  drill: 'Cordless drill DRL-18V/BL',
  saw: 'Cordless saw',
  sawbench: 'Cordless sawbench',
  desk: 'Oak desk',
  desktop: 'Desktop computer',
  ...Object.fromEntries(
    Array.from({ length: 4 }, (_, index) => [`dashed${index}`, `Engine oil 5W-30, grade ${index}`]),
  ),
  undashed: 'Engine oil 5W30',
  'card-spaced': 'Graphics RTX 3080',
  'card-joined': 'Graphics RTX3080',
  ...Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`card-ti${index}`, `Graphics RTX3080Ti ${index}`])),
  shell: '手机壳',
  lens: '相机镜头',
  kettle17: 'Kettle 1.7 l',
  kettle05: 'Kettle 0.5 l with 1 lid',
  pipe: 'Pipe 3/4 in.',
  jacket: 'Waterproof hiking jacket',
  table1: 'Wooden table',
  table2: 'Glass table',
  tablet1: 'Android tablet',
  tablet2: 'Tablet sleeve',
  skirt: 'Pleated skirt',
  skirting: 'White skirting',
  ...Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`shirt${index}`, `Linen shirt ${index}`])),
};

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    ...shop('one'),
    products: [
      ...Object.entries(TITLES).map(([id, title]) => product(id, 'one', { ...bare, title })),
      product('hidden-name', 'one', { ...bare, title: 'Mug' }),
    ],
    collections: [collection('secret', 'one', { status: 'draft', name: 'Clandestine' })],
    memberships: [membership('secret', 'hidden-name', 'one')],
    searchRules: [
      { _id: 'r1', merchantId: 'one', synonyms: ['settee', 'couch'] },
      { _id: 'r2', merchantId: 'one', query: 'tea', pinned: ['drill', 'tea3'], hidden: ['tea2'] },
    ],
  });
  token = await service.token('one');
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
  await eventually(
    () => resultsOf(api, token, {}),
    ({ meta }) => meta.total === Object.keys(TITLES).length + 1,
  );
});
afterAll(() => service.stop());

/** The ids that are found, sorted to compare them as a set, and what the response reports about the query. */
async function setOf(query: string, more: object = {}) {
  const { meta, data, facets } = await resultsOf(api, token, {
    query,
    sort: { by: 'title', order: 'asc' },
    perPage: 100,
    facets: ['status'],
    ...more,
  });
  // Every product has a status.
  const counts = facets.status.values.map(({ count }: { count: number }) => count);
  expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(meta.total);
  return {
    ids: idsIn({ data }).toSorted(),
    total: meta.total,
    relaxed: meta.isRelaxed,
    corrected: meta.correctedQuery,
  };
}

const found = (...ids: readonly string[]) => ({
  ids: ids.toSorted(),
  total: ids.length,
  relaxed: false,
  corrected: null,
});
const OILS = Object.keys(TITLES).filter((id) => id.startsWith('dashed'));
const cells = Object.keys(TITLES).filter((id) => id.startsWith('cell'));

test.each<[string, readonly string[]]>([
  ['run', ['run1', 'run2']],
  ['shoe', ['run1', 'run2', 'walk']],
  ['batteries', ['battery1', 'battery2', ...cells]],
  ['light', ['light']],
  ['green', ['tea1', 'couch2']],
  ['the green', ['tea1', 'couch2']],
  ['"green tea"', ['tea1']],
  ['tea -green', ['tea2', 'tea3']],
  ['相机', ['lens']],
])('all forms of the words: %s', async (query, ids) => {
  expect(await setOf(query)).toEqual(found(...ids));
});

test.each<[string, readonly string[]]>([
  ['hea', ['head1', 'head2', 'head3']],
  ['red hea', ['head2']],
  ['headph', ['head1', 'head2', 'head3']],
  ['lightn', ['lightning']],
  // A product has this very word, but many more have a longer one.
  ['batter', ['battery1', 'battery2', 'batter', ...cells]],
])('an unfinished last word: %s', async (query, ids) => {
  expect(await setOf(query)).toEqual(found(...ids));
});

test.each<[string, readonly string[]]>([
  ['tables', ['table1', 'table2']],
  ['wooden tables', ['table1']],
  // Nearly all longer words within one typing error are shirts.
  ['skirt', ['skirt', 'skirting']],
  ['skirts', ['skirt', 'skirting']],
])('a word like a more usual one is no misspelling of it: %s', async (query, ids) => {
  expect(await setOf(query)).toEqual(found(...ids));
});

test.each<[string, string, readonly string[]]>([
  ['hedphones', 'headphones', ['head1', 'head2', 'head3']],
  ['red hedphones', 'red headphones', ['head2']],
  ['Waterprof  jacket', 'waterproof  jacket', ['jacket']],
  ['rechargealbe battery', 'rechargeable battery', ['battery1']],
  // Words of four letters, with a letter too few, and with exchanged letters.
  ['blak tea', 'black tea', ['tea2']],
  ['gren couch', 'green couch', ['couch2']],
])('a misspelt word: %s is %s', async (query, corrected, ids) => {
  expect(await setOf(query)).toEqual({ ...found(...ids), corrected });
});

test.each<[string, string, readonly string[]]>([
  ['dsek', 'desk', ['desk', 'desktop']],
  ['corldess saw', 'cordless saw', ['saw', 'sawbench']],
  ['CORLDESS SAW', 'cordless saw', ['saw', 'sawbench']],
])('the set of a misspelt query is that of the corrected one: %s is %s', async (query, corrected, ids) => {
  expect(await setOf(query)).toEqual({ ...found(...ids), corrected });
  expect(await setOf(corrected)).toEqual(found(...ids));
});

test('if no product has all words, those with the rarest ones', async () => {
  expect(await setOf('purple waterproof jacket')).toEqual({ ...found('jacket'), relaxed: true });
  // "waterproof" is rarer than "headphones".
  expect(await setOf('waterproof headphones')).toEqual({ ...found('jacket'), relaxed: true });
  expect(await setOf('red hedphones xyzzy')).toEqual({
    ...found('head2'),
    relaxed: true,
    corrected: 'red headphones xyzzy',
  });
  // An omitted word is corrected, too.
  expect(await setOf('waterprof hedphones')).toEqual({
    ...found('jacket'),
    relaxed: true,
    corrected: 'waterproof headphones',
  });
  expect(await setOf('xyzzy qwrtp')).toEqual(found());
  expect(await setOf('!?')).toEqual(found());
});

test('words of the best product rather than rarer ones', async () => {
  const beds = { ...found('bed0', 'bed1', 'bed2', 'bed3'), relaxed: true };
  expect(await setOf('blue dog bed')).toEqual(beds);
  expect(await setOf('dog bed blue')).toEqual(beds);
  expect(await setOf('blue dog bedd')).toEqual({ ...beds, corrected: 'blue dog bed' });
  // Every page has the same set, in any order.
  const pages = [1, 2].map((page) => resultsOf(api, token, { query: 'blue dog bed', perPage: 2, page }));
  expect((await Promise.all(pages)).map(({ meta }) => [meta.total, meta.lastPage])).toEqual([
    [4, 2],
    [4, 2],
  ]);
});

test('a decimal or a fraction is neither its digits nor a similar number', async () => {
  for (const query of ['kettle 1,7 l', 'kettle 1.7l', 'kettle 1,7'])
    expect([query, await setOf(query)]).toEqual([query, found('kettle17')]);
  for (const query of ['kettle 1,5 l', 'kettle 1.5l', 'kettle 1,5'])
    expect([query, await setOf(query)]).toEqual([query, { ...found('kettle17', 'kettle05'), relaxed: true }]);
  expect(await setOf('1/4 in. pipe')).toEqual({ ...found('pipe'), relaxed: true });
});

test('if no product has a phrase, those with its words, which is said', async () => {
  expect(await setOf('"tea green"')).toEqual({ ...found('tea1'), relaxed: true });
  expect(await setOf('"red hedphones"')).toEqual({ ...found('head2'), relaxed: true, corrected: '"red headphones"' });
});

test('a synonym, if no product has the word itself', async () => {
  expect(await setOf('settee')).toEqual(found('couch1', 'couch2'));
  expect(await setOf('green settee')).toEqual(found('couch2'));
});

test('an identifier, with or without separators, alone and among words', async () => {
  for (const query of ['DRL-18V/BL', 'drl18vbl', '18vbl', 'cordless drl18vbl'])
    expect([query, await setOf(query)]).toEqual([query, found('drill')]);
});

test.each<[string, readonly string[]]>([
  ['5w30', [...OILS, 'undashed']],
  ['5w-30', [...OILS, 'undashed']],
  ['engine 5w30', [...OILS, 'undashed']],
  ['5w-30 engine', [...OILS, 'undashed']],
  // Short enough to be one identifier.
  ['5w30 oil', [...OILS, 'undashed']],
  ['5w30 -grade', ['undashed']],
  // A longer model number is another one.
  ['rtx3080', ['card-spaced', 'card-joined']],
  ['graphics rtx3080', ['card-spaced', 'card-joined']],
])('an identifier in each of its spellings: %s', async (query, ids) => {
  expect(await setOf(query)).toEqual(found(...ids));
});

test('a pinned product is first by relevance, but not in the set; a hidden one is nowhere', async () => {
  expect(await setOf('tea')).toEqual(found('tea1', 'tea3'));
  const { meta, data } = await resultsOf(api, token, { query: 'tea', perPage: 1 });
  expect([idsIn({ data }), meta.total, meta.lastPage]).toEqual([['drill', 'tea3'], 2, 2]);
  const next = await resultsOf(api, token, { query: 'tea', perPage: 1, page: 2 });
  expect(next.data.map(({ product: { id }, search: { index } }) => [id, index])).toEqual([['tea1', 2]]);
});

test('a published token finds nothing by the name of a hidden collection', async () => {
  expect(await setOf('clandestine')).toEqual(found('hidden-name'));
  const published = await service.token('one', 'published');
  for (const query of ['clandestine', 'clandestin', 'clandestime', 'mug clandestine']) {
    const { meta, facets } = await resultsOf(api, published, { query, facets: ['collection'] });
    expect([query, meta.correctedQuery, facets.collection.values]).toEqual([query, null, []]);
    expect([query, meta.total]).toEqual([query, query.startsWith('mug') ? 1 : 0]);
  }
});

test('a long query is matched by its rarest words', async () => {
  const query = `${'a b c d e f g h i j k l '.repeat(3)} waterproof hiking jacket of the best kind for women and men in any season`;
  const { ids, relaxed } = await setOf(query);
  expect([ids, relaxed]).toEqual([['jacket'], true]);
  // A repeated word leaves out nothing.
  expect(await setOf('hiking jacket '.repeat(9))).toEqual(found('jacket'));
});
