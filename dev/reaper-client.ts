/** Registers resources of this process with the reaper (reaper.ts), which ends them when this process is gone. */
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { DIST } from './project.ts';
import type { ReaperMessage, Ward } from './reaper.ts';

// One reaper serves the whole process. It starts with the first ward.
let reaper: Writable | undefined;
let wardCount = 0;

/** Registers a ward. Call the returned function when the ward has ended: another process could get its id. */
export function entrust(ward: Ward): () => void {
  reaper ??= startReaper();
  const list = reaper;
  const id = wardCount++;
  const send = (message: ReaperMessage) => void list.write(`${JSON.stringify(message)}\n`);
  send({ id, ward });
  return () => send({ id, ward: null });
}

/**
 * Uses a pipe instead of Node's IPC channel: written data stays readable if this process ends before the reaper has
 * started.
 */
function startReaper(): Writable {
  const child = spawn(process.execPath, [join(DIST, 'dev', 'reaper.js')], {
    // Ctrl-C in a terminal reaches a whole process group.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    // Without debugger options, which would stop it.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  child.unref();
  const { stdin } = child;
  // The reaper was ended. The next ward starts another one.
  stdin.on('error', () => {
    reaper = undefined;
  });
  if (stdin instanceof Socket) stdin.unref();
  return stdin;
}
