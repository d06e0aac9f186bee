/**
 * The calls of an engine that are in progress. They can be rejected before the engine responds: all at once, or by a
 * time limit.
 */

interface CallsInProgress {
  /** Sends a call. Throws what the call throws, or the rejection. */
  run<T>(send: () => Promise<T>): Promise<T>;
  isEmpty(): boolean;
  rejectAll(fault: string): void;
  /** Counts a tick for each call, and rejects those that exceed the time limit. */
  tick(): void;
}

interface CallsInProgressOptions {
  /** Creates the error of a rejected call. */
  readonly rejection: (fault: string) => Error;
  readonly timeoutMs: number;
  /** The time from one tick to the next. */
  readonly tickMs: number;
  /**
   * Called when a call succeeds. `hasWaited`: whether the call was in progress at a tick, so that the engine ended it.
   * A call that ends at once may have been served from memory.
   */
  readonly onSuccess: (hasWaited: boolean) => void;
  /** Called when a call fails before it is rejected. */
  readonly onError: (error: unknown, hasWaited: boolean) => void;
}

interface Call {
  /** The ticks since its start. */
  ticks: number;
  readonly reject: (fault: string) => void;
}

export function createCallsInProgress(options: CallsInProgressOptions): CallsInProgress {
  const { rejection, timeoutMs, tickMs, onSuccess, onError } = options;
  const calls = new Set<Call>();
  return {
    isEmpty: () => calls.size === 0,

    run: (send) =>
      new Promise((resolve, reject) => {
        const call: Call = {
          ticks: 0,
          reject(fault) {
            calls.delete(call);
            reject(rejection(fault));
          },
        };
        calls.add(call);
        send().then(
          (value) => {
            calls.delete(call);
            onSuccess(call.ticks > 0);
            resolve(value);
          },
          (error) => {
            // The error of a rejected call is no evidence: it may come long after the engine is back.
            if (calls.delete(call)) onError(error, call.ticks > 0);
            reject(error);
          },
        );
      }),

    rejectAll(fault) {
      for (const call of calls) call.reject(fault);
    },

    tick() {
      for (const call of calls) {
        call.ticks += 1;
        // A call starts between two ticks.
        if ((call.ticks - 1) * tickMs >= timeoutMs) call.reject(`took more than ${timeoutMs} ms`);
      }
    },
  };
}
