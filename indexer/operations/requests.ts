/** Reindexes that operators asked for. One stands for each index; whoever asks while it is in work joins it. */
import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';

export interface ReindexRequest {
  /** The index. */
  readonly _id: string;
  readonly requestId: string;
  readonly state: 'requested' | 'running' | 'done' | 'failed';
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  readonly done: number;
  readonly total: number;
  readonly reason: string | null;
  /** Of the index that is built for it; null before that is known. */
  readonly generation: number | null;
}

export interface ReindexRequests {
  /** Asks for a reindex; resolves to its request, or to the one that is in work already. */
  ask(): Promise<ReindexRequest>;
  /** The request that stands, or null. */
  current(): Promise<ReindexRequest | null>;
  update(
    requestId: string,
    change: Partial<Pick<ReindexRequest, 'state' | 'done' | 'total' | 'reason' | 'finishedAt' | 'generation'>>,
  ): Promise<void>;
}

const DUPLICATE_KEY = 11_000;

export function createReindexRequests(database: Db, indexName: string): ReindexRequests {
  const requests: Collection<ReindexRequest> = database.collection('indexer_requests');
  return {
    async ask() {
      const fresh = {
        requestId: randomUUID(),
        state: 'requested' as const,
        requestedAt: new Date(),
        finishedAt: null,
        done: 0,
        total: 0,
        reason: null,
        generation: null,
      };
      try {
        await requests.updateOne(
          { _id: indexName, state: { $in: ['done', 'failed'] } },
          { $set: fresh },
          { upsert: true },
        );
      } catch (error) {
        // The upsert found no finished request and could not insert: one is in work.
        if ((error as { code?: number }).code !== DUPLICATE_KEY) throw error;
      }
      const standing = await requests.findOne({ _id: indexName });
      if (standing === null) throw new Error('the request for a reindex was removed by somebody else');
      return standing;
    },
    current: () => requests.findOne({ _id: indexName }),
    async update(requestId, change) {
      await requests.updateOne({ _id: indexName, requestId }, { $set: change });
    },
  };
}

/** Whether a live index of this generation is the one that was built for a request: it was swapped in before that was noted. */
export const isMetBy = ({ generation }: ReindexRequest, live: number): boolean =>
  generation !== null && generation <= live;

/** Whether somebody waits for this request. */
export const isOpen = (request: ReindexRequest | null): request is ReindexRequest =>
  request !== null && (request.state === 'requested' || request.state === 'running');
