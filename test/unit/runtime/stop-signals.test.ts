/** Signals: npm passes them on to the commands of package.json, and one Ctrl-C that arrives twice counts once. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../../dev/project.ts';

const LIFECYCLE = new URL('../../../dist/src/runtime/lifecycle.js', import.meta.url).href;

/** Resolves to the signals for which the handler is called. */
async function handledOf(signals: readonly string[]): Promise<string> {
  const program = `
    import { onStopSignals } from '${LIFECYCLE}';
    const handled = [];
    onStopSignals((signal) => handled.push(signal));
    for (const signal of ${JSON.stringify(signals)}) process.emit(signal, signal);
    console.log(handled.join(' '));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return stdout.trim();
}

test.each([
  ['SIGINT SIGINT', 'SIGINT'],
  ['SIGTERM SIGTERM', 'SIGTERM SIGTERM'],
  ['SIGTERM SIGINT SIGINT', 'SIGTERM SIGINT'],
])('of %s at once, the handler is called for %s', async (sent, handled) => {
  expect(await handledOf(sent.split(' '))).toBe(handled);
});

test('the shell of a long-running command becomes the command, which so gets the signals of npm', () => {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  for (const name of ['demo', 'dev', 'bench', 'soak', 'test', 'test:browser', 'test:fuzz', 'test:quick'])
    expect(scripts[name]).toMatch(/^npm run build && exec [^&;|]+$/);
});
