/**
 * Results of a merchant that has more than is read. The first 1,000 results can be paged: `total` counts all, and the
 * last page ends there. Of more than 10,000 collections the oldest have no names, so a facet with them isn't complete.
 */
import { bare, collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectErrors } from '../responses.ts';
import { idsIn, requestResults, resultsOf } from './support.ts';

const TOTAL = 1050;
const NAMES_READ = 10_000;

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const products = Array.from({ length: TOTAL }, (_, index) =>
    product(`p${index}`, 'one', { ...bare, title: `Bead ${index}` }),
  );
  await insert(service.catalogue, { ...shop('one'), products });
  const createdAt = (number: number) => new Date(Date.UTC(2024, 0, 1) + number * 1000);
  await insert(service.catalogue, {
    ...shop('many'),
    products: ['old', 'new'].map((id) => product(id, 'many')),
    collections: Array.from({ length: NAMES_READ + 1 }, (_, number) =>
      collection(`c${number}`, 'many', { createdAt: createdAt(number) }),
    ),
    memberships: [membership('c0', 'old', 'many'), membership('c1', 'new', 'many')],
  });
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service?.stop());

describe('1,050 results', () => {
  const requests = [{}, { query: 'bead' }, { query: 'bead', sort: { by: 'title', order: 'asc' } }];
  let token: string;

  beforeAll(async () => {
    token = await service.token('one');
  });

  test.each(requests)('%j: whole pages, and a last one that 1,000 cuts', async (request) => {
    const whole = await resultsOf(api, token, { ...request, page: 10, perPage: 100 });
    expect([whole.meta.total, whole.meta.lastPage, whole.data.length]).toEqual([TOTAL, 10, 100]);
    const cut = await resultsOf(api, token, { ...request, page: 34, perPage: 30 });
    expect([cut.meta.total, cut.meta.lastPage, cut.data.length]).toEqual([TOTAL, 34, 10]);
    // The same ten end both.
    expect(idsIn(cut)).toEqual(idsIn(whole).slice(-10));
    expect(cut.data.at(-1)?.search.index).toBe(999);
  });

  test.each(requests)('%j: a later page is a 400', async (request) => {
    expectErrors(await requestResults(api, token, { ...request, page: 35, perPage: 30 }), 'page');
    expectErrors(await requestResults(api, token, { ...request, page: 11, perPage: 100 }), 'page');
  });
});

test('of 10,001 collections the oldest is left out, and the facet is complete where no product has it', async () => {
  const token = await service.token('many');
  const facetOf = async (query: string) =>
    (await resultsOf(api, token, { query, facets: ['collection'] })).facets.collection;
  const { values, isComplete } = await facetOf('new');
  expect([values, isComplete]).toEqual([[expect.objectContaining({ value: 'c1', count: 1 })], true]);
  expect(await facetOf('old')).toEqual({ values: [], isComplete: false });
});
