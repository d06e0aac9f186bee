/**
 * Goes by the event loop, which every part of every request waits for. Refuses requests at the door while this process cannot keep up: an answer that everyone waits longer and longer for is
 * worth less than a quick 503. And while the loop has no time left, fewer reads are under way at once. Both are smoothed, and
 * one delay alone does not close the door: a long piece of work, or the machine, has held up everyone, and that is over.
 */
import type { RequestHandler } from 'express';
import { overloaded } from '../../runtime/problems.ts';
import { createTicking } from '../../runtime/ticking.ts';

export interface EventLoopWatch {
  /** How much of its time the event loop works: 0 to 1. */
  utilization(): number;
  /** Whether the event loop is behind by more than the limit. */
  isBehind(): boolean;
  end(): void;
}

const SAMPLE_MS = 20;
/** What is smoothed goes by the last third of a second or so. */
const SMOOTHING_MS = 350;
/** So much of the smoothed delay one sample can make: a delay alone, however long, comes to four fifths of the limit. */
const MOST_OF_ONE = 0.4;
/** After so many that nobody has asked for, nothing is measured. */
const UNASKED_SAMPLES = 25;

/** `limitMs` 0: it is never behind. It measures from the first question on. The caller ends it. */
export function watchEventLoop(limitMs: number): EventLoopWatch {
  let since = performance.eventLoopUtilization();
  let sampledMs = 0;
  let unasked = UNASKED_SAMPLES;
  let delayMs = 0;
  let utilization = 0;

  /** A timer that comes too late tells how long everything else has to wait. */
  function sample(): boolean {
    const nowMs = performance.now();
    const elapsedMs = nowMs - sampledMs;
    sampledMs = nowMs;
    // By the time that it stands for: one late sample tells of as long a time as many that are not.
    const weight = 1 - Math.exp(-elapsedMs / SMOOTHING_MS);
    const lateMs = Math.min(Math.max(0, elapsedMs - SAMPLE_MS), 2 * limitMs);
    delayMs += (lateMs - delayMs) * Math.min(weight, MOST_OF_ONE);
    const now = performance.eventLoopUtilization();
    utilization += (performance.eventLoopUtilization(now, since).utilization - utilization) * weight;
    since = now;
    unasked += 1;
    return unasked < UNASKED_SAMPLES;
  }

  const sampling = createTicking(SAMPLE_MS, sample);

  function ask(): void {
    if (unasked >= UNASKED_SAMPLES) {
      since = performance.eventLoopUtilization();
      sampledMs = performance.now();
      delayMs = 0;
      utilization = 0;
      sampling.wake();
    }
    unasked = 0;
  }

  return {
    utilization() {
      ask();
      return utilization;
    },
    isBehind() {
      if (limitMs === 0) return false;
      ask();
      return delayMs > limitMs;
    },
    end: sampling.end,
  };
}

/** From this utilization on there are fewer permits: calls in progress wait for the event loop, not for an engine. */
const BUSY = 0.9;
/** So many permits are left: one for the noisy neighbour, and one for the others. */
const FEWEST_PERMITS = 2;

/**
 * How many calls of an engine may be in progress, of at most `most`. While calls wait for the engine, more of them in progress
 * means more responses. While they wait for the event loop, more in progress only makes each slower, those of other tenants most.
 */
export function permitsFor(most: number, utilization: number): number {
  const idle = Math.max(0, (1 - utilization) / (1 - BUSY));
  return Math.min(most, Math.max(FEWEST_PERMITS, Math.round(most * idle)));
}

/** `onShed` hears of each request that is refused. */
export function shedLoad(isBehind: () => boolean, onShed: () => void): RequestHandler {
  return (_request, _response, next) => {
    if (isBehind()) {
      onShed();
      throw overloaded('the event loop is behind');
    }
    next();
  };
}
