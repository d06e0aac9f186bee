/**
 * Notices a command of MongoDB that never ends. The driver (7.8) waits for `drain` after a large write, or after one to a
 * socket that was just destroyed, and a destroyed socket never drains. No option of the driver limits this wait:
 * `socketTimeoutMS` and `maxTimeMS` begin later, and `timeoutMS` has no effect. The connection stays checked out.
 */
import type { MongoClient } from 'mongodb';

const CHECK_EVERY_MS = 60_000;
/** Checks are counted, and not the time: after a pause of this process, responses are read before the next check. */
const MAX_CHECKS = 5;

/**
 * Rejects when a command has not ended after five minutes, so the client must run none that takes longer. Watches until
 * the signal aborts, and never resolves. Behind a load balancer (`loadBalanced=true`), where a change stream keeps its
 * connection, nothing is noticed.
 */
export function unendedCommand(client: MongoClient, until: AbortSignal, checkEveryMs = CHECK_EVERY_MS): Promise<never> {
  /** The number of checks of each connection since it was checked out of its pool for a command. */
  const checks = new Map<string, number>();
  if (!client.options.loadBalanced) client.on('connectionCheckedOut', (connection) => checks.set(keyOf(connection), 0));
  client.on('connectionCheckedIn', (connection) => checks.delete(keyOf(connection)));
  // From then on the driver doesn't report what is checked in, as when a member has left the replica set.
  client.on('connectionPoolClosed', ({ address }) => {
    for (const key of checks.keys()) if (key.startsWith(keyOf({ address, connectionId: '' }))) checks.delete(key);
  });
  return new Promise((_resolve, reject) => {
    const timer = setInterval(() => {
      for (const [key, count] of checks) {
        checks.set(key, count + 1);
        if (count >= MAX_CHECKS)
          reject(new Error('a command of MongoDB has not ended after five minutes, and never will: start this again'));
      }
    }, checkEveryMs);
    until.addEventListener('abort', () => clearInterval(timer), { once: true });
  });
}

const keyOf = ({ address, connectionId }: { readonly address: string; readonly connectionId: unknown }): string =>
  `${address} ${connectionId}`;
