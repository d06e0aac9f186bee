/** A lock of the demo's data folder, so that two demos never replace each other's files. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Resolves to a function that unlocks the folder; to null if another process has locked it. The lock is a socket at
 * which this process listens, so it ends with the process, however that ends. The socket isn't in the folder: its path
 * must be short, and not every file system has sockets.
 */
export async function lockFolder(folder: string): Promise<(() => Promise<void>) | null> {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `merchant-catalogue-${name}.lock`);
  if (await isListening(path)) return null;
  // That of a process that was killed.
  await rm(path, { force: true });
  const server = createServer((socket) => socket.destroy()).listen(path);
  await once(server, 'listening');
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    if (!['ENOENT', 'ECONNREFUSED'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    return false;
  } finally {
    socket.destroy();
  }
}
