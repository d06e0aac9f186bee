/** A process ends when it is asked to although nobody reads its log any more: the last lines are dropped, and do not keep it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const RUNTIME = new URL('../../dist/src/runtime/', import.meta.url).href;

/** Stops as the services do. Both of its last lines wait in its memory until the end. */
const programThat = (doesMore = '') => `
  import { writeSync } from 'node:fs';
  import { aborted, runUntilStopped } from '${RUNTIME}lifecycle.js';
  import { batchedOutput, createLogger } from '${RUNTIME}logger.js';
  const logger = createLogger('test', 'info', batchedOutput());
  setInterval(() => undefined, 1000);
  const start = (releasers, stopping) => {
    logger.info('ready');
    ${doesMore}
    return aborted(stopping);
  };
  process.exit(await runUntilStopped({ logger, stopTimeoutMs: 1000, start }));`;

const PROGRAM = programThat();

/** Goes on when its reader has gone, while a write is under way that has succeeded, and of which it has not heard yet. */
const HEARS_LATE = `
    logger.flush();
    for (let isRead = true; isRead; ) {
      try { writeSync(1, ' '); } catch { isRead = false; }
    }`;
const STOP = "process.emit('SIGTERM', 'SIGTERM');";
const NEVER_STOPS = "releasers.onStop('something', () => new Promise(() => undefined));";

const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

const startProgram = (program = PROGRAM) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  children.add(child);
  return child;
};

test('its reader was at the end of a pipe', async () => {
  // The shell becomes the program; what its reader says is all that comes from here.
  const command = 'exec "$0" --input-type=module -e "$1" > >(head -n 1 >&2) 2>/dev/null';
  const child = spawn('bash', ['-c', command, process.execPath, PROGRAM]);
  children.add(child);
  const exited = once(child, 'exit');
  // Ends when the reader has: it wanted one line.
  expect(await text(child.stderr)).toContain('ready');
  child.kill();
  expect(await exited).toEqual([0, null]);
});

test('its reader was at the end of a socket', async () => {
  const child = startProgram();
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.kill();
  expect(await exited).toEqual([0, null]);
});

test('its reader went while the line before was written', async () => {
  const child = startProgram(programThat(HEARS_LATE + STOP));
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await exited).toEqual([0, null]);
});

test('asked twice, it ends at once, and there is no stack trace of it', async () => {
  const child = startProgram(programThat(NEVER_STOPS + HEARS_LATE + STOP + STOP));
  const [exited, said] = [once(child, 'exit'), text(child.stderr)];
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect([await exited, await said]).toEqual([[1, null], '']);
});

test('where somebody reads, every line comes', async () => {
  const child = startProgram();
  const log = text(child.stdout);
  await once(child.stdout, 'data');
  child.kill();
  expect((await log).match(/"msg":"\w+"/g)).toEqual(['"msg":"ready"', '"msg":"stopping"', '"msg":"stopped"']);
});
