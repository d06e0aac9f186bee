/** Without products a search finds nothing, for either visibility. */
import { insert, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, shop('one'));
  await service.startIndexer();
  api = await service.startApi();
});
afterAll(() => service.stop());

test.each(['all', 'published'] as const)('a token that sees %s gets an empty 200', async (visibility) => {
  const token = await service.token('one', visibility);
  for (const query of ['kettle', '4006381333931', '"enamel kettle" -red']) {
    const { status, body } = await api.request('/v1/products/search', { token, json: { query } });
    expect([status, body]).toEqual([200, []]);
  }
});
