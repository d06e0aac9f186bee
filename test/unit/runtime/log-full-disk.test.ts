/** A process whose log can't be written, because the disk is full, runs on. It drops lines, and stops as usual. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const RUNTIME = new URL('../../../dist/src/runtime/', import.meta.url).href;

const LINES = 100_000;

/** Logs 100 MB, and reports the memory that these lines occupy on standard error. Stops itself. */
const PROGRAM = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { aborted, runUntilStopped } from '${RUNTIME}lifecycle.js';
  import { batchedOutput, createLogger } from '${RUNTIME}logger.js';
  const logger = createLogger('test', 'info', batchedOutput());
  const start = async (shutdownHooks, stopping) => {
    for (let line = 0; line < ${LINES}; line += 1) {
      logger.info({ text: 'x'.repeat(1000) }, 'a line');
      if (line % 1000 === 0) await sleep(1);
    }
    gc();
    process.stderr.write(String(process.memoryUsage().heapUsed));
    process.emit('SIGTERM', 'SIGTERM');
    return aborted(stopping);
  };
  process.exit(await runUntilStopped({ logger, stopTimeoutMs: 1000, start }));`;

test('a full disk of the log', async () => {
  const options = ['--expose-gc', '--input-type=module', '-e', PROGRAM];
  const child = spawn('sh', ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, ...options]);
  const [exited, errors] = [once(child, 'exit'), text(child.stderr)];
  expect([await errors, await exited]).toEqual([expect.stringMatching(/^\d+$/), [0, null]]);
  expect(Number(await errors)).toBeLessThan(50_000_000);
});
