/** A path that can't be decoded is a 400 problem that names the path. */
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectErrors } from '../responses.ts';

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService();
  api = await service.startApi();
});
afterAll(() => service.stop());

test.each(['/docs/%ZZ', '/docs/%', '/docs/%E0%A4', '/docs/%ff'])('%s', async (path) => {
  const response = await api.request(path);
  expectErrors(response, '');
  expect(response.body.errors[0].message).toBe('The path has a percent-encoding that is not valid');
});
