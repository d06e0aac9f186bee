/** Two demos never use the same data folder, whatever engines each of them has. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '../../dev/demo/folder-lock.ts';
import { runProgram } from '../../dev/processes/launcher.ts';
import { PROJECT } from '../../dev/project.ts';

test('a demo does not start beside another one', async () => {
  const folder = join(PROJECT, '.demo');
  // Null if a demo is running here.
  const unlock = await lockFolder(folder);
  try {
    const { code, stderr } = await runProgram('dev/demo.js', ['--port', '6900'], { TMPDIR: tmpdir() });
    expect([code, stderr]).toEqual([1, `Another demo is using the data in ${folder}: stop it first.\n`]);
  } finally {
    await unlock?.();
  }
});

test('a lock is held until it is released, or its process is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'demo-lock-'));
  const module = new URL('../../dist/dev/demo/folder-lock.js', import.meta.url).href;
  const program = `
    import { lockFolder } from '${module}';
    await lockFolder(${JSON.stringify(folder)});
    console.log('locked');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(await lockFolder(folder)).toBeNull();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const unlock = await lockFolder(folder);
  expect(await lockFolder(folder)).toBeNull();
  await unlock?.();
  await (await lockFolder(folder))?.();
  await rm(folder, { recursive: true });
});
