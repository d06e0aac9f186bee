/**
 * When the index last changed, by the engine's own word: what was ranked under one version is true as long as it stands. It is
 * asked again and again while there are searches, so that a change of the index is known some 25 ms later.
 *
 * States: idle (nobody searched lately: no version), watching (a version, if the engine said one within MAX_AGE_MS), refused
 * (the key may not ask: no version, ever).
 */
import type { Meilisearch } from 'meilisearch';
import type { Logger } from '../../platform/logger.ts';
import { meilisearchCode } from '../../platform/meilisearch.ts';
import { pause, within } from '../../platform/retry.ts';

export interface IndexVersion {
  /** Null while it is not known; asking for it keeps it known. */
  current(): string | null;
  /** As the engine says at this moment; null where it says nothing in good time. */
  ask(): Promise<string | null>;
  close(): void;
}

interface IndexVersionOptions {
  readonly client: Meilisearch;
  readonly indexName: string;
  readonly logger: Logger;
}

const ASK_EVERY_MS = 25;
/** Older ones are not told: the engine may be slow or away. */
const MAX_AGE_MS = 200;
/** So long after the last search it is still asked for. */
const LINGER_MS = 1000;
const FAILURE_PAUSE_MS = 1000;
const REFUSALS = new Set(['invalid_api_key', 'missing_authorization_header']);

export function followIndexVersion({ client, indexName, logger }: IndexVersionOptions): IndexVersion {
  const ending = new AbortController();
  let version: { readonly value: string; readonly askedMs: number } | null = null;
  let searchedMs = Number.NEGATIVE_INFINITY;
  let isWatching = false;
  let isRefused = false;

  async function ask(): Promise<string | null> {
    const askedMs = performance.now();
    try {
      const { updatedAt, createdAt } = await client.index(indexName).getRawInfo();
      const value = `${updatedAt} ${createdAt}`;
      // Two may be asked at once, and the older answer may be the later one.
      if (version === null || askedMs >= version.askedMs) version = { value, askedMs };
      return value;
    } catch (error) {
      version = null;
      if (REFUSALS.has(meilisearchCode(error) ?? '') && !isRefused) {
        isRefused = true;
        logger.info(
          'MEILISEARCH_API_KEY lacks indexes.get: every search asks the engine, also one that was just asked',
        );
      }
      return null;
    }
  }

  async function watch(): Promise<void> {
    isWatching = true;
    while (!ending.signal.aborted && !isRefused && performance.now() - searchedMs < LINGER_MS) {
      const isKnown = (await ask()) !== null;
      await pause(isKnown || isRefused ? ASK_EVERY_MS : FAILURE_PAUSE_MS, ending.signal);
    }
    isWatching = false;
  }

  return {
    current() {
      searchedMs = performance.now();
      if (!isWatching && !isRefused && !ending.signal.aborted) void watch();
      return version !== null && searchedMs - version.askedMs < MAX_AGE_MS ? version.value : null;
    },
    ask: () => within(MAX_AGE_MS, ask(), null),
    close: () => ending.abort(),
  };
}
