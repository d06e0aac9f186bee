/** Registers resources of this process with the reaper (reaper.ts), which ends them after this process ends. */
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { DIST } from './project.ts';
import type { ReapedResource, ReaperMessage } from './reaper.ts';

// One reaper serves the whole process. It starts with the first resource.
let reaper: Writable | undefined;
let resourceCount = 0;

/** Registers a resource. Call the returned function when the resource has ended: another process could get its id. */
export function registerWithReaper(resource: ReapedResource): () => void {
  reaper ??= startReaper();
  const list = reaper;
  const id = resourceCount++;
  const send = (message: ReaperMessage) => void list.write(`${JSON.stringify(message)}\n`);
  send({ id, resource });
  return () => send({ id, resource: null });
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
    // Without debugger options: the reaper would wait for a debugger.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  child.unref();
  const { stdin } = child;
  // The reaper was ended. The next resource starts another one.
  stdin.on('error', () => {
    reaper = undefined;
  });
  if (stdin instanceof Socket) stdin.unref();
  return stdin;
}
