/** A facet is not complete if a collection is missing because the merchant has more collections than names are read. */
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { createService, type TestService } from '../../support/service.ts';
import { resultsOf } from './support.ts';

const READ = 10_000;

let service: TestService;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const createdAt = (number: number) => new Date(Date.UTC(2024, 0, 1) + number * 1000);
  await insert(service.catalogue, {
    ...shop('many'),
    products: ['old', 'new'].map((id) => product(id, 'many')),
    collections: Array.from({ length: READ + 1 }, (_, number) =>
      collection(`c${number}`, 'many', { createdAt: createdAt(number) }),
    ),
    memberships: [membership('c0', 'old', 'many'), membership('c1', 'new', 'many')],
  });
  await service.startIndexer();
});

afterAll(() => service?.stop());

test('of 10,001 collections the oldest is left out, and the facet is complete where no product has it', async () => {
  const api = await service.startApi();
  const token = await service.token('many');
  const facetOf = async (query: string) =>
    (await resultsOf(api, token, { query, facets: ['collection'] })).facets.collection;
  const { values, isComplete } = await facetOf('new');
  expect([values, isComplete]).toEqual([[expect.objectContaining({ value: 'c1', count: 1 })], true]);
  expect(await facetOf('old')).toEqual({ values: [], isComplete: false });
});
