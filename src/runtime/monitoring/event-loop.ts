/**
 * Measures the event loop, which all requests share. While it is behind, requests are rejected (`shed-load.ts`); while
 * it is busy, fewer engine calls may be in progress. Both measures are smoothed: one long task doesn't shed requests
 * after it has ended. Pauses of an idle process, as on an overloaded machine, shed none: no work waits behind them.
 */

export interface EventLoopWatch {
  /** The share of time in which the event loop is busy: 0 to 1. */
  utilization(): number;
  /** Whether the event loop is behind by more than the limit. */
  isBehind(): boolean;
  end(): void;
}

const SAMPLE_MS = 50;
/** The time constant of the exponential smoothing. */
const SMOOTHING_MS = 350;
/**
 * The most that one sample weighs. One delay, however long, raises the smoothed delay to at most four fifths of the
 * limit.
 */
const MAX_SAMPLE_WEIGHT = 0.4;

/** Samples until `end` is called. With `limitMs` 0, `isBehind` is always false. */
export function watchEventLoop(limitMs: number): EventLoopWatch {
  let since = performance.eventLoopUtilization();
  let sampledAtMs = performance.now();
  let delayMs = 0;
  let utilization = 0;

  /** A late timer shows how long other work on the event loop waits. */
  function sample(): void {
    const nowMs = performance.now();
    const elapsedMs = nowMs - sampledAtMs;
    sampledAtMs = nowMs;
    // Weight the sample by the time that it covers: one late sample covers as much as many punctual ones.
    const weight = 1 - Math.exp(-elapsedMs / SMOOTHING_MS);
    const now = performance.eventLoopUtilization();
    const sampled = performance.eventLoopUtilization(now, since);
    since = now;
    // While the machine pauses an idle process, its timers are late, too.
    const lateMs = Math.min(Math.max(0, elapsedMs - SAMPLE_MS), sampled.active, 2 * limitMs);
    delayMs += (lateMs - delayMs) * Math.min(weight, MAX_SAMPLE_WEIGHT);
    utilization += (sampled.utilization - utilization) * weight;
  }

  const sampling = setInterval(sample, SAMPLE_MS).unref();
  return {
    utilization: () => utilization,
    isBehind: () => limitMs > 0 && delayMs > limitMs,
    end: () => clearInterval(sampling),
  };
}

/**
 * Above this utilization there are fewer permits, because calls in progress wait for the event loop, not for an engine.
 */
const BUSY = 0.9;
/** One permit for a noisy neighbour, and one for the other tenants. */
const FEWEST_PERMITS = 2;

/**
 * Returns how many calls of an engine may be in progress, at most `max`. While calls wait for the engine, more of them
 * give more responses. While they wait for the event loop, more of them only slow each other down, those of other
 * tenants most.
 */
export function permitsFor(max: number, utilization: number): number {
  const idle = Math.max(0, (1 - utilization) / (1 - BUSY));
  return Math.min(max, Math.max(FEWEST_PERMITS, Math.round(max * idle)));
}

/** Above this utilization, the calls of a noisy tenant slow down those of the others. */
const CONTENDED = 0.4;
export const isContended = (utilization: number): boolean => utilization > CONTENDED;
