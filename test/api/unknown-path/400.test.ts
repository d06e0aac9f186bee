/** A path that can't be decoded is a 400 problem that names the path. */
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectFaults } from '../answers.ts';

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService();
  api = await service.startApi();
});
afterAll(() => service.stop());

test.each(['/docs/%ZZ', '/docs/%', '/docs/%E0%A4', '/docs/%ff'])('%s', async (path) => {
  const answer = await api.request(path);
  expectFaults(answer, '');
  expect(answer.body.errors[0].message).toBe('The path has a percent-encoding that is not valid');
});
