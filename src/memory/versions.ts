/**
 * Versions of what lists and searches are made from: of the parts of each merchant's data, and of each product. Every write
 * that the change stream tells of raises those that it touched above all that were given before.
 *
 * What is kept in memory is kept under the versions that stood before it was read (a page: under the last version that was
 * given until then), and is true for as long as nothing that it was made from has a higher one. So whatever was read before
 * a write, and stored whenever, is not true any more once the stream has told of the write. That closes the race between a
 * read and a write without any lock.
 *
 * States: following (versions are given), blind (the stream is down, silent, far behind what MongoDB has written, or has not begun: no
 * version is given, and nothing may be taken from memory). Every time it follows again all versions are new, as they are with another
 * primary.
 */

import type { ChangeStream, ClientSession, Db } from 'mongodb';
import type { Logger } from '../platform/logger.ts';
import { watchPrimary } from '../platform/primary.ts';
import { tokenTimeMs } from '../platform/resume-token.ts';
import { backoffMs, pause } from '../platform/retry.ts';
import { type Part, SHOWN_WITH_PRODUCT, type Sources } from './parts.ts';
import { createPlaces } from './places.ts';
import { PIPELINE, type Touched, touchedBy } from './touched.ts';

/** Versions are null while nothing in memory can be trusted. */
export interface Versions {
  /** The version that was given last, of whatever. */
  latest(): number | null;
  /** The version of anything that is the merchant's. */
  of(merchantId: string): number | null;
  /** The highest version of these parts of a merchant's data. */
  ofParts(merchantId: string, parts: readonly Part[]): number | null;
  /** The version of one product with all that it is shown with. */
  ofProduct(merchantId: string, productId: string): number | null;
  /** The version of a merchant's search rules, which no other write raises. */
  ofRules(merchantId: string): number | null;
  /** Sources of a merchant's in four bytes each, for `ofPlaces`. */
  placesOf(merchantId: string, sources: Sources): Uint32Array;
  /** The highest version of the sources that have these places. */
  ofPlaces(places: Uint32Array): number | null;
  close(): Promise<void>;
}

/** Raised by every write of the merchant's. */
const ANYTHING = 'anything';

const AWAIT_MS = 300;
/** The stream answers at least every AWAIT_MS; when it was asked longer ago, what it would tell is not known. */
const BLIND_AFTER_MS = 900;
/** The times that are compared are whole seconds: one of an earlier second may be hardly older. */
const MOST_BEHIND_SECONDS = 1;
/** So few that what the server said with them of its newest write is no old news when the last one is looked at. */
const EVENTS_AT_ONCE = 1000;

interface VersionsOptions {
  readonly database: Db;
  readonly logger: Logger;
  readonly blindAfterMs?: number;
}

export function followVersions({ database, logger, blindAfterMs = BLIND_AFTER_MS }: VersionsOptions): Versions {
  const ending = new AbortController();
  const places = createPlaces();
  let latest = 0;
  /** When it was asked for the last news; -∞ while that is not the newest. */
  let heardMs = Number.NEGATIVE_INFINITY;
  /** How often there was another primary. */
  let successions = 0;
  const endWatch = watchPrimary(database.client, () => {
    successions += 1;
    heardMs = Number.NEGATIVE_INFINITY;
  });

  /** Null: everything. */
  function raise(touched: Touched | null): void {
    latest += 1;
    if (touched === null) {
      places.raiseAll(latest);
      return;
    }
    const { owners, parts, productIds } = touched;
    for (const owner of owners) {
      for (const part of [ANYTHING, ...parts]) places.raise(places.ofPart(owner, part), latest);
      for (const id of productIds) places.raise(places.ofProduct(owner, id), latest);
    }
  }

  /** Ends when there is another primary, or the stream is no more. `since`: how many successions there were when it was opened. */
  async function follow(stream: ChangeStream, session: ClientSession, since: number): Promise<void> {
    let askedMs = performance.now();
    await stream.tryNext();
    // The stream stands from here on; what changed while nobody listened is not known.
    raise(null);
    while (!ending.signal.aborted) {
      const beganMs = performance.now();
      const hasTurned = watchTurn();
      const event = await stream.tryNext();
      // Events come many in one answer: of the others the server was asked when it was for the first.
      if (hasTurned()) askedMs = beganMs;
      if (successions !== since || stream.closed) return;
      if (event !== null) raise(touchedBy(event));
      heardMs = isNearTheEnd(stream, session) ? askedMs : Number.NEGATIVE_INFINITY;
      if (event?.operationType === 'invalidate') return;
    }
  }

  async function run(): Promise<void> {
    for (let attempt = 1; !ending.signal.aborted; attempt += 1) {
      const since = successions;
      // With each answer the session learns of the server's newest write.
      const session = database.client.startSession({ causalConsistency: false });
      const stream = database.watch(PIPELINE, {
        ...{ session, batchSize: EVENTS_AT_ONCE, maxAwaitTimeMS: AWAIT_MS },
        fullDocumentBeforeChange: 'whenAvailable',
      });
      try {
        await follow(stream, session, since);
        attempt = 1;
      } catch (error) {
        if (heardMs > Number.NEGATIVE_INFINITY) attempt = 1;
        if (!ending.signal.aborted)
          logger.warn({ err: error }, 'the change stream broke: nothing is kept in memory until it is back');
      } finally {
        heardMs = Number.NEGATIVE_INFINITY;
        await stream.close().catch(() => undefined);
        await session.endSession().catch(() => undefined);
      }
      await pause(backoffMs(attempt), ending.signal);
    }
  }

  const running = run();
  const isBlind = () => performance.now() - heardMs > blindAfterMs;
  const ofPart = (merchantId: string, part: string) => places.at(places.ofPart(merchantId, part));
  const ofParts = (merchantId: string, parts: readonly Part[]) =>
    parts.reduce((highest, part) => Math.max(highest, ofPart(merchantId, part)), 0);
  return {
    latest: () => (isBlind() ? null : latest),
    of: (merchantId) => (isBlind() ? null : ofPart(merchantId, ANYTHING)),
    ofParts: (merchantId, parts) => (isBlind() ? null : ofParts(merchantId, parts)),
    ofProduct(merchantId, productId) {
      if (isBlind()) return null;
      return Math.max(places.at(places.ofProduct(merchantId, productId)), ofParts(merchantId, SHOWN_WITH_PRODUCT));
    },
    ofRules: (merchantId) => (isBlind() ? null : ofPart(merchantId, 'rules')),
    placesOf: (merchantId, { parts, productIds }) =>
      Uint32Array.from([
        ...parts.map((part) => places.ofPart(merchantId, part)),
        ...productIds.map((id) => places.ofProduct(merchantId, id)),
      ]),
    ofPlaces: (given) => (isBlind() ? null : given.reduce((highest, place) => Math.max(highest, places.at(place)), 0)),
    async close() {
      ending.abort();
      endWatch();
      await running;
    },
  };
}

/** Tells whether the event loop has gone round since: what comes without came from memory, and from nobody else. */
function watchTurn(): () => boolean {
  let hasTurned = false;
  const turn = setImmediate(() => {
    hasTurned = true;
  });
  return () => {
    clearImmediate(turn);
    return hasTurned;
  };
}

/**
 * Whether a stream has come to what MongoDB had written when it answered last. It has not while old news comes, as after a halt of this
 * process or in a flood, nor while the members that make a majority lag.
 */
function isNearTheEnd({ resumeToken }: ChangeStream, { clusterTime }: ClientSession): boolean {
  const newest = clusterTime?.clusterTime.getHighBitsUnsigned() ?? 0;
  return newest - tokenTimeMs(resumeToken) / 1000 <= MOST_BEHIND_SECONDS;
}
