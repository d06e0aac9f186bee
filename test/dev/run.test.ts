/** A development command releases what it started, however it ends, and its exit code says how. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const moduleOf = (path: string): string => new URL(`../../dist/${path}`, import.meta.url).href;

/** Runs the body of `work` to its end. Resolves to the exit code and the lines of standard error. */
async function outcomeOf(work: string): Promise<{ code: number; lines: string[] }> {
  const program = `
    import { Command } from 'commander';
    import { runToEnd } from '${moduleOf('dev/run.js')}';
    import { aborted } from '${moduleOf('src/runtime/lifecycle.js')}';
    const command = new Command('test').exitOverride().option('--port <port>', 'a port');
    process.exit(await runToEnd('test', async (run) => {
      setInterval(() => undefined, 1000);
      run.onStop('it', () => run.say('released'));
      ${work}
    }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  return { code, lines: output.trim().split('\n') };
}

const TERMINATE = "process.emit('SIGTERM', 'SIGTERM');";

test('a bug is printed with its stack trace', async () => {
  const { code, lines } = await outcomeOf('undefined.property;');
  expect(code).toBe(1);
  expect(lines[0]).toMatch(/^TypeError: Cannot read properties of undefined/);
  expect(lines[1]).toMatch(/^ +at /);
  expect(lines.at(-1)).toBe('released');
});

test.each([
  ['succeeds', 'return 0;', 0, ['released']],
  ['throws', "throw new Error('no engine');", 1, ['no engine', 'released']],
  [
    'gets no response',
    "await fetch('http://127.0.0.1:2');",
    1,
    ['fetch failed: connect ECONNREFUSED 127.0.0.1:2', 'released'],
  ],
  [
    'fails meanwhile',
    "run.fail('mongod ended'); await aborted(run.stopping); return 0;",
    1,
    ['mongod ended', 'released'],
  ],
  ['is stopped', `${TERMINATE} run.stopping.throwIfAborted();`, 1, ['Stopping', 'released']],
  ['ends well after a stop', `${TERMINATE} await aborted(run.stopping); return 0;`, 0, ['Stopping', 'released']],
  ['gets a second signal', `${TERMINATE} ${TERMINATE}`, 1, ['Stopping']],
  [
    'has a wrong option',
    "command.parse(['--prot'], { from: 'user' });",
    2,
    ["error: unknown option '--prot'", 'released'],
  ],
  ['prints its help', "command.parse(['--help'], { from: 'user' });", 0, ['released']],
])('a run that %s', async (_, work, code, lines) => {
  const outcome = await outcomeOf(work);
  expect(outcome.code).toBe(code);
  expect(outcome.lines.filter((line) => !line.startsWith('(Did you mean'))).toEqual(lines);
});
