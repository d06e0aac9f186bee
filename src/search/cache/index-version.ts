/**
 * The index version: when the engine last changed the index. If two reads give the same version, the index didn't
 * change in between.
 */
import type { Meilisearch } from 'meilisearch';
import { createCoalescedRead } from '../../cache/coalesced-read.ts';
import { isKeyRefused } from '../../engines/meilisearch.ts';
import type { Logger } from '../../runtime/logger.ts';
import { withTimeout } from '../../runtime/retry.ts';

export interface IndexVersion {
  /** The version that was read last; null before the first read, or if the last read failed. */
  latest(): string | null;
  /** Resolves to the current version; null if the engine doesn't respond in time. */
  read(): Promise<string | null>;
}

interface IndexVersionOptions {
  readonly client: Meilisearch;
  readonly indexName: string;
  readonly logger: Logger;
}

const READ_TIMEOUT_MS = 200;

export function createIndexVersion({ client, indexName, logger }: IndexVersionOptions): IndexVersion {
  let latest: string | null = null;
  let hasWarned = false;

  async function readOnce(): Promise<string | null> {
    try {
      const { updatedAt, createdAt } = await client.index(indexName).getRawInfo();
      latest = `${updatedAt} ${createdAt}`;
      hasWarned = false;
    } catch (error) {
      latest = null;
      if (isKeyRefused(error) && !hasWarned) {
        hasWarned = true;
        logger.info(
          'MEILISEARCH_API_KEY is not allowed indexes.get: neither rankings nor checks of suggestions are cached',
        );
      }
    }
    return latest;
  }

  const readFresh = createCoalescedRead<string | null>();

  return {
    latest: () => latest,
    read: () => withTimeout(READ_TIMEOUT_MS, readFresh(indexName, readOnce), null),
  };
}
