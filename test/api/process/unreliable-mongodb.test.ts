/** A MongoDB that may show old data without a sign of it is refused at the start. */
import { runProgram } from '../../../dev/processes/launcher.ts';
import { ownTest } from '../../support/engines/own-engines.ts';
import {
  addStoppedSecondary,
  initiateAlone,
  MEMBER_OF_TWO,
  withMembers,
} from '../../support/engines/replica-set-members.ts';
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
])('a sharded cluster: %s ends with a hint', async (_name, program, argv) => {
  const variables = { ...service.variables, MONGODB_URL: router.url, PORT: '0', INDEXER_PORT: '0' };
  const { code, stdout, stderr } = await runProgram(program, argv, variables);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('MongoDB is a sharded cluster');
  expect(stdout + stderr).toContain('name a replica set in MONGODB_URL');
  expect(stdout + stderr).not.toContain('stack');
});

ownTest('a secondary over a direct connection: the API ends with a hint, and one member alone is allowed', async () => {
  await withMembers(async (start) => {
    const [first, second] = [await start('first', MEMBER_OF_TWO), await start('second', MEMBER_OF_TWO)];
    const primary = await initiateAlone(first);
    const setup = () =>
      runProgram('src/cli.js', ['setup'], { MONGODB_URL: `mongodb://${first}/direct?directConnection=true` });
    expect((await setup()).code).toBe(0);
    await addStoppedSecondary(primary, second);
    await primary.close();
    const refused = await runProgram('src/main.js', [], {
      ...service.variables,
      MONGODB_URL: `mongodb://${second}/direct?directConnection=true`,
      PORT: '0',
    });
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('without directConnection')]);
    expect((await setup()).code).toBe(1);
  });
});
