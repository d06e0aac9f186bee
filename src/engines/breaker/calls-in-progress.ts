/**
 * The calls of an engine that are in progress. They can be rejected before the engine responds: all at once, or by a
 * time limit.
 */

interface CallsInProgress {
  /** Sends a call. Throws what the call throws, or the rejection. */
  run<T>(send: () => Promise<T>): Promise<T>;
  isEmpty(): boolean;
  rejectAll(fault: string): void;
  /** Marks the calls as waiting, and rejects those that exceed the time limit. */
  tick(): void;
}

interface CallsInProgressOptions {
  /** Creates the error of a rejected call. */
  readonly rejection: (fault: string) => Error;
  readonly timeoutMs: number;
  /**
   * Called when a call succeeds. `hasWaited`: whether the call was in progress at a tick, so that the engine ended it.
   * A call that ends at once may have been served from memory.
   */
  readonly onSuccess: (hasWaited: boolean) => void;
  /** Called when a call fails before it is rejected. */
  readonly onError: (error: unknown, hasWaited: boolean) => void;
}

interface Call {
  readonly startedAtMs: number;
  hasWaited: boolean;
  readonly reject: (fault: string) => void;
}

export function createCallsInProgress(options: CallsInProgressOptions): CallsInProgress {
  const { rejection, timeoutMs, onSuccess, onError } = options;
  const calls = new Set<Call>();
  return {
    isEmpty: () => calls.size === 0,

    run: (send) =>
      new Promise((resolve, reject) => {
        const call: Call = {
          startedAtMs: performance.now(),
          hasWaited: false,
          reject(fault) {
            calls.delete(call);
            reject(rejection(fault));
          },
        };
        calls.add(call);
        send().then(
          (value) => {
            calls.delete(call);
            onSuccess(call.hasWaited);
            resolve(value);
          },
          (error) => {
            // The error of a rejected call is no evidence: it may come long after the engine is back.
            if (calls.delete(call)) onError(error, call.hasWaited);
            reject(error);
          },
        );
      }),

    rejectAll(fault) {
      for (const call of calls) call.reject(fault);
    },

    tick() {
      const oldestAtMs = performance.now() - timeoutMs;
      for (const call of calls) {
        call.hasWaited = true;
        if (call.startedAtMs < oldestAtMs) call.reject(`took more than ${timeoutMs} ms`);
      }
    },
  };
}
