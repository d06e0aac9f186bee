/**
 * Signals: npm passes them on to the commands of package.json, one Ctrl-C that arrives twice counts once, and a stop has a
 * limit.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../../dev/project.ts';

const LIFECYCLE = new URL('../../../dist/src/runtime/lifecycle.js', import.meta.url).href;
const LOGGER = new URL('../../../dist/src/runtime/logger.js', import.meta.url).href;

const run = (program: string) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { timeout: 120_000 });

/** Resolves to the signals for which the handler is called. */
async function handledOf(signals: readonly string[]): Promise<string> {
  const program = `
    import { onStopSignals } from '${LIFECYCLE}';
    const handled = [];
    onStopSignals((signal) => handled.push(signal));
    for (const signal of ${JSON.stringify(signals)}) process.emit(signal, signal);
    console.log(handled.join(' '));`;
  return (await run(program)).stdout.trim();
}

test.each([
  ['SIGINT SIGINT', 'SIGINT'],
  ['SIGTERM SIGTERM', 'SIGTERM SIGTERM'],
  ['SIGTERM SIGINT SIGINT', 'SIGTERM SIGINT'],
])('of %s at once, the handler is called for %s', async (sent, handled) => {
  expect(await handledOf(sent.split(' '))).toBe(handled);
});

test('a process whose release never ends is ended at the limit of its stop, with an error', async () => {
  const program = `
    import { aborted, runUntilStopped } from '${LIFECYCLE}';
    import { createLogger } from '${LOGGER}';
    async function start({ onStop }, stopping) {
      setInterval(() => undefined, 1000);
      onStop('what never ends', () => new Promise(() => undefined));
      process.kill(process.pid, 'SIGTERM');
      await aborted(stopping);
    }
    await runUntilStopped({ logger: createLogger('test', 'info'), stopTimeoutMs: 0, start });`;
  await expect(run(program)).rejects.toMatchObject({ code: 1, stdout: expect.stringMatching(/did not stop within/) });
});

test('the shell of a long-running command becomes the command, which so gets the signals of npm', () => {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  for (const name of ['demo', 'dev', 'bench', 'soak', 'test', 'test:browser', 'test:fuzz', 'test:quick'])
    expect(scripts[name]).toMatch(/^npm run build && exec [^&;|]+$/);
});
