/** Compares the index with MongoDB, in the process of the worker: see test/service-host/compare.ts. */
import type { Differences } from '../service-host/messages.ts';
import { compareInWorker } from './in-worker.ts';
import type { TestService } from './service.ts';

export type { Differences } from '../service-host/messages.ts';

export const NO_DIFFERENCES: Differences = { missing: [], extra: [], stale: [] };

/** The engines that `variables` name. */
type Compared = Pick<TestService, 'variables' | 'indexName'>;

/** The differences at the moment. Rejects while an index is created or swapped. */
export const differences = ({ variables, indexName }: Compared): Promise<Differences> =>
  compareInWorker({ variables, indexName, limitMs: 0 });

const LIMIT_MS = 120_000;

/** Resolves when the index equals MongoDB. Throws after 120 s with some of the differences, or with the error of a read. */
export async function eventuallyEqual({ variables, indexName }: Compared): Promise<void> {
  const { missing, extra, stale } = await compareInWorker({ variables, indexName, limitMs: LIMIT_MS });
  if (missing.length + extra.length + stale.length > 0)
    throw new Error(
      `${indexName} differs from MongoDB after ${LIMIT_MS} ms: ${JSON.stringify({ missing, extra, stale })}`,
    );
}
