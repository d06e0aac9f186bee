/** A condition variable for one waiter. */
import { sleep } from '../../src/runtime/retry.ts';

interface Condition {
  /** Resolves when `isMet` returns true, after `timeoutMs`, or when the signal is aborted, whichever comes first. */
  wait(isMet: () => boolean, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Makes the waiter evaluate `isMet` again. Call it after each change of its inputs. */
  notify(): void;
}

export function createCondition(): Condition {
  let evaluate: () => void = () => undefined;

  return {
    notify: () => evaluate(),
    async wait(isMet, timeoutMs, signal) {
      if (isMet() || signal.aborted || timeoutMs <= 0) return;
      const waiting = new AbortController();
      const stop = () => waiting.abort();
      evaluate = () => {
        if (isMet()) stop();
      };
      signal.addEventListener('abort', stop, { once: true });
      await sleep(timeoutMs, waiting.signal);
      signal.removeEventListener('abort', stop);
      evaluate = () => undefined;
    },
  };
}
