/** While the index lags behind MongoDB, no response has a product that no longer matches the filter. */
import { insert, location, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { foundIdsOf, metricOf } from '../responses.ts';

const BEFORE = { title: 'Lantern', status: 'published', featured: true, price: 20, quantity: 3 };

/** By product id: a filter that the product matches in the index, and a change after which it doesn't. */
const CHANGES: Readonly<Record<string, readonly [filter: object, change: object]>> = {
  'is-draft-now': [{ status: 'published' }, { status: 'draft' }],
  'has-no-known-status': [{ status: 'published' }, { status: 'Published' }],
  'is-no-longer-featured': [{ featured: true }, { featured: false }],
  'is-sold-out': [{ inStock: true }, { quantity: 0 }],
  'is-dearer': [{ price: { max: 20 } }, { price: 20.01 }],
  'is-cheaper': [{ price: { min: 20 } }, { price: 19.99 }],
  'has-no-number-for-a-price': [{ price: { min: 20 } }, { price: 'twenty' }],
  'has-moved': [{ location: 'one-location' }, { locationId: 'elsewhere' }],
  'has-no-location': [{ location: 'one-location' }, { locationId: 7 }],
};

/** The same for products that still match the filter. */
const STAYS: Readonly<Record<string, readonly [filter: object, change: object]>> = {
  'is-made-to-order': [{ inStock: true }, { quantity: 0, 'inventory.allowBackorder': true }],
  'is-not-counted': [{ inStock: true }, { quantity: 0, 'inventory.tracked': false }],
  'is-as-dear-as-may-be': [{ price: { min: 19, max: 21 } }, { price: 21 }],
};

const ALL = { ...CHANGES, ...STAYS };

let service: TestService;
let token: string;
let apis: Readonly<Record<'A' | 'B', Api>>;

const send = (api: Api, filter: object) =>
  api.request('/v1/products/search', { token, json: { query: 'lantern', limit: 50, filter } });

/** The ids that a search finds, in either form of the response. */
const search = async (api: Api, filter: object): Promise<string[]> => {
  const response = await send(api, filter);
  return response.body.data?.map(({ id }: { id: string }) => id) ?? foundIdsOf(response);
};

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const { locations, ...owner } = shop('one');
  await insert(service.catalogue, {
    ...owner,
    locations: [...locations, location('elsewhere', 'one')],
    products: [...Object.keys(ALL), 'unchanged'].map((id) => product(id, 'one', BEFORE)),
  });
  token = await service.token('one');
  const [formA, formB, indexer] = await Promise.all([
    service.startApi(),
    service.startApi({ SEARCH_RESPONSE_FORM: 'B' }),
    service.startIndexer(),
  ]);
  apis = { A: formA, B: formB };
  // The products are cached when they change.
  for (const api of [formA, formB]) expect((await search(api, {})).length).toBe(Object.keys(ALL).length + 1);
  await indexer.stop();
  for (const [id, [, change]] of Object.entries(ALL))
    await service.catalogue.database.collection('products').updateOne({ _id: id as never }, { $set: change });
  // Events come in order: an API that no longer serves the last product as it was cached has seen all.
  await service.catalogue.products.updateOne({ _id: 'unchanged' }, { $set: { handle: 'after-all-changes' } });
  for (const api of [formA, formB])
    await eventually(
      () => send(api, {}),
      ({ text }) => text.includes('after-all-changes'),
    );
});
afterAll(() => service.stop());

describe.each(['A', 'B'] as const)('form %s', (form) => {
  test.each(Object.entries(CHANGES))('%s', async (id, [filter]) => {
    const found = await search(apis[form], filter);
    expect(found).toContain('unchanged');
    expect(found).not.toContain(id);
    expect(await search(apis[form], {})).toContain(id);
  });

  test.each(Object.entries(STAYS))('%s, and is still found', async (id, [filter]) => {
    expect(await search(apis[form], filter)).toContain(id);
  });
});

test('the others keep their index, and omitted products are counted', async () => {
  const stale = () => metricOf(apis.A, 'catalogue_search_stale_hits_total');
  const json = { query: 'lantern', limit: 50 };
  const { body: all } = await apis.A.request('/v1/products/search', { token, json });
  const before = await stale();
  const { body } = await apis.A.request('/v1/products/search', {
    token,
    json: { ...json, filter: { featured: true } },
  });
  expect((await stale()) - before).toBe(1);
  const indexOf = (items: { product: { id: string }; search: { index: number } }[]) =>
    new Map(items.map(({ product: { id }, search: { index } }) => [id, index]));
  const known = indexOf(all);
  known.delete('is-no-longer-featured');
  expect(indexOf(body)).toEqual(known);
});
