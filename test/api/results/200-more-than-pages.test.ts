/** Of more than 1,000 results, the first 1,000 can be paged: `total` counts all, and the last page ends there. */
import { bare, insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectErrors } from '../responses.ts';
import { idsIn, requestResults, resultsOf } from './support.ts';

const TOTAL = 1050;

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const products = Array.from({ length: TOTAL }, (_, index) =>
    product(`p${index}`, 'one', { ...bare, title: `Bead ${index}` }),
  );
  await insert(service.catalogue, { ...shop('one'), products });
  token = await service.token('one');
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service.stop());

const requests = [{}, { query: 'bead' }, { query: 'bead', sort: { by: 'title', order: 'asc' } }];

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
