/**
 * Detects whether the change stream has reached the newest change of MongoDB, from MongoDB's responses to requests for
 * more.
 */

/** How long MongoDB waits for a change before it responds that there is none. It sends a change immediately. */
export const IDLE_RESPONSE_MS = 1000;
/** Without a response after this time, MongoDB has no change to send. */
const CHANGE_RESPONSE_MS = 50;
/** Without a response after this time, MongoDB may be down. */
const LOST_RESPONSE_MS = IDLE_RESPONSE_MS + 4000;

export interface StreamHead {
  /** Call when the stream requests more events. */
  onRequest(): void;
  /** Call when MongoDB has responded, with a change or with none. */
  onResponse(hasChange: boolean): void;
  /** Call when the stream broke. */
  onDisconnect(): void;
  /** Returns whether MongoDB's last response said that there is no further change. */
  isReached(): boolean;
  /** Returns whether there is certainly no change ahead of the stream. This is more often true than `isReached`. */
  isCertainlyReached(): boolean;
}

export function createStreamHead(): StreamHead {
  let isReached = false;
  /** The first response of a new stream can take long, so silence means nothing before the head was reached. */
  let wasReached = false;
  /** The `performance.now()` of the request without a response; null when there is none. */
  let requestedMs: number | null = null;

  return {
    onRequest() {
      requestedMs = performance.now();
    },
    onResponse(hasChange) {
      requestedMs = null;
      isReached = !hasChange;
      wasReached ||= isReached;
    },
    onDisconnect() {
      isReached = false;
      wasReached = false;
      requestedMs = null;
    },
    isReached: () => isReached,
    isCertainlyReached() {
      const waitedMs = requestedMs === null ? 0 : performance.now() - requestedMs;
      if (!wasReached || waitedMs > LOST_RESPONSE_MS) return false;
      return isReached || waitedMs > CHANGE_RESPONSE_MS;
    },
  };
}
