/**
 * A valid token of a disabled or missing merchant gets a 403 from every resource, and data again once the merchant is
 * active.
 */
import { insert, merchant, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { RESOURCES } from '../resources.ts';
import { expectProblem } from '../responses.ts';

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    ...shop('active'),
    merchants: [merchant('active'), merchant('disabled', { status: 'disabled' }), merchant('malformed', { status: 7 })],
    products: ['active', 'disabled', 'missing', 'malformed'].map((id) => product(`p-${id}`, id, { title: 'Cup' })),
  });
  api = await service.startApi();
});
afterAll(() => service.stop());

describe.each(RESOURCES)('%s %s', (method, path, json) => {
  test.each(['disabled', 'missing'])('is a 403 for a merchant that is %s, with either visibility', async (id) => {
    for (const visibility of ['all', 'published'] as const) {
      const token = await service.token(id, visibility);
      const response = await api.request(path, { token, method, json });
      expectProblem(response, 403, 'merchant_disabled');
      expect(response.text).not.toContain(id === 'disabled' ? 'p-disabled' : 'p-missing');
    }
  });
});

test('only `disabled` disables: a merchant with any other status is served', async () => {
  expect((await api.request('/v1/products', { token: await service.token('malformed') })).status).toBe(200);
});

test('disabling takes effect even if the token was just used, and so does enabling', async () => {
  const token = await service.token('active');
  const send = () => api.request('/v1/products', { token });
  const set = (status: string) => service.catalogue.merchants.updateOne({ _id: 'active' }, { $set: { status } });
  expect((await send()).status).toBe(200);
  await set('disabled');
  const refused = await eventually(send, ({ status }) => status !== 200);
  expectProblem(refused, 403, 'merchant_disabled');
  await set('active');
  const { body } = await eventually(send, ({ status }) => status === 200);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['p-active']);
});
