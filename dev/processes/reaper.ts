/**
 * The reaper: a process that cleans up after its parent. The parent registers processes, containers and
 * temporary folders by lines of JSON on standard input, and unregisters those that it ended itself. When the parent
 * ends, even by `kill -9`, the system closes the pipe. The reaper then ends everything that is still registered,
 * processes first, and exits.
 *
 * It runs from `dist/`, see `registerWithReaper` in reaper-client.ts.
 */
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from './is-running.ts';

/** A resource that must not outlive the parent. With `graceMs`, it gets time to stop by itself. */
export type ReapedResource =
  /** The process leads a group, which ends with it. */
  | { readonly kind: 'process'; readonly pid: number; readonly graceMs: number }
  /** Containers that have the label. */
  | { readonly kind: 'containers'; readonly label: string; readonly graceMs: number }
  | { readonly kind: 'folder'; readonly path: string };

/** Registers a resource, or unregisters it (`resource: null`). */
export interface ReaperMessage {
  readonly id: number;
  readonly resource: ReapedResource | null;
}

const KILLED_WITHIN_MS = 5000;
const POLL_INTERVAL_MS = 25;

const resources = new Map<number, ReapedResource>();

// At logout, all processes get a signal. The reaper must finish first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, resource } = JSON.parse(line) as ReaperMessage;
  if (resource === null) resources.delete(id);
  else resources.set(id, resource);
}
await endAll();

async function endAll(): Promise<void> {
  const all = [...resources.values()];
  await Promise.allSettled(
    all.map((resource) => (resource.kind === 'process' ? endProcess(resource.pid, resource.graceMs) : null)),
  );
  await Promise.allSettled(all.map((resource) => (resource.kind === 'containers' ? endContainers(resource) : null)));
  await Promise.allSettled(
    all.map((resource) =>
      resource.kind === 'folder' ? rm(resource.path, { recursive: true, force: true, maxRetries: 5 }) : null,
    ),
  );
}

async function endProcess(pid: number, graceMs: number): Promise<void> {
  if (graceMs > 0) {
    send(pid, 'SIGTERM');
    // A frozen process gets the signal when it continues.
    send(pid, 'SIGCONT');
    await untilGone(pid, graceMs);
  }
  send(pid, 'SIGKILL');
  await untilGone(pid, KILLED_WITHIN_MS);
}

/** Signals the whole group. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It ended in the meantime.
  }
}

async function untilGone(pid: number, limitMs: number): Promise<void> {
  for (const startedMs = performance.now(); isRunning(pid) && performance.now() - startedMs < limitMs; )
    await sleep(POLL_INTERVAL_MS);
}

async function endContainers({ label, graceMs }: { readonly label: string; readonly graceMs: number }): Promise<void> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const { dockerode } = (await getContainerRuntimeClient()).container;
  const found = await dockerode.listContainers({ all: true, filters: { label: [label] } });
  await Promise.all(
    found.map(async ({ Id }) => {
      const container = dockerode.getContainer(Id);
      if (graceMs > 0) await container.stop({ t: graceMs / 1000 }).catch(() => undefined);
      await container.remove({ force: true, v: true });
    }),
  );
}
