/** `npm run dev` restarts a process when its file changes, also after a crash, and ends together with it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWatched } from '../../dev/demo/watch.ts';
import { eventually } from '../support/service.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watch-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a process is restarted when its file changes, also after a crash', async () => {
  const program = join(folder, 'program.mjs');
  const output = join(folder, 'output');
  const write = (then: string) =>
    writeFile(
      program,
      `import { writeFileSync } from 'node:fs';
       writeFileSync(${JSON.stringify(output)}, String(process.pid));
       ${then}`,
    );
  const started = () => readFile(output, 'utf8').catch(() => '');
  const anotherThan = (pid: string, limitMs?: number) =>
    eventually(started, (now) => now !== '' && now !== pid, limitMs);
  /** Writes again if nothing restarts: the watcher may not watch the file yet when the process already runs. */
  const restartedWith = (then: string, pid: string) =>
    eventually(
      async () => {
        await write(then);
        return await anotherThan(pid, 10_000).catch(() => pid);
      },
      (now) => now !== pid,
    );

  await write('setInterval(() => undefined, 1000);');
  const end = startWatched({ program: process.execPath, parameters: [program], variables: {} }, 5000);
  const first = await anotherThan('');
  const second = await restartedWith('process.exit(1);', first);
  const third = await restartedWith('setInterval(() => undefined, 1000);', second);
  await end();
  expect(() => process.kill(Number(third), 0)).toThrow('ESRCH');
});
