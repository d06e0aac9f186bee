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
  lastResponseWasEmpty(): boolean;
  /**
   * Returns whether MongoDB has no change to send now: its last response was empty, or it has not responded for a
   * moment. False when it has not responded for so long that it may be down.
   */
  isAtHead(): boolean;
}

export function createStreamHead(): StreamHead {
  let lastWasEmpty = false;
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
      lastWasEmpty = !hasChange;
      wasReached ||= lastWasEmpty;
    },
    onDisconnect() {
      lastWasEmpty = false;
      wasReached = false;
      requestedMs = null;
    },
    lastResponseWasEmpty: () => lastWasEmpty,
    isAtHead() {
      const waitedMs = requestedMs === null ? 0 : performance.now() - requestedMs;
      if (!wasReached || waitedMs > LOST_RESPONSE_MS) return false;
      return lastWasEmpty || waitedMs > CHANGE_RESPONSE_MS;
    },
  };
}
