/**
 * Goes by the event loop, which every part of every request waits for. Refuses requests at the door while this process cannot keep up: an answer that everyone waits longer and longer for is
 * worth less than a quick 503. And while the loop has no time left, fewer reads are under way at once. Both are smoothed: one
 * long piece of work alone does not close the door.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { overloaded } from '../problems.ts';
import type { Step } from './step.ts';

export interface EventLoopWatch {
  /** How much of its time the event loop works: 0 to 1. */
  utilization(): number;
  /** Whether the event loop is behind by more than the limit. */
  isBehind(): boolean;
  end(): void;
}

const RESOLUTION_MS = 10;
const WINDOW_MS = 100;
/** How much of the smoothed delay one window makes up. */
const WEIGHT = 0.25;

/** `limitMs` 0: it is never behind. The caller ends it. */
export function watchEventLoop(limitMs: number): EventLoopWatch {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let since = performance.eventLoopUtilization();
  let lastMs = performance.now();
  let delayMs = 0;
  let utilization = 0;
  delays.enable();
  const measuring = setInterval(() => {
    // While timers alone keep the loop busy, none of the delays is taken: then this one comes too late itself.
    const lateMs = Math.max(0, performance.now() - lastMs - WINDOW_MS);
    const measuredMs = delays.count === 0 ? lateMs : delays.mean / 1e6 - RESOLUTION_MS;
    delays.reset();
    lastMs = performance.now();
    delayMs += (measuredMs - delayMs) * WEIGHT;
    const now = performance.eventLoopUtilization();
    utilization += (performance.eventLoopUtilization(now, since).utilization - utilization) * WEIGHT;
    since = now;
  }, WINDOW_MS);
  measuring.unref();
  return {
    utilization: () => utilization,
    isBehind: () => limitMs > 0 && delayMs > limitMs,
    end() {
      clearInterval(measuring);
      delays.disable();
    },
  };
}

/** From this utilization on, places are fewer: what is under way waits for the event loop, and not for an engine. */
const BUSY = 0.9;
/** So many are left: one for whoever has most to ask, and one for who comes new. */
const FEWEST_PLACES = 2;

/**
 * How many reads may be under way, of at most `most`. While reads wait for engines, more of them are answered by having more
 * under way; where the event loop is what they wait for, more only make each slower, and most of all those of others.
 */
export function placesFor(most: number, utilization: number): number {
  const idle = Math.max(0, (1 - utilization) / (1 - BUSY));
  return Math.min(most, Math.max(FEWEST_PLACES, Math.round(most * idle)));
}

/** From this utilization on, one merchant's many reads are felt by the others. */
const SHARED = 0.4;
export const isShared = (utilization: number): boolean => utilization > SHARED;

/** `onShed` hears of each request that is refused. */
export function shedLoad(isBehind: () => boolean, onShed: () => void): Step {
  return () => {
    if (!isBehind()) return;
    onShed();
    throw overloaded('the event loop is behind');
  };
}
