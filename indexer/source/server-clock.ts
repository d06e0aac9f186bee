/**
 * MongoDB's clock as seen from this process. Times in MongoDB are compared only with this clock: the clocks of two
 * machines differ, and a clock can be set back.
 */
import type { Db, Timestamp } from 'mongodb';

export interface ServerClock {
  /** Reads the primary's time again. Throws what the driver throws; the previous offset stays valid then. */
  refresh(): Promise<void>;
  /**
   * Returns MongoDB's time in ms since 1970. The error is at most half a round trip, plus the drift of the two clocks
   * since the last refresh.
   */
  nowMs(): number;
}

/** Reads the primary's time, and extrapolates it with `performance.now()`. Throws what the driver throws. */
export async function readServerClock(database: Db): Promise<ServerClock> {
  let offsetMs = await readOffsetMs(database);
  return {
    async refresh() {
      offsetMs = await readOffsetMs(database);
    },
    nowMs: () => performance.now() + offsetMs,
  };
}

/** Resolves to the difference between MongoDB's time and `performance.now()`. */
async function readOffsetMs(database: Db): Promise<number> {
  const sentMs = performance.now();
  const serverMs = await primaryTimeMs(database);
  return serverMs - (sentMs + performance.now()) / 2;
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
