/**
 * Returns a signal that is aborted when the client disconnects before it has the whole response. Its reason is
 * ClientDisconnected.
 */
import type { ServerResponse } from 'node:http';
import { ClientDisconnected } from '../runtime/client-disconnected.ts';

export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(new ClientDisconnected());
  if (response.destroyed) abort();
  response.once('close', () => {
    if (!response.writableFinished) abort();
  });
  return controller.signal;
}
