/** A merchant's synonyms, pinned and hidden products soon apply to its own searches, and to no other merchant's. */
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { SEARCH_RULE_LIMITS } from '../../../src/catalogue/search-rule-limits.ts';
import { insertRaw, UNREADABLE } from '../../indexer/support/writes/raw-insert.ts';
import { anyText } from '../../support/arbitraries/texts.ts';
import { bare, collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { foundIdsOf, metricOf } from '../responses.ts';
import { idsIn, resultsOf } from '../results/support.ts';

let service: TestService;
let api: Api;
const tokens: Record<string, string> = {};

const TITLES: Readonly<Record<string, string>> = {
  notebook: 'Thin notebook',
  laptop: 'Thin laptop',
  red: 'Red laptop',
  crimson: 'Crimson notebook',
  console: 'Media consoles of oak',
  media: 'Media player',
  stand: 'Stand of oak',
  case: '手机壳',
  sleeve: '移动电话 保护',
  tea1: 'Green tea',
  tea2: 'Black tea',
  tea3: 'White tea',
  Tea3: 'Tea of the same id but for its case',
  pot: 'Copper kettle',
};

/** One more than a rule may hide. Ids of this length and with capitals are hashed in the index. */
const LANTERNS = Array.from({ length: SEARCH_RULE_LIMITS.hidden + 1 }, (_, at) => `Lantern-${at}-${'x'.repeat(80)}`);

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const products = Object.entries(TITLES).map(([id, title]) => product(id, 'one', { ...bare, title }));
  await insert(service.catalogue, {
    merchants: [...shop('one').merchants, ...shop('two').merchants, ...shop('tents').merchants],
    locations: [...shop('one').locations, ...shop('two').locations, ...shop('tents').locations],
    products: [
      ...products,
      product('draft', 'one', { ...bare, title: 'Planned cup', status: 'draft', quantity: 0 }),
      product('two-laptop', 'two', { ...bare, title: 'Laptop of others' }),
      product('two-notebook', 'two', { ...bare, title: 'Notebook of others' }),
      product('hidden-tents', 'tents', { ...bare, title: 'Tents' }),
      product('pegs', 'tents', { ...bare, title: 'Pegs', description: 'For tents' }),
      product('tool', 'tents', { ...bare, title: 'Tentsnapper' }),
      product('sofa', 'tents', { ...bare, title: 'Sofa' }),
      ...LANTERNS.map((id) => product(id, 'tents', { ...bare, title: 'Lantern' })),
    ],
    collections: [collection('kitchen', 'one', { name: 'Kitchen' })],
    memberships: [membership('kitchen', 'pot', 'one')],
  });
  [tokens.one, tokens.published, tokens.two, tokens.tents] = await Promise.all([
    service.token('one'),
    service.token('one', 'published'),
    service.token('two'),
    service.token('tents'),
  ]);
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service.stop());

const search = (json: object, who = 'one', at = api) =>
  at.request('/v1/products/search', { token: tokens[who] ?? '', json });
const idsOf = async (json: object, who = 'one', at = api) => foundIdsOf(await search(json, who, at));
const pageOf = (query: string) => resultsOf(api, tokens.tents ?? '', { query, perPage: 100 });
const reads = (at = api) =>
  metricOf(at, 'catalogue_engine_duration_seconds_count{engine="mongodb",operation="search.rules",outcome="success"}');

/** Replaces a merchant's rules, and waits until searches apply them. */
async function setRules(rules: readonly Document[], merchantId = 'one'): Promise<void> {
  await service.database.collection('search_rules').deleteMany({ merchantId });
  const searchRules = rules.map((rule, at) => ({ _id: `${merchantId}-${at}`, merchantId, ...rule }));
  await insert(service.catalogue, { searchRules });
  await untilRulesApply(merchantId);
}

/** By merchant, the product that the sentinel rules pin. */
const SENTINELS: Readonly<Record<string, string>> = { one: 'pot', two: 'two-laptop', tents: 'pegs' };
let sentinels = 0;

/** Writes a sentinel rule, and resolves when searches apply it and so all earlier ones. */
async function untilRulesApply(merchantId: string): Promise<void> {
  sentinels += 1;
  // A new query each time: the earlier rules, sentinels included, may still be in effect.
  const query = `is heard ${sentinels}`;
  const pinned = SENTINELS[merchantId] ?? '';
  const rule = { _id: `${merchantId}-zz`, merchantId, query, pinned: [pinned] };
  await insert(service.catalogue, { searchRules: [rule] });
  await eventually(
    () => idsOf({ query }, merchantId),
    ([first]) => first === pinned,
  );
}

describe('synonyms', () => {
  beforeAll(() =>
    setRules([
      { synonyms: ['Notebook', 'laptops'] },
      { synonyms: ['red', 'crimson'] },
      { synonyms: ['TV stand', 'media console'] },
      { synonyms: ['手机', '移动电话'] },
      { synonyms: ['kitchenware', 'kettle'], oneWay: true },
    ]),
  );

  test('find products with the other word, both ways, in any case and number', async () => {
    for (const query of ['notebook', 'LAPTOP', 'laptops', 'Notebooks'])
      expect([query, (await idsOf({ query })).toSorted()]).toEqual([query, ['crimson', 'laptop', 'notebook', 'red']]);
  });

  test('are matches, and are highlighted', async () => {
    const { body } = await search({ query: 'thin notebook', highlight: true });
    const item = body.find(({ product: { id } }: { product: { id: string } }) => id === 'laptop');
    expect(item.search.results).toEqual([
      expect.objectContaining({
        type: 'title',
        text: 'Thin laptop',
        highlights: [
          { start: 0, length: 4 },
          { start: 5, length: 6 },
        ],
      }),
    ]);
  });

  test('rank as high as the word itself', async () => {
    expect((await idsOf({ query: 'thin notebook' })).slice(0, 2).toSorted()).toEqual(['laptop', 'notebook']);
    expect((await idsOf({ query: 'red notebook' })).slice(0, 2).toSorted()).toEqual(['crimson', 'red']);
  });

  test('may be several words, which count as one', async () => {
    const { body } = await search({ query: 'tv stand', highlight: true });
    const [first] = body;
    expect(first.product.id).toBe('console');
    const [{ text, highlights }] = first.search.results;
    expect(
      highlights.map(({ start, length }: { start: number; length: number }) => text.slice(start, start + length)),
    ).toEqual(['Media', 'consoles']);
    expect(foundIdsOf({ body } as never)).toContain('stand');
  });

  test('may be in a script without spaces', async () => {
    expect(await idsOf({ query: '手机' })).toEqual(expect.arrayContaining(['case', 'sleeve']));
    expect(await idsOf({ query: '移动电话' })).toEqual(expect.arrayContaining(['case', 'sleeve']));
  });

  test('count as the word itself if no product has it: beside unknown words, other words, and twice', async () => {
    await setRules([{ synonyms: ['bivvy', 'gone', 'lantern'] }], 'tents');
    const tooMany = Array.from('abcdefghijk', (letter) => `xyzzy${letter}`).join(' ');
    for (const rest of ['xyzzy', 'xyzzy cheap', 'xyzzy -kettle', 'pegs', 'bivvy', 'snapper xyzzy', tooMany]) {
      const [typed, known] = [`bivvy ${rest}`, `lantern ${rest.replace('bivvy', 'lantern')}`];
      const ids = await idsOf({ query: typed, limit: 250 }, 'tents');
      expect([typed, ids.length]).not.toEqual([typed, 0]);
      expect([typed, ids]).toEqual([typed, await idsOf({ query: known, limit: 250 }, 'tents')]);
      const [page, same] = [await pageOf(typed), await pageOf(known)];
      expect([typed, page.meta.total, page.meta.isRelaxed]).toEqual([typed, same.meta.total, same.meta.isRelaxed]);
      expect([typed, idsIn(page)]).toEqual([typed, idsIn(same)]);
    }
    const { body } = await search({ query: 'bivvy xyzzy', limit: 1, highlight: true }, 'tents');
    expect(body[0].search.results).toEqual([
      expect.objectContaining({ type: 'title', text: 'Lantern', highlights: [{ start: 0, length: 7 }] }),
    ]);
    const suggested = await api.request('/v1/search/suggestions?query=bivvy%20wat', { token: tokens.tents ?? '' });
    expect(suggested.body.data.products.length).toBe(8);
    expect((await search({ query: 'gone xyzzy' }, 'one')).body).toEqual([]);
    await setRules([], 'tents');
  });

  test('come before common ones in place of a word that no product has', async () => {
    await setRules([{ synonyms: ['couch', 'lantern'] }], 'tents');
    expect((await pageOf('couch xyzzy')).meta.total).toBe(LANTERNS.length);
    expect(LANTERNS).toEqual(expect.arrayContaining(await idsOf({ query: 'couch xyzzy', limit: 250 }, 'tents')));
    await setRules([], 'tents');
    expect((await pageOf('couch xyzzy')).meta.total).toBe(1);
  });

  test('one-way ones apply in one direction only', async () => {
    expect(await idsOf({ query: 'kitchenware' })).toEqual(['pot']);
    await setRules([{ synonyms: ['copper', 'green'], oneWay: true }]);
    expect((await idsOf({ query: 'copper' })).toSorted()).toEqual(['pot', 'tea1']);
    expect(await idsOf({ query: 'green' })).toEqual(['tea1']);
  });

  test("of one merchant do not apply to another's searches in the same index", async () => {
    await setRules([{ synonyms: ['notebook', 'laptop'] }]);
    expect(await idsOf({ query: 'notebook' }, 'two')).toEqual(['two-notebook']);
    expect((await idsOf({ query: 'notebook' })).filter((id) => id.startsWith('two'))).toEqual([]);
    await setRules([{ synonyms: ['others', 'thin'] }], 'two');
    expect((await idsOf({ query: 'thin' })).toSorted()).toEqual(['laptop', 'notebook']);
    expect((await idsOf({ query: 'thin' }, 'two')).toSorted()).toEqual(['two-laptop', 'two-notebook']);
    await setRules([], 'two');
  });
});

describe('pinned and hidden products', () => {
  beforeAll(() => setRules([{ query: 'tea', pinned: ['pot', 'gone', 'tea3', 'two-laptop'] }]));

  test('pinned ones come first in their order, even those that the words do not match', async () => {
    const { body } = await search({ query: 'tea' });
    expect(foundIdsOf({ body } as never).slice(0, 2)).toEqual(['pot', 'tea3']);
    expect(foundIdsOf({ body } as never).toSorted()).toEqual(['Tea3', 'pot', 'tea1', 'tea2', 'tea3']);
    expect(body.map(({ search: { index } }: { search: { index: number } }) => index)).toEqual([0, 1, 2, 3, 4]);
    for (const item of body) expect(item.search.results.length).toBeGreaterThan(0);
    expect(body[0].search.results[0]).toMatchObject({ type: 'title', text: 'Copper kettle' });
  });

  test('`limit` applies', async () => {
    expect(await idsOf({ query: 'tea', limit: 1 })).toEqual(['pot']);
    expect((await idsOf({ query: 'tea', limit: 3 })).length).toBe(3);
  });

  test('apply to the query in any case, with any accents, number and white space, and to no other query', async () => {
    for (const query of ['TEA', ' téa ', 'teas']) expect([query, (await idsOf({ query }))[0]]).toEqual([query, 'pot']);
    for (const query of ['te', 'green tea'])
      expect([query, await idsOf({ query })]).not.toEqual([query, expect.arrayContaining(['pot'])]);
  });

  test('filters and the visibility of the token apply to them', async () => {
    await setRules([{ query: 'tea', pinned: ['draft', 'pot'] }]);
    expect((await idsOf({ query: 'tea' })).slice(0, 2)).toEqual(['draft', 'pot']);
    expect((await idsOf({ query: 'tea' }, 'published')).slice(0, 2)).not.toContain('draft');
    expect(await idsOf({ query: 'tea', filter: { collection: 'kitchen' } })).toEqual(['pot']);
    expect(await idsOf({ query: 'tea', filter: { inStock: false } })).toEqual(['draft']);
  });

  test('as many as a rule may pin come first on a results page', async () => {
    const pinned = LANTERNS.slice(-SEARCH_RULE_LIMITS.pinned).toReversed();
    await setRules([{ query: 'lantern', pinned }], 'tents');
    const page = await pageOf('lantern');
    expect(idsIn(page).slice(0, pinned.length)).toEqual(pinned);
    expect([page.meta.total, page.data.length]).toEqual([LANTERNS.length, 100]);
    await setRules([], 'tents');
  });

  test('hidden ones are not found by that query, not even if pinned; ids match exactly', async () => {
    await setRules([
      { query: 'tea', hidden: ['tea3', 'tea1'] },
      { query: 'Tea', pinned: ['tea1', 'tea2'] },
    ]);
    expect((await idsOf({ query: 'tea' })).toSorted()).toEqual(['Tea3', 'tea2']);
    expect(await idsOf({ query: 'green tea' })).toContain('tea1');
  });

  test('if all are hidden, nothing is found', async () => {
    await setRules([{ query: 'kettle', hidden: ['pot'] }]);
    expect(await idsOf({ query: 'kettle' })).toEqual([]);
  });

  test('as many as a rule may hide leave the others', async () => {
    await setRules([{ query: 'lantern', hidden: LANTERNS.slice(1) }], 'tents');
    expect(await idsOf({ query: 'lantern' }, 'tents')).toEqual(LANTERNS.slice(0, 1));
  });

  test('a hidden one with the word as typed does not change the order of the others', async () => {
    await setRules([], 'tents');
    expect(await idsOf({ query: 'tents' }, 'tents')).toEqual(['hidden-tents', 'pegs', 'tool']);
    await setRules([{ query: 'tents', hidden: ['hidden-tents'] }], 'tents');
    expect(await idsOf({ query: 'tents' }, 'tents')).toEqual(['pegs', 'tool']);
  });
});

describe('a change', () => {
  const rules = () => service.database.collection<{ _id: string }>('search_rules');

  test('of a rule applies to the next searches, cached ones too', async () => {
    await setRules([{ query: 'tea', pinned: ['pot'] }]);
    for (let count = 0; count < 10; count += 1) expect((await idsOf({ query: 'tea' }))[0]).toBe('pot');
    await rules().updateOne({ _id: 'one-0' }, { $set: { pinned: ['tea2'] } });
    await eventually(
      () => idsOf({ query: 'tea' }),
      ([first]) => first === 'tea2',
    );
    await rules().deleteOne({ _id: 'one-0' });
    await rules().updateOne({ _id: 'one-zz' }, { $set: { query: 'tea', hidden: ['tea2'] } });
    await eventually(
      () => idsOf({ query: 'tea' }),
      (ids) => !ids.includes('tea2'),
    );
  });

  test('applies without caches, too', async () => {
    await setRules([{ query: 'tea', pinned: ['pot'] }]);
    const withoutCaches = await service.startApi({ PAGE_CACHE_BYTES: '0', SEARCH_CACHE_BYTES: '0' });
    expect((await idsOf({ query: 'tea' }, 'one', withoutCaches))[0]).toBe('pot');
    await rules().updateOne({ _id: 'one-0' }, { $set: { pinned: ['tea2'] } });
    await eventually(
      () => idsOf({ query: 'tea' }, 'one', withoutCaches),
      ([first]) => first === 'tea2',
    );
  });

  test('of products does not cause a read of the rules', async () => {
    await setRules([]);
    let change = 0;
    // Repeated, since the write to the rules just before or a late stream may cause a read.
    await eventually(
      async () => {
        change += 1;
        const before = await reads();
        const word = `mug${'abcdefghij'.charAt(change % 10)}${change}`;
        await service.catalogue.products.updateOne({ _id: 'draft' }, { $set: { title: `Planned ${word}` } });
        await eventually(
          () => idsOf({ query: word }),
          (ids) => ids.includes('draft'),
        );
        return (await reads()) - before;
      },
      (further) => further === 0,
    );
  });
});

test('a rule that the driver cannot decode is counted; the other rules and the language stay', async () => {
  await setRules([{ query: 'tea', pinned: ['pot'] }]);
  await insertRaw(
    service,
    [{ _id: 'one-unreadable', merchantId: 'one', query: 'oak', pinned: UNREADABLE }],
    'search_rules',
  );
  const other = await service.startApi();
  expect((await idsOf({ query: 'tea' }, 'one', other))[0]).toBe('pot');
  const metrics = await other.request('/metrics');
  expect(metrics.text).toMatch(/malformed_values_total\{kind="search_rule",field="pinned"[^}]*\} 1/);
});

describe('whatever is stored as a rule', () => {
  const word = fc.constantFrom(
    'tea',
    'green',
    '.*',
    '(a+)+$',
    '"',
    '-tea',
    '\\',
    '手机',
    '',
    ' ',
    'a b c d e f g h i j',
    'x'.repeat(5000),
    '\u0000',
    '😀',
    '½',
    'ﬁ',
  );
  const malformed = fc.oneof(
    fc.constantFrom(null, 5, true, '', 'tea', new Date(0), { $ne: null }),
    fc.constantFrom(['__proto__'], [[['deep']]], [null, 5, {}]),
    fc.array(
      fc.oneof(
        word,
        fc.integer(),
        anyText({ maxLength: 20 }).map((text) => text.toWellFormed()),
      ),
    ),
    fc.constant(Array.from({ length: 3000 }, (_, at) => `word${at}`)),
  );
  const rule = fc.record(
    {
      synonyms: fc.oneof(fc.array(word, { maxLength: 6 }), malformed),
      oneWay: malformed,
      query: fc.oneof(word, malformed),
      pinned: fc.oneof(
        fc.array(fc.constantFrom(...Object.keys(TITLES), '" OR "" = "', 'two-laptop'), { maxLength: 8 }),
        malformed,
      ),
      hidden: fc.oneof(fc.array(fc.constantFrom('tea1', 'gone'), { maxLength: 3 }), malformed),
    },
    { requiredKeys: [] },
  );
  const query = fc.oneof(
    word.filter((text) => text.trim() !== '' && text.length < 500),
    fc.constantFrom('green tea', '"green tea" -pot', 'tea tea tea green tea'),
  );

  test("no search fails, shows another merchant's products, or exceeds its limit", async () => {
    const rules = service.database.collection('search_rules');
    await fc.assert(
      fc.asyncProperty(
        fc.array(rule, { minLength: 1, maxLength: 5 }),
        fc.array(query, { minLength: 1, maxLength: 3 }),
        async (list, queries) => {
          await rules.deleteMany({ merchantId: 'one' });
          await rules.insertMany(
            list.map((given, at) => ({ _id: `one-${at}` as never, merchantId: 'one', ...given })),
            { ignoreUndefined: true },
          );
          await untilRulesApply('one');
          for (const text of queries) {
            const response = await search({ query: text, limit: 4, highlight: true });
            expect([text, response.status]).toEqual([text, 200]);
            const ids = foundIdsOf(response);
            expect(ids.length).toBeLessThanOrEqual(4);
            expect(new Set(ids).size).toBe(ids.length);
            expect(ids.filter((id) => !(id in TITLES) && id !== 'draft')).toEqual([]);
            for (const item of response.body) expect(item.search.results.length).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test('only the first of very many rules apply, and a search works', async () => {
    const rules = service.database.collection('search_rules');
    await rules.deleteMany({ merchantId: 'one' });
    const many = Array.from({ length: 1500 }, (_, at) => ({
      _id: `one-a${String(at).padStart(5, '0')}` as never,
      merchantId: 'one',
      query: `many ${at}`,
      pinned: ['pot'],
    }));
    await rules.insertMany(many);
    await eventually(
      () => idsOf({ query: 'many 999' }),
      ([first]) => first === 'pot',
    );
    expect(await idsOf({ query: 'many 1000' })).not.toContain('pot');
  });
});
