/**
 * Limits how many calls of one engine are in progress, and shares the permits fairly among tenants (merchants). A
 * tenant holds at most half of the permits. Calls without a permit wait in their tenant's queue, and tenants take
 * turns, however long their queues are. A call waits for at most MAX_WAIT_MS: a later response is useless.
 *
 * While this process is busy, each call in progress delays each step of the others. Then a noisy tenant, which has
 * calls in the queue beside other tenants, has one call at a time, with a pause after it for as long as it took.
 */
import { ClientDisconnected } from '../client-disconnected.ts';
import { Overloaded } from '../problems.ts';
import { createFairQueue } from './fair-queue.ts';

export interface ConcurrencyLimiter {
  /**
   * Runs the work with a permit of the tenant. Throws what the work throws, Overloaded if the call gets no permit, or
   * ClientDisconnected if the signal is aborted before the work begins.
   */
  run<T>(tenant: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  inProgress(): number;
  queued(): number;
  permits(): number;
}

interface LimiterOptions {
  /** The current number of permits, at least 1. If the number falls, calls in progress keep theirs. */
  readonly permits: () => number;
  /** Whether the process itself is what calls wait for. */
  readonly isBusy?: () => boolean;
}

/**
 * For all tenants together; one tenant gets at most half. A queued call costs little, and a rejected client retries at
 * once.
 */
const MAX_QUEUED = 1024;
const MAX_WAIT_MS = 1000;
/** A tenant without a call for so long needs no consideration. */
const RECENT_MS = 1000;
const MAX_PAUSE_MS = 100;
/** There may be more permits, though no call has ended. */
const LOOK_AGAIN_MS = 50;

const half = (count: number): number => Math.max(1, Math.floor(count / 2));

export function createConcurrencyLimiter({ permits, isBusy = () => false }: LimiterOptions): ConcurrencyLimiter {
  const queue = createFairQueue<() => void>();
  /** By tenant. */
  const held = new Map<string, number>();
  let inProgress = 0;
  let lookingAgain: NodeJS.Timeout | undefined;
  /** The tenant of the latest call, when it began, and when the latest call of another tenant began. */
  let latest = { tenant: '', atMs: Number.NEGATIVE_INFINITY, otherAtMs: Number.NEGATIVE_INFINITY };

  /** When the latest call of another tenant began. */
  const othersAtMs = (tenant: string): number => (tenant === latest.tenant ? latest.otherAtMs : latest.atMs);

  const isNoisy = (tenant: string): boolean =>
    queue.sizeOf(tenant) > 0 && performance.now() - othersAtMs(tenant) < RECENT_MS && isBusy();

  const mayStart = (tenant: string): boolean =>
    inProgress < permits() && (held.get(tenant) ?? 0) < (isNoisy(tenant) ? 1 : half(permits()));

  function take(tenant: string): void {
    inProgress += 1;
    held.set(tenant, (held.get(tenant) ?? 0) + 1);
    latest = { tenant, atMs: performance.now(), otherAtMs: othersAtMs(tenant) };
  }

  function releaseAfterPause(tenant: string, startedAtMs: number): void {
    if (isNoisy(tenant)) setTimeout(() => release(tenant), Math.min(MAX_PAUSE_MS, performance.now() - startedAtMs));
    else release(tenant);
  }

  function release(tenant: string): void {
    inProgress -= 1;
    const left = (held.get(tenant) ?? 0) - 1;
    if (left > 0) held.set(tenant, left);
    else held.delete(tenant);
    startWaiting();
  }

  function startWaiting(): void {
    for (let next = queue.takeNext(mayStart); next !== null; next = queue.takeNext(mayStart)) {
      take(next.tenant);
      next.item();
    }
    if (queue.size() > 0) return;
    clearInterval(lookingAgain);
    lookingAgain = undefined;
  }

  /** Resolves when the call has a permit. */
  function waitInQueue(tenant: string, signal: AbortSignal): Promise<void> {
    if (queue.size() >= MAX_QUEUED || queue.sizeOf(tenant) >= half(MAX_QUEUED)) throw new Overloaded('queue full');
    return new Promise((resolve, fail) => {
      const settle = (then: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        then();
      };
      const giveUp = (error: Error) => {
        queue.remove(tenant, start);
        settle(() => fail(error));
      };
      const start = () => settle(resolve);
      const onAbort = () => giveUp(new ClientDisconnected());
      const timer = setTimeout(() => giveUp(new Overloaded('waited too long')), MAX_WAIT_MS);
      signal.addEventListener('abort', onAbort, { once: true });
      queue.add(tenant, start);
      lookingAgain ??= setInterval(startWaiting, LOOK_AGAIN_MS);
    });
  }

  return {
    async run(tenant, work, signal) {
      if (signal.aborted) throw new ClientDisconnected();
      if (queue.sizeOf(tenant) === 0 && mayStart(tenant)) take(tenant);
      else await waitInQueue(tenant, signal);
      const startedAtMs = performance.now();
      try {
        if (signal.aborted) throw new ClientDisconnected();
        return await work();
      } finally {
        releaseAfterPause(tenant, startedAtMs);
      }
    },
    inProgress: () => inProgress,
    queued: queue.size,
    permits,
  };
}
