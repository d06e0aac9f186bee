/**
 * MongoDB's clock as seen from this process. Times in MongoDB are compared only with this clock: the clocks of two
 * machines differ, and a clock can be set back.
 */
import type { Db, Timestamp } from 'mongodb';

export interface ServerClock {
  /** Reads the primary's time. Throws what the driver throws; the previous offset stays valid then. */
  refresh(): Promise<void>;
  /**
   * Returns MongoDB's time in ms since 1970; null before the first `refresh`. The error is at most half a round trip,
   * plus the drift of the two clocks since the last refresh.
   */
  nowMs(): number | null;
}

/** Extrapolates the time with `performance.now()`. */
export function createServerClock(database: Db): ServerClock {
  /** The difference between MongoDB's time and `performance.now()`. */
  let offsetMs: number | null = null;

  return {
    async refresh() {
      const sentMs = performance.now();
      const serverMs = await primaryTimeMs(database);
      const readMs = (sentMs + performance.now()) / 2;
      offsetMs = serverMs - readMs;
    },
    nowMs: () => (offsetMs === null ? null : performance.now() + offsetMs),
  };
}

/** Resolves to the time of the primary's clock, in ms since 1970. Throws what the driver throws. */
export async function primaryTimeMs(database: Db): Promise<number> {
  const { localTime } = await database.command({ hello: 1 });
  return (localTime as Date).getTime();
}

/**
 * Resolves to the time of the primary's newest write, in ms since 1970, in whole seconds. Throws what the driver throws.
 */
export async function clusterTimeMs(database: Db): Promise<number> {
  const { operationTime } = await database.command({ ping: 1 });
  return (operationTime as Timestamp).getHighBitsUnsigned() * 1000;
}
