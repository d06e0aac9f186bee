/**
 * A circuit breaker around an engine: while the engine is out nobody waits for it.
 *
 * States: closed (calls go to the engine), open (calls fail at once; a probe at each tick finds out whether it is back).
 * It opens
 * - where calls wait and the engine gives no sign of life for SILENT_TICKS: no answer to one that waited, none to probes;
 * - after MAX_FAILURES calls in a row that told that the engine is out.
 * Calls that wait then fail too. The first sign of life closes it: of a probe, so no caller has to try for the others.
 *
 * An engine that is only slow answers the probes, so long work is not cut short by this but by its own limit. Time is
 * counted in ticks, not by the clock: where this process itself stood still, answers that have come meanwhile are read
 * before the next tick.
 */

import { createTicking } from '../runtime/ticking.ts';
import { type FaultOf, NO_ANSWER } from './engine-faults.ts';

export interface Breaker {
  /** Runs a call of the engine. Throws what it throws, or the refusal: at once while open, or when it opens or the limit ends. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Asks the engine how it is: resolves to what `ask` gives, else to what is wrong in words that may be public. */
  check(ask: () => Promise<string | null>): Promise<string | null>;
  /** Asks no more. */
  end(): void;
}

interface BreakerOptions {
  /** Asks the engine for a sign of life. Throws where there is none. */
  readonly probe: () => Promise<unknown>;
  readonly faultOf: FaultOf;
  /** What callers get instead of an answer. */
  readonly refusal: (fault: string) => Error;
  /** Hears of every opening (what is wrong) and closing (null). */
  readonly onChange: (fault: string | null) => void;
  /** How long a call may take. */
  readonly limitMs: number;
}

interface Call {
  readonly startedMs: number;
  /** Waited at a tick, so what ends it is the engine. A call that is answered at once may have been answered from memory. */
  hasWaited: boolean;
  readonly giveUp: (fault: string) => void;
}

const TICK_MS = 250;
const SILENT_TICKS = 5;
const MAX_FAILURES = 5;
/** A probe without an answer for so long is lost, and another one is sent. */
const PROBE_LIMIT_MS = 2000;

export function createBreaker({ probe, faultOf, refusal, onChange, limitMs }: BreakerOptions): Breaker {
  const calls = new Set<Call>();
  let fault: string | null = null;
  /** What the last probe told. */
  let told = NO_ANSWER;
  let silentTicks = 0;
  let failures = 0;
  let probeEndsMs = 0;
  const ticking = createTicking(TICK_MS, tick);

  function hear(): void {
    silentTicks = 0;
    failures = 0;
    told = NO_ANSWER;
    if (fault === null) return;
    fault = null;
    onChange(null);
  }

  function open(why: string): void {
    const isNew = fault === null;
    fault = why;
    ticking.wake();
    if (isNew) onChange(why);
    for (const call of calls) call.giveUp(why);
  }

  function succeed(call: Call): void {
    failures = 0;
    if (call.hasWaited) hear();
  }

  function fail(call: Call, error: unknown): void {
    const why = faultOf(error);
    if (why === null) succeed(call);
    else if (why !== undefined) {
      failures += 1;
      if (failures >= MAX_FAILURES) open(why);
    }
  }

  function ask(): void {
    const nowMs = performance.now();
    if (nowMs < probeEndsMs) return;
    probeEndsMs = nowMs + PROBE_LIMIT_MS;
    const answered = (error: unknown) => {
      const why = faultOf(error);
      if (why === null) hear();
      else told = why ?? NO_ANSWER;
      if (fault !== null) fault = told;
    };
    void probe()
      .then(hear, answered)
      .finally(() => {
        probeEndsMs = 0;
      });
  }

  /** Returns whether there is still something to wait for. */
  function tick(): boolean {
    const isNeeded = fault !== null || calls.size > 0;
    silentTicks = isNeeded ? silentTicks + 1 : 0;
    const oldestMs = performance.now() - limitMs;
    for (const call of calls) {
      call.hasWaited = true;
      if (call.startedMs < oldestMs) call.giveUp(`took more than ${limitMs} ms`);
    }
    if (silentTicks >= SILENT_TICKS && fault === null) open(told);
    if (silentTicks > 1) ask();
    return isNeeded;
  }

  function run<T>(made: () => Promise<T>): Promise<T> {
    if (fault !== null) return Promise.reject(refusal(fault));
    return new Promise<T>((resolve, reject) => {
      const call: Call = {
        startedMs: performance.now(),
        hasWaited: false,
        giveUp: (why) => {
          calls.delete(call);
          reject(refusal(why));
        },
      };
      calls.add(call);
      ticking.wake();
      made().then(
        (value) => {
          calls.delete(call);
          succeed(call);
          resolve(value);
        },
        (error) => {
          // What was given up tells nothing new, and may fail long after the engine is back.
          if (calls.delete(call)) fail(call, error);
          reject(error);
        },
      );
    });
  }

  return {
    run,
    async check(ask) {
      try {
        return await run(ask);
      } catch (error) {
        return fault ?? faultOf(error) ?? NO_ANSWER;
      }
    },
    end: ticking.end,
  };
}
