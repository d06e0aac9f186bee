/** Where there are no products yet a search finds nothing, for those who see everything and for those who see what is published. */
import { insert, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, shop('one'));
  await service.startIndexer();
  api = await service.startApi();
});
afterAll(() => service.stop());

test.each(['all', 'published'] as const)('of %s nothing is found, and that is an answer', async (visibility) => {
  const token = await service.token('one', visibility);
  for (const query of ['kettle', '4006381333931', '"enamel kettle" -red']) {
    const { status, body } = await api.request('/v1/products/search', { token, json: { query } });
    expect([status, body]).toEqual([200, []]);
  }
});
