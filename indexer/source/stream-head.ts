/** Whether the change stream has reached the newest change of MongoDB, judged by how MongoDB answers requests for more. */

/** How long MongoDB waits for a change before it answers that there is none. It sends a change at once. */
export const IDLE_ANSWER_MS = 1000;
/** MongoDB has no change to send when it has not answered after this time. */
const CHANGE_ANSWER_MS = 50;
/** MongoDB is not known to be there when it has not answered after this time. */
const LOST_ANSWER_MS = IDLE_ANSWER_MS + 4000;

export interface StreamHead {
  /** The stream asked MongoDB for more. */
  requested(): void;
  /** MongoDB answered: with a change, or with none. */
  answered(hasChange: boolean): void;
  /** The stream broke, so nothing is known any more. */
  disconnected(): void;
  /** Whether MongoDB's last answer was that there is no further change. */
  isReached(): boolean;
  /** Whether the stream is known to have no change ahead of it now, which is more often than MongoDB says so. */
  isKnownToBeReached(): boolean;
}

export function createStreamHead(): StreamHead {
  let isReached = false;
  /** A stream that was just opened can need long for its first answer, so silence says nothing before the head was reached. */
  let wasReached = false;
  /** `performance.now()` of the request that MongoDB has not answered; null when there is none. */
  let requestedMs: number | null = null;

  return {
    requested() {
      requestedMs = performance.now();
    },
    answered(hasChange) {
      requestedMs = null;
      isReached = !hasChange;
      wasReached ||= isReached;
    },
    disconnected() {
      isReached = false;
      wasReached = false;
      requestedMs = null;
    },
    isReached: () => isReached,
    isKnownToBeReached() {
      const unansweredMs = requestedMs === null ? 0 : performance.now() - requestedMs;
      if (!wasReached || unansweredMs > LOST_ANSWER_MS) return false;
      return isReached || unansweredMs > CHANGE_ANSWER_MS;
    },
  };
}
