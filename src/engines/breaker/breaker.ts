/**
 * A circuit breaker for an engine. While the engine is unavailable, its calls fail at once.
 *
 * States: closed (calls go to the engine), open (calls fail at once, and probes check whether the engine is back).
 * The breaker opens
 * - if calls wait and the engine gives no sign of life for SILENT_TICKS: no response to a waiting call, none to a
 *   probe;
 * - after MAX_FAILURES failed calls in a row that show that the engine is unavailable.
 * Calls that wait then fail too. The first sign of life closes the breaker: a response to a probe, or the late success
 * of a call that was rejected. So no request has to test the engine.
 *
 * A slow engine still responds to probes, so a long call ends by its own limit. Time is counted in ticks, not by the
 * clock: after a pause of this process, responses that arrived meanwhile are read before the next tick.
 */
import { createCallsInProgress } from './calls-in-progress.ts';
import { type Evidence, type EvidenceOf, NO_ANSWER } from './evidence.ts';

export interface Breaker {
  /**
   * Runs a call of the engine. Throws what the call throws, or the rejection: at once while open, on opening, or at the
   * time limit.
   */
  run<T>(call: () => Promise<T>): Promise<T>;
  /**
   * Checks the engine with `call`. Resolves to the result of `call`, or to a public description of the engine's fault.
   * Throws an error that shows none.
   */
  check(call: () => Promise<string | null>): Promise<string | null>;
  /** Stops probing. */
  end(): void;
}

interface BreakerOptions {
  /** Requests a sign of life from the engine. Throws if there is none. */
  readonly probe: () => Promise<unknown>;
  readonly evidenceOf: EvidenceOf;
  /** Creates the error of a rejected call. */
  readonly rejection: (fault: string) => Error;
  /** Called when the breaker opens, with the fault, and when it closes, with null. */
  readonly onChange: (fault: string | null) => void;
  /** The time limit of a call. */
  readonly timeoutMs: number;
}

const TICK_MS = 250;
const SILENT_TICKS = 8;
const MAX_FAILURES = 5;
/** A probe without a response for this long is lost, and another one is sent. */
const PROBE_TIMEOUT_MS = 2000;

export function createBreaker({ probe, evidenceOf, rejection, onChange, timeoutMs }: BreakerOptions): Breaker {
  const calls = createCallsInProgress({ rejection, timeoutMs, tickMs: TICK_MS, onSuccess, onError });
  const ticking = setInterval(tick, TICK_MS).unref();
  let fault: string | null = null;
  /** The fault that the last probe found. */
  let probeFault = NO_ANSWER;
  let silentTicks = 0;
  let failures = 0;
  let probeEndsAtMs = 0;

  function close(): void {
    silentTicks = 0;
    failures = 0;
    probeFault = NO_ANSWER;
    if (fault === null) return;
    fault = null;
    onChange(null);
  }

  function open(why: string): void {
    const isNew = fault === null;
    fault = why;
    if (isNew) onChange(why);
    calls.rejectAll(why);
  }

  function onSuccess(hasWaited: boolean): void {
    failures = 0;
    if (hasWaited) close();
  }

  function onError(error: unknown, hasWaited: boolean): void {
    const evidence = evidenceOf(error);
    if (evidence === 'responded') onSuccess(hasWaited);
    else if (evidence !== 'nothing') {
      failures += 1;
      if (failures >= MAX_FAILURES) open(evidence.fault);
    }
  }

  function sendProbe(): void {
    const nowMs = performance.now();
    if (nowMs < probeEndsAtMs) return;
    probeEndsAtMs = nowMs + PROBE_TIMEOUT_MS;
    void runProbe(probe, evidenceOf).then((found) => {
      probeEndsAtMs = 0;
      if (found === null) return close();
      probeFault = found;
      if (fault !== null) fault = found;
    });
  }

  function tick(): void {
    const isIdle = fault === null && calls.isEmpty();
    silentTicks = isIdle ? 0 : silentTicks + 1;
    if (isIdle) return;
    calls.tick();
    if (silentTicks >= SILENT_TICKS && fault === null) open(probeFault);
    if (silentTicks > 1) sendProbe();
  }

  function run<T>(send: () => Promise<T>): Promise<T> {
    if (fault !== null) return Promise.reject(rejection(fault));
    return calls.run(send);
  }

  return {
    run,
    async check(call) {
      try {
        return await run(call);
      } catch (error) {
        const found = fault ?? faultOf(evidenceOf(error));
        if (found === null) throw error;
        return found;
      }
    },
    end: () => clearInterval(ticking),
  };
}

/**
 * Resolves to the fault that the probe finds; to null if the engine responds, even with an error that is no fault of
 * the engine.
 */
async function runProbe(probe: BreakerOptions['probe'], evidenceOf: EvidenceOf): Promise<string | null> {
  try {
    await probe();
    return null;
  } catch (error) {
    const evidence = evidenceOf(error);
    return evidence === 'responded' ? null : (faultOf(evidence) ?? NO_ANSWER);
  }
}

const faultOf = (evidence: Evidence): string | null => (typeof evidence === 'object' ? evidence.fault : null);
