/** Hands what this process started to a reaper (reaper.ts), which ends it when this process is gone, in whatever way. */
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { DIST } from './project.ts';
import type { ReaperMessage, Ward } from './reaper.ts';

// One reaper serves the whole process. It starts with the first ward.
let reaper: Writable | undefined;
let wardCount = 0;

/** Puts a ward on the reaper's list. Call the result when the ward has ended, or another process could get its id. */
export function entrust(ward: Ward): () => void {
  reaper ??= startReaper();
  const list = reaper;
  const id = wardCount++;
  const send = (message: ReaperMessage) => void list.write(`${JSON.stringify(message)}\n`);
  send({ id, ward });
  return () => send({ id, ward: null });
}

/** A pipe and not Node's own channel: what was written stays readable when this process is gone before the reaper has started. */
function startReaper(): Writable {
  const child = spawn(process.execPath, [join(DIST, 'dev', 'reaper.js')], {
    // Ctrl-C in a terminal reaches a whole process group.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    // Without a debugger's options, which would stop it.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  child.unref();
  const { stdin } = child;
  // Somebody ended the reaper: the next ward gets another.
  stdin.on('error', () => {
    reaper = undefined;
  });
  if (stdin instanceof Socket) stdin.unref();
  return stdin;
}
