/** Waiting, within limits, and trying again: abortable, with growing delays and jitter so that many processes do not try in step. */
import { setTimeout as delay } from 'node:timers/promises';

/** Waits; resolves early, without an error, when the signal is aborted. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
}

/** What the work resolves to, or `late` once the limit is over. Throws what the work throws before. */
export async function withTimeout<T>(limitMs: number, work: Promise<T>, late: T): Promise<T> {
  const done = new AbortController();
  const limit = sleep(limitMs, done.signal).then(() => late);
  return Promise.race([work, limit]).finally(() => done.abort());
}

/** The delay before try number `attempt` (from 1): doubles from `firstMs` up to `limitMs`, and half of it is random. */
export function backoffMs(attempt: number, firstMs = 100, limitMs = 5000, random: () => number = Math.random): number {
  const full = Math.min(limitMs, firstMs * 2 ** Math.min(attempt - 1, 30));
  return full / 2 + (full / 2) * random();
}
