/** Registers resources of this process with the reaper (reaper.ts), which ends them after this process ends. */
import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { DIST } from '../project.ts';
import type { ReapedResource, ReaperMessage } from './reaper.ts';

interface Reaper {
  readonly list: Writable;
  /** The ids of the registered resources. */
  readonly registered: Set<number>;
}

/** So that a process that starts others one by one needs one reaper. */
const IDLE_MS = 2000;

// One reaper serves the whole process. It starts with the first resource, and ends when it has had none for a while.
let reaper: Reaper | undefined;
let resourceCount = 0;

/** Registers a resource. Call the returned function when the resource has ended: another process could get its id. */
export function registerWithReaper(resource: ReapedResource): () => void {
  reaper ??= { list: startReaper(), registered: new Set() };
  const { list, registered } = reaper;
  const id = resourceCount++;
  const send = (message: ReaperMessage) => void list.write(`${JSON.stringify(message)}\n`);
  registered.add(id);
  send({ id, resource });
  return () => {
    if (!registered.delete(id)) return;
    send({ id, resource: null });
    if (registered.size === 0) setTimeout(endIdleReaper, IDLE_MS).unref();
  };
}

function endIdleReaper(): void {
  if (reaper?.registered.size !== 0) return;
  reaper.list.end();
  reaper = undefined;
}

/**
 * Uses a pipe instead of Node's IPC channel: written data stays readable if this process ends before the reaper has
 * started.
 */
function startReaper(): Writable {
  const child = spawn(process.execPath, [join(DIST, 'dev', 'processes', 'reaper.js')], {
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
    if (reaper?.list === stdin) reaper = undefined;
  });
  if (stdin instanceof Socket) stdin.unref();
  return stdin;
}
