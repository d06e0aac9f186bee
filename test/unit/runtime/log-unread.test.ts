/** A process stops on a signal even if the reader of its log has closed the stream: it drops its last lines. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const RUNTIME = new URL('../../../dist/src/runtime/', import.meta.url).href;

/** Returns a program that stops as the services do. Its last two lines stay buffered until the end. */
const programThat = (doesMore = '') => `
  import { writeSync } from 'node:fs';
  import { aborted, runUntilStopped } from '${RUNTIME}lifecycle.js';
  import { batchedOutput, createLogger } from '${RUNTIME}logger.js';
  const logger = createLogger('test', 'info', batchedOutput());
  setInterval(() => undefined, 1000);
  const start = (shutdownHooks, stopping) => {
    logger.info('ready');
    ${doesMore}
    return aborted(stopping);
  };
  process.exit(await runUntilStopped({ logger, stopTimeoutMs: 1000, start }));`;

const PROGRAM = programThat();

/** Continues once the reader is gone, while a write that has succeeded is still pending in Node. */
const CONTINUES_UNREAD = `
    logger.flush();
    for (let isRead = true; isRead; ) {
      try { writeSync(1, ' '); } catch { isRead = false; }
    }`;
const STOP = "process.emit('SIGTERM', 'SIGTERM');";
const NEVER_STOPS = "shutdownHooks.onStop('something', () => new Promise(() => undefined));";

const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

const startProgram = (program = PROGRAM) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  children.add(child);
  return child;
};

test('it stops if the reader of a pipe has ended', async () => {
  // The shell execs the program. Standard error has only the output of the reader.
  const command = 'exec "$0" --input-type=module -e "$1" > >(head -n 1 >&2) 2>/dev/null';
  const child = spawn('bash', ['-c', command, process.execPath, PROGRAM]);
  children.add(child);
  const exited = once(child, 'exit');
  // Ends together with the reader, which reads one line.
  expect(await text(child.stderr)).toContain('ready');
  child.kill();
  expect(await exited).toEqual([0, null]);
});

test('it stops if the reader of a socket has closed it', async () => {
  const child = startProgram();
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.kill();
  expect(await exited).toEqual([0, null]);
});

test('it stops if the reader disconnects while an earlier line is being written', async () => {
  const child = startProgram(programThat(CONTINUES_UNREAD + STOP));
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await exited).toEqual([0, null]);
});

test('a second signal ends it at once, without a stack trace', async () => {
  const child = startProgram(programThat(NEVER_STOPS + CONTINUES_UNREAD + STOP + STOP));
  const [exited, errors] = [once(child, 'exit'), text(child.stderr)];
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect([await exited, await errors]).toEqual([[1, null], '']);
});

test('a connected reader gets every line', async () => {
  const child = startProgram();
  const log = text(child.stdout);
  await once(child.stdout, 'data');
  child.kill();
  expect((await log).match(/"msg":"\w+"/g)).toEqual(['"msg":"ready"', '"msg":"stopping"', '"msg":"stopped"']);
});
