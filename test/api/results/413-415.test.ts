/** `POST /v1/search` has the same limits of the body as every route. */
import { insert, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectProblem } from '../responses.ts';

const PATH = '/v1/search';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, shop('one'));
  token = await service.token('one', 'published');
  api = await service.startApi();
});
afterAll(() => service.stop());

test('a body of more than 16 KiB is a 413', async () => {
  const headers = { 'content-type': 'application/json' };
  const response = await api.request(PATH, { token, body: '{}'.padEnd(16 * 1024 + 1), headers });
  expectProblem(response, 413, 'payload_too_large');
});

test('a body of another type is a 415', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expectProblem(
      await api.request(PATH, { token, body: '{}', headers: { 'content-type': type } }),
      415,
      'unsupported_media_type',
    );
});
