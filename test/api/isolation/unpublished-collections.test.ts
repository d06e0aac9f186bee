/** A collection that was just unpublished is shown to no published token, although the index still has it as published. */
import type { Document } from 'mongodb';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';

let service: TestService;
let api: Api;
let tokens: Readonly<Record<'all' | 'published', string>>;

async function facetValues(visibility: 'all' | 'published'): Promise<string[]> {
  const { body } = await api.request('/v1/search', {
    token: tokens[visibility],
    json: { query: '', facets: ['collection'] },
  });
  return (body.facets?.collection?.values ?? []).map(({ value }: Document) => value).toSorted();
}

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    products: [product('p1', 'one')],
    collections: [
      collection('sale', 'one', { name: 'Clearance sale' }),
      collection('new', 'one', { name: 'Clear glass' }),
    ],
    memberships: [membership('sale', 'p1', 'one'), membership('new', 'p1', 'one')],
  });
  tokens = { all: await service.token('one'), published: await service.token('one', 'published') };
  const indexer = await service.startIndexer();
  api = await service.startApi();
  await eventually(
    () => facetValues('published'),
    (found) => found.join() === 'new,sale',
  );
  await indexer.stop();
  await service.catalogue.collections.updateOne({ _id: 'sale' }, { $set: { status: 'draft' } });
});
afterAll(() => service?.stop());

test('facets and suggestions of a published token leave it out', async () => {
  await eventually(
    () => facetValues('published'),
    (found) => found.join() === 'new',
  );
  await eventually(
    async () => (await api.request('/v1/search/suggestions?query=clear', { token: tokens.published })).body.data,
    ({ collections }) => collections.map(({ id }: Document) => id).join() === 'new',
  );
});

test('a token that sees all still sees it, and neither gets the names of the other', async () => {
  for (const visibility of ['all', 'published', 'all'] as const)
    expect([visibility, await facetValues(visibility)]).toEqual([
      visibility,
      visibility === 'all' ? ['new', 'sale'] : ['new'],
    ]);
});
