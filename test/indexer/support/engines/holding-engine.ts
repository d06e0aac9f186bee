/** Holds a batch of a real engine until `release`; all later tasks of the engine wait for it. */
import { PRIMARY_KEY } from '../../../../src/search/index/settings.ts';
import { deferred } from '../../../support/deferred.ts';
import type { TestService } from '../../../support/service.ts';
import { done } from '../indexes.ts';
import { type Embedder, startEmbedder } from './embedder.ts';

/** A document whose title contains this keeps its batch processing until `release`. */
export const HOLDS = 'holdstheengine';

export interface HoldingEngine extends Embedder {
  /** Resolves when the engine processes a batch with such a document. */
  readonly held: Promise<void>;
  release(): void;
}

/** Lets documents of this index hold the engine. */
export async function startHolding(service: Pick<TestService, 'meilisearch' | 'indexName'>): Promise<HoldingEngine> {
  const [held, released] = [deferred(), deferred()];
  const embedder = await startEmbedder(service, async (titles, answer) => {
    if (titles.some((title) => title.includes(HOLDS))) {
      held.resolve();
      await released.promise;
    }
    answer();
  });
  return {
    held: held.promise,
    release: released.resolve,
    async end() {
      released.resolve();
      await embedder.end();
    },
  };
}

/**
 * Runs `work` while the engine processes a document of another index, so that all other tasks wait in the queue. Calls
 * `release` at the end of `work`, unless `work` does.
 */
export async function whileEngineIsHeld<T>(
  { meilisearch, indexName }: TestService,
  work: (release: () => void) => Promise<T>,
): Promise<T> {
  const name = `${indexName}_holding`;
  await done(meilisearch.createIndex(name, { primaryKey: PRIMARY_KEY }));
  const engine = await startHolding({ meilisearch, indexName: name });
  try {
    await meilisearch.index(name).addDocuments([{ id: 'holds', title: HOLDS }]);
    await engine.held;
    return await work(engine.release);
  } finally {
    await engine.end();
    await done(meilisearch.deleteIndex(name));
  }
}
