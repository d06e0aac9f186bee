/**
 * Tells deletions that this process did not send from its own. A leader that did not know its end may still have a request
 * on its way when another has taken over; documents bring a position with them and are known by it, a deletion brings
 * nothing. The engine numbers all tasks, so one that is new and not ours is somebody else's.
 */
import type { Meilisearch } from 'meilisearch';
import { isMeilisearchUnavailable } from '../../src/platform/meilisearch.ts';
import { pause } from '../../src/platform/retry.ts';

export interface TaskWatch {
  /** Sends a request, whose task is then known as this process's own. Throws what it throws. */
  send<T extends { readonly taskUid: number }>(request: () => Promise<T>): Promise<T>;
  /** What is in the queue up to this task is no matter of the watch. */
  startAfter(taskUid: number): void;
  /** The indexes that others have deleted from since this was last asked. Throws what the engine throws. */
  strangeDeletions(signal: AbortSignal): Promise<ReadonlySet<string>>;
}

const PAGE = 20;
const LOOK_AGAIN_MS = 20;

export function createTaskWatch(client: Meilisearch): TaskWatch {
  const own = new Set<number>();
  let newestOwn = -1;
  let judged = -1;
  let underWay = 0;
  /** Requests that nobody answered: each may have become a task all the same, and was sent again. */
  let unanswered = 0;

  async function newDeletions() {
    const found: { uid: number; indexUid: string | null }[] = [];
    for (let from: number | null = null; ; ) {
      const page = { types: ['documentDeletion' as const], limit: PAGE, ...(from === null ? {} : { from }) };
      const { results, next } = await client.tasks.getTasks(page);
      found.push(...results.filter(({ uid }) => uid > judged));
      if (next === null || found.length === 0 || (results.at(-1)?.uid ?? 0) <= judged) return found;
      from = next;
    }
  }

  return {
    async send(request) {
      underWay += 1;
      try {
        const sent = await request();
        own.add(sent.taskUid);
        newestOwn = Math.max(newestOwn, sent.taskUid);
        return sent;
      } catch (error) {
        if (isMeilisearchUnavailable(error)) unanswered += 1;
        throw error;
      } finally {
        underWay -= 1;
      }
    },

    startAfter(taskUid) {
      judged = Math.max(judged, taskUid);
    },

    async strangeDeletions(signal) {
      let upTo = newestOwn;
      let found = await newDeletions();
      // While an answer is on its way nobody knows whose the newest task is.
      while (underWay > 0 && !signal.aborted) {
        await pause(LOOK_AGAIN_MS, signal);
        upTo = newestOwn;
        found = await newDeletions();
      }
      signal.throwIfAborted();
      const strange = found.filter(({ uid }) => !own.has(uid)).toSorted((one, other) => one.uid - other.uid);
      // All deletions up to a task that had its number before the engine was asked are among those found.
      judged = Math.max(judged, upTo, ...found.map(({ uid }) => uid));
      for (const uid of own) if (uid <= judged) own.delete(uid);
      const others = strange.slice(unanswered);
      unanswered = 0;
      return new Set(others.flatMap(({ indexUid }) => indexUid ?? []));
    },
  };
}
