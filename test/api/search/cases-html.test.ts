/** Searches of products whose texts have HTML: elements and entities are no words. */
import { bare, insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { foundIdsOf } from '../responses.ts';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService();
  const products = [
    product('coat', 'one', {
      ...bare,
      title: 'Men&#39;s coat',
      description: '<div style="color:navy"><p>Of <strong>merino</strong> wool</p></div>',
    }),
    product('table', 'one', { ...bare, title: 'Strong table', description: 'Oak &amp; steel' }),
    product('lamp', 'one', {
      ...bare,
      title: 'Lamp',
      description: '<table><tr><td>Bulb</td></tr></table>',
      specifications: { Ports: '2 USB<br>1 HDMI' },
    }),
  ];
  await insert(service.catalogue, { ...shop('one'), products });
  token = await service.token('one');
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service?.stop());

const search = (query: string) =>
  api.request('/v1/products/search', { token, json: { query, highlight: true, limit: 50 } });

test.each([
  ['strong', ['table']],
  ['table', ['table']],
  ['navy', []],
  ["men's coat", ['coat']],
  ['mens coat', ['coat']],
  ['hdmi', ['lamp']],
  ['br', []],
  ['39', []],
])('%s', async (query, ids) => {
  expect(foundIdsOf(await search(query)).toSorted()).toEqual(ids);
});

test.each([
  ['merino', 'description', 'Of merino wool', [{ start: 3, length: 6 }]],
  [
    "men's coat",
    'title',
    'Men&#39;s coat',
    [
      { start: 0, length: 3 },
      { start: 10, length: 4 },
    ],
  ],
  ['hdmi', 'specification', 'Ports: 2 USB 1 HDMI', [{ start: 15, length: 4 }]],
])('a match of %s is plain text, and of a title as it is stored', async (query, type, text, highlights) => {
  const { body } = await search(query);
  expect(body[0].search.results).toContainEqual(expect.objectContaining({ type, text, highlights }));
});
