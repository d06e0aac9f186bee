/** The demo's options: a file is relative to where the user is, and a port that isn't allowed is not "in use". */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOptions } from '../../../dev/demo/options.ts';
import { freePort, isFree } from '../../../dev/engines/free-port.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-options-'));
const npmFolder = process.env.INIT_CWD;
afterAll(() => {
  rmSync(folder, { recursive: true });
  if (npmFolder === undefined) delete process.env.INIT_CWD;
  else process.env.INIT_CWD = npmFolder;
});

test('--catalogue is relative to the folder in which npm was called', () => {
  writeFileSync(join(folder, 'mine.jsonl'), '');
  process.env.INIT_CWD = folder;
  expect(parseOptions(['node', 'demo', '--catalogue', 'mine.jsonl']).catalogue).toBe(join(folder, 'mine.jsonl'));
});

test('a port is free, in use, or cannot be used', async () => {
  const port = await freePort();
  expect(await isFree(port)).toBe(true);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  expect(await isFree(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  await expect(isFree(65_536)).rejects.toThrow(/port/);
});
