/** Waiting for a log line ends: with the line, with the end of the output, or after a limit with the last lines. */
import { createLog } from '../../../dev/processes/process-log.ts';

const isReady = ({ msg }: { readonly msg: string }) => msg === 'ready';

test('a line is found before and after it is logged, also in two chunks', async () => {
  const log = createLog('service');
  const awaited = log.line(isReady);
  log.write('stdout', 'no JSON\n{"level":"info","msg":"rea');
  log.write('stdout', 'dy"}\n');
  await expect(awaited).resolves.toMatchObject({ msg: 'ready' });
  await expect(log.line(isReady)).resolves.toMatchObject({ msg: 'ready' });
});

test('the end of the output is an error that shows it', async () => {
  const log = createLog('service');
  const awaited = log.line(isReady);
  log.write('stdout', '{"level":"info","msg":"stopping"}\n');
  log.end();
  await expect(awaited).rejects.toThrow(/^service ended before it logged a line with .*ready.*"stopping"/s);
});

test('a line that is not logged in time is an error that shows the last lines', async () => {
  const log = createLog('service');
  log.write('stdout', '{"level":"info","msg":"starting"}\n');
  await expect(log.line(isReady, 10)).rejects.toThrow(/^service logged no line with .*ready.* 10 ms.*"starting"/s);
});
