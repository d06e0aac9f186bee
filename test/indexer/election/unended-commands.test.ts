/** A command of MongoDB that never ends, because its connection closes as the command is written, ends the indexer. */
import { BREAKS_CONNECTION, UNENDED } from '../../support/unended-command.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

// FM-28
for (const [what, text] of [
  ['the load of products', 'images'],
  ['the check for a pause', ':pause'],
  ['the report', 'storedAt'],
  ['the read of the change stream', 'getMore'],
] as const)
  concurrentTest(`${what} never ends: the indexer ends, so that another one can lead`, async (service) => {
    await fill(service, 3);
    const variables = { ...BREAKS_CONNECTION, BREAK_AT: text, STOP_TIMEOUT_MS: '1000' };
    const indexer = await service.startIndexerProcess(variables, 'start');
    expect((await indexer.line(({ level }) => level === 'fatal')).msg).toBe(UNENDED);
    expect(await indexer.exited).toBe(1);
  });
