/**
 * One of several members over a direct connection is refused at the start: it may become a secondary, which shows old
 * data.
 */
import { runProgram } from '../../../dev/processes/launcher.ts';
import { ownTest } from '../../support/engines/own-engines.ts';
import {
  addStoppedSecondary,
  initiateAlone,
  MEMBER_OF_TWO,
  withMembers,
} from '../../support/engines/replica-set-members.ts';
import { createService } from '../../support/service.ts';

ownTest('one of two members: the API and setup end with a hint. One member alone is allowed', async () => {
  const service = await createService();
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
    expect([refused.code, refused.stdout]).toEqual([2, expect.stringContaining('MONGODB_URL: has directConnection')]);
    expect((await setup()).code).toBe(2);
  });
  await service.stop();
});
