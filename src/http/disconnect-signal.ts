/** Returns a signal that is aborted when the client disconnects before it has the whole response. */
import type { ServerResponse } from 'node:http';

export function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
