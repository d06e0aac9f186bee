/**
 * A value that no driver can decode is omitted and counted; the rest of its document and all other documents are shown.
 */
import type { Document } from 'mongodb';
import { insertRaw, UNREADABLE } from '../../indexer/support/writes/raw-insert.ts';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { idsOf, metricOf } from '../responses.ts';

const UNREADABLE_IN: Readonly<Record<string, Document>> = {
  'a-more': { internal: UNREADABLE },
  'b-nested': { inventory: { sku: 'S', note: UNREADABLE } },
  'c-shown': { subtitle: UNREADABLE },
  'd-sorted': { title: UNREADABLE },
  'e-reduced': { images: [UNREADABLE] },
};
const IDS = Object.keys(UNREADABLE_IN);

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    products: [product('ordinary', 'one')],
    collections: [collection('c', 'one')],
    memberships: IDS.flatMap((id) => ['c', 'undecodable'].map((of) => membership(of, id, 'one'))),
  });
  await insertRaw(
    service,
    ['c', 'undecodable'].map((of) => membership(of, 'ordinary', 'one', { hidePrice: UNREADABLE, note: UNREADABLE })),
    'memberships',
  );
  await insertRaw(
    service,
    [{ ...collection('undecodable', 'one'), description: UNREADABLE, images: [UNREADABLE] }],
    'collections',
  );
  await insertRaw(
    service,
    IDS.map((id) => ({ ...product(id, 'one'), ...UNREADABLE_IN[id] })),
  );
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

test.each(['sortBy=id&sortOrder=asc', 'collection=c', 'sortBy=title&sortOrder=asc', 'sortBy=createdAt'])(
  'a list has them all: %s',
  async (query) => {
    const response = await api.request(`/v1/products?${query}`, { token });
    expect([response.status, idsOf(response).toSorted()]).toEqual([200, [...IDS, 'ordinary']]);
  },
);

test('all readable values are shown', async () => {
  const { body } = await api.request('/v1/products?sortBy=id&sortOrder=asc', { token });
  const [more, nested, shown, sorted] = body.data;
  expect(more).toMatchObject({
    title: 'Product a-more',
    subtitle: 'Subtitle of a-more',
    price: 19.95,
    merchant: { id: 'one' },
  });
  expect(nested).toMatchObject({ title: 'Product b-nested', inventory: { sku: '' } });
  expect(shown).toMatchObject({ title: 'Product c-shown', subtitle: '' });
  expect(sorted).toMatchObject({ title: '', subtitle: 'Subtitle of d-sorted' });
});

test('each undecodable value is counted', async () => {
  const counted = () => metricOf(api, 'catalogue_malformed_values_total{kind="product",field="subtitle"}');
  const before = await counted();
  await api.request('/v1/products?perPage=7', { token });
  expect(await counted()).toBe(before + 1);
});

test('an undecodable value of a membership is counted, and hides no price', async () => {
  const counted = () => metricOf(api, 'catalogue_malformed_values_total{kind="membership",field="hidePrice"}');
  const before = await counted();
  const { body } = await api.request('/v1/collections', { token });
  const products = body.data.flatMap((found: Record<string, unknown>) => found.products);
  expect(new Set(products.map(({ hidePrice }: Record<string, unknown>) => hidePrice))).toEqual(new Set([false]));
  expect(await counted()).toBe(before + 2);
});

test('collections with undecodable values are shown, and show such products', async () => {
  const { status, body } = await api.request('/v1/collections', { token });
  const shown = body.data.map(({ id, description, images, products }: Record<string, unknown>) => [
    id,
    description,
    images,
    (products as { id: string }[]).map((product) => product.id).toSorted(),
  ]);
  expect(status).toBe(200);
  expect(shown.toSorted()).toEqual([
    ['c', collection('c', 'one').description, [], [...IDS, 'ordinary']],
    ['undecodable', '', [], [...IDS, 'ordinary']],
  ]);
});

test('a collection with an undecodable value is in its products', async () => {
  const { body } = await api.request('/v1/products?sortBy=id&sortOrder=asc&perPage=3', { token });
  const [{ collections }] = body.data;
  expect(collections.map(({ id, description }: Record<string, string>) => [id, description])).toEqual([
    ['c', collection('c', 'one').description],
    ['undecodable', ''],
  ]);
});
