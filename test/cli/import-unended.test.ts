/** `catalogue import` ends with a message if a command of MongoDB never ends, as after a network that was cut off. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../../dev/processes/launcher.ts';
import { createTemporaryFolder } from '../../dev/processes/temporary-folder.ts';
import { createService } from '../support/service.ts';
import { BREAKS_CONNECTION, UNENDED } from '../support/unended-command.ts';

test('a write that never ends ends the import', async () => {
  const service = await createService({ withIndexes: false });
  const { folder, remove } = await createTemporaryFolder();
  try {
    const file = join(folder, 'lines');
    const location = { kind: 'location', id: 'l', merchantId: 'one', name: 'L', handle: 'l' };
    await writeFile(file, `${JSON.stringify(location)}\n`);
    const variables = { ...service.variables, ...BREAKS_CONNECTION, BREAK_AT: 'insert' };
    const { code, stdout, stderr } = await runProgram('src/cli.js', ['import', file], variables);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`0 lines are written. Run the same import again to continue.\n${UNENDED}\n`);
  } finally {
    await remove();
    await service.stop();
  }
});
