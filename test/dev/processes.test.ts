/** Processes end when their parent ends, however that happens, and so do their children. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRunning } from '../../dev/processes/is-running.ts';
import { startLogged, startProcess } from '../../dev/processes/launcher.ts';
import { createRestartableProcess } from '../../dev/processes/restartable-process.ts';
import { eventually } from '../support/service.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'processes-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const shell = (script: string, graceMs?: number) => ({
  program: '/bin/sh',
  parameters: ['-c', script],
  variables: {},
  ...(graceMs === undefined ? {} : { graceMs }),
});

const untilEnded = (pid: number) =>
  eventually(
    async () => isRunning(pid),
    (runs) => !runs,
  );

/** Resolves to the process id in the file as soon as a shell has written it. */
const pidIn = async (file: string): Promise<number> =>
  Number(
    await eventually(
      () => readFile(file, 'utf8').catch(() => ''),
      (text) => text.endsWith('\n'),
    ),
  );

/** Starts a program that starts `command`; resolves to the program and the id of its child. */
async function startParent(command: object): Promise<{ parent: ChildProcess; pid: number }> {
  const module = pathToFileURL(join(process.cwd(), 'dist/dev/processes/launcher.js')).href;
  const source = `
    import { startLogged } from ${JSON.stringify(module)};
    console.log(startLogged(${JSON.stringify(command)}, ${JSON.stringify(join(folder, 'log'))}).pid);
    process.stdin.on('data', () => { throw new Error('a crash, as ordered'); });
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['pipe', 'pipe', 'ignore'] });
  const [line] = await once(parent.stdout, 'data');
  return { parent, pid: Number(line) };
}

test.each<[string, (parent: ChildProcess) => void]>([
  ['is killed by SIGKILL', (parent) => parent.kill('SIGKILL')],
  ['is interrupted', (parent) => parent.kill('SIGINT')],
  ['crashes', (parent) => parent.stdin?.write('crash\n')],
  ['runs out of things to do', (parent) => parent.stdin?.end()],
])('a process ends when its parent %s', async (_, end) => {
  const { parent, pid } = await startParent(shell('exec sleep 600'));
  expect(isRunning(pid)).toBe(true);
  end(parent);
  await untilEnded(pid);
});

test.each<[string, (parent: ChildProcess) => void]>([
  ['is killed by SIGKILL', (parent) => parent.kill('SIGKILL')],
  ['is stopped', (parent) => parent.kill('SIGTERM')],
])('Schemathesis ends when the fuzzer %s', async (_, end) => {
  const program = join(folder, 'schemathesis');
  const pidFile = join(folder, 'pid');
  await writeFile(program, `#!/bin/sh\necho $$ > ${pidFile}\nexec sleep 600\n`, { mode: 0o755 });
  const module = pathToFileURL(join(process.cwd(), 'dist/dev/fuzz/schemathesis.js')).href;
  const options = { url: '', hooks: '', token: '', maxExamples: 1, seed: 1 };
  const source = `
    import { runSchemathesis } from ${JSON.stringify(module)};
    const stop = new AbortController();
    process.on('SIGTERM', () => stop.abort());
    const options = { ...${JSON.stringify(options)}, stopping: stop.signal };
    runSchemathesis(${JSON.stringify(program)}, options, ${JSON.stringify(folder)}).catch(() => process.exit(1));
    console.log('started');
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(parent.stdout, 'data');
  const pid = await pidIn(pidFile);
  expect(isRunning(pid)).toBe(true);
  end(parent);
  await untilEnded(pid);
});

test('once all processes have ended, their parent has no other child', async () => {
  const { parent, pid } = await startParent(shell('exec sleep 600'));
  const childrenOf = async () => (await readFile(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8')).split(' ');
  expect((await childrenOf()).filter((id) => id !== '').length).toBe(2);
  process.kill(pid);
  await eventually(childrenOf, (ids) => ids.join('') === '');
  expect(parent.exitCode).toBe(null);
  parent.kill('SIGKILL');
});

test('a process with a grace period gets SIGTERM when its parent is killed', async () => {
  const terminated = join(folder, 'asked');
  const ready = join(folder, 'ready');
  const trap = `trap 'touch ${terminated}; exit' TERM; touch ${ready}; while :; do sleep 0.05; done`;
  const { parent, pid } = await startParent(shell(trap, 10_000));
  await eventually(async () => existsSync(ready), Boolean);
  parent.kill('SIGKILL');
  await untilEnded(pid);
  expect(existsSync(terminated)).toBe(true);
});

test('a killed process takes its children with it', async () => {
  const child = join(folder, 'child');
  const running = startLogged(shell(`sleep 600 & echo $! > ${child}; wait`), join(folder, 'log'));
  const pid = await pidIn(child);
  await running.end('SIGKILL');
  expect(await running.outcome).toBe('ended by SIGKILL');
  expect(() => running.hasEnded.throwIfAborted()).toThrow('ended by SIGKILL');
  await untilEnded(pid);
});

test('a process that ignores SIGTERM is killed after the time limit', async () => {
  const ready = join(folder, 'ready');
  const running = startLogged(shell(`trap '' TERM; touch ${ready}; while :; do sleep 0.05; done`), join(folder, 'log'));
  await eventually(async () => existsSync(ready), Boolean);
  expect(await running.end('SIGTERM', 200)).toBe(null);
});

test('a restartable process can be ended and started again, and reports only an end that nobody requested', async () => {
  const unexpected: string[] = [];
  const restartable = createRestartableProcess({
    async launch(start) {
      const { pid, outcome } = startLogged(shell('exec sleep 600'), join(folder, `log-${start}`));
      return { pid, ended: outcome };
    },
    onUnexpectedEnd: (outcome) => unexpected.push(outcome),
  });
  await restartable.start();
  const first = restartable.pid();
  await restartable.start();
  expect(restartable.pid()).toBe(first);
  restartable.freeze();
  restartable.resume();
  expect(await restartable.end('SIGTERM')).toBe('ended by SIGTERM');
  expect([restartable.pid(), await restartable.end('SIGKILL')]).toEqual([null, 'gone already']);
  await restartable.start();
  expect(existsSync(join(folder, 'log-2'))).toBe(true);
  expect(unexpected).toEqual([]);
  process.kill(Number(restartable.pid()));
  await eventually(
    async () => unexpected,
    ({ length }) => length === 1,
  );
  expect(unexpected).toEqual(['ended by SIGTERM']);
});

test('a program that does not exist is an error that names it', () => {
  const command = { program: join(folder, 'nothing'), parameters: [], variables: {} };
  expect(() => startLogged(command, join(folder, 'log'))).toThrow(/nothing cannot be started/);
});

test('waiting for a line of a process that has ended is an error with its output', async () => {
  const running = startProcess('src/main.js', [], {});
  await expect(running.line(({ msg }) => msg === 'listening')).rejects.toThrow(/MONGODB_URL/);
  expect(await running.exited).toBe(2);
});
