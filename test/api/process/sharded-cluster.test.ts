/** A sharded cluster is refused at the start: through its routers, caches could be stale and the index wrong. */
import { runProgram } from '../../../dev/processes/launcher.ts';
import { type Router, startRouter } from '../../support/engines/router.ts';
import { createService, type TestService } from '../../support/service.ts';

let service: TestService;
let router: Router;

beforeAll(async () => {
  service = await createService();
  router = await startRouter(service);
});
afterAll(async () => {
  router.stop();
  await service.stop();
});

test.each([
  ['the API', 'src/main.js', []],
  ['setup', 'src/cli.js', ['setup']],
  ['the indexer', 'indexer/main.js', ['run']],
  ['a command of the indexer that leads', 'indexer/main.js', ['reindex']],
])('%s ends with a hint', async (_name, program, argv) => {
  const variables = { ...service.variables, MONGODB_URL: router.url, PORT: '0', INDEXER_PORT: '0' };
  const { code, stdout, stderr } = await runProgram(program, argv, variables);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('MongoDB is a sharded cluster');
  expect(stdout + stderr).toContain('name a replica set in MONGODB_URL');
  expect(stdout + stderr).not.toContain('stack');
});
