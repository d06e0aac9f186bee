/**
 * An interval that runs only while there is something to look at. Each tick wakes the process, which costs some 0.1 ms of CPU
 * however little it does: a hundred a second were a third of what an idle process took.
 */
export interface Ticking {
  /** There is something to look at: ticks from now on, if it does not already. */
  wake(): void;
  /** For good: nothing wakes it again. */
  end(): void;
}

/** `tick` returns whether to go on. It does not keep the process alive. */
export function createTicking(everyMs: number, tick: () => boolean): Ticking {
  let timer: NodeJS.Timeout | null = null;
  let hasEnded = false;

  function rest(): void {
    if (timer !== null) clearInterval(timer);
    timer = null;
  }

  return {
    wake() {
      if (timer !== null || hasEnded) return;
      timer = setInterval(() => {
        if (!tick()) rest();
      }, everyMs);
      timer.unref();
    },
    end() {
      hasEnded = true;
      rest();
    },
  };
}
