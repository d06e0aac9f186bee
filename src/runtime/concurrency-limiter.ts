/**
 * Limits how many calls of one engine are in progress, and shares the permits fairly among tenants (merchants). A tenant holds at most half
 * of the permits. Calls without a permit wait in their tenant's queue, and tenants take turns, however long their queues are. A call waits
 * for at most MAX_WAIT_MS: a later response is useless.
 */
export type Rejection = 'queue full' | 'waited too long';

export interface ConcurrencyLimiter {
  /**
   * Runs the work with a permit of the tenant. Throws what the work throws, the rejection if the call gets no permit, or ClientDisconnected
   * if the signal is aborted before the work begins.
   */
  run<T>(tenant: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  inProgress(): number;
  queued(): number;
}

interface LimiterOptions {
  /** The current number of permits, at least 1. If the number falls, calls in progress keep theirs. */
  readonly permits: () => number;
  /** For all tenants together; one tenant gets at most half. A queued call costs little, and a rejected client retries at once. */
  readonly maxQueued?: number;
  readonly reject: (why: Rejection) => Error;
}

/** The client disconnected, so nothing needs the response. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
  constructor() {
    super('the client disconnected');
  }
}

interface QueuedCall {
  readonly start: () => void;
}

const MAX_QUEUED = 1024;
const MAX_WAIT_MS = 1000;

const half = (count: number): number => Math.max(1, Math.floor(count / 2));

export function createConcurrencyLimiter(options: LimiterOptions): ConcurrencyLimiter {
  const { permits, maxQueued = MAX_QUEUED, reject } = options;
  const held = new Map<string, number>();
  /** By tenant, in the order of their turns. No queue is empty. */
  const queues = new Map<string, QueuedCall[]>();
  let inProgress = 0;
  let queued = 0;

  const mayStart = (tenant: string): boolean => inProgress < permits() && (held.get(tenant) ?? 0) < half(permits());

  function take(tenant: string): void {
    inProgress += 1;
    held.set(tenant, (held.get(tenant) ?? 0) + 1);
  }

  function release(tenant: string): void {
    inProgress -= 1;
    const left = (held.get(tenant) ?? 0) - 1;
    if (left > 0) held.set(tenant, left);
    else held.delete(tenant);
    startQueued();
  }

  /** While there are permits, starts one call of each tenant in turn. */
  function startQueued(): void {
    for (const [tenant, queue] of queues) {
      const [first] = queue;
      if (first === undefined || !mayStart(tenant)) continue;
      leaveQueue(tenant, queue, first);
      // Move the tenant behind the others. The loop reaches it again.
      if (queues.delete(tenant)) queues.set(tenant, queue);
      take(tenant);
      first.start();
    }
  }

  function leaveQueue(tenant: string, queue: QueuedCall[], call: QueuedCall): void {
    queue.splice(queue.indexOf(call), 1);
    if (queue.length === 0) queues.delete(tenant);
    queued -= 1;
  }

  /** Resolves when the call has a permit. */
  function waitInQueue(tenant: string, signal: AbortSignal): Promise<void> {
    const queue = queues.get(tenant) ?? [];
    if (queued >= maxQueued || queue.length >= half(maxQueued)) throw reject('queue full');
    return new Promise((resolve, fail) => {
      const settle = (then: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        then();
      };
      const giveUp = (error: Error) => {
        leaveQueue(tenant, queue, call);
        settle(() => fail(error));
      };
      const call: QueuedCall = { start: () => settle(resolve) };
      const onAbort = () => giveUp(new ClientDisconnected());
      const timer = setTimeout(() => giveUp(reject('waited too long')), MAX_WAIT_MS);
      signal.addEventListener('abort', onAbort, { once: true });
      queue.push(call);
      queues.set(tenant, queue);
      queued += 1;
    });
  }

  return {
    async run(tenant, work, signal) {
      if (signal.aborted) throw new ClientDisconnected();
      if (!queues.has(tenant) && mayStart(tenant)) take(tenant);
      else await waitInQueue(tenant, signal);
      try {
        if (signal.aborted) throw new ClientDisconnected();
        return await work();
      } finally {
        release(tenant);
      }
    },
    inProgress: () => inProgress,
    queued: () => queued,
  };
}
