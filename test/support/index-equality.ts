/** Compares the index with MongoDB, in the process of the worker: see test/service-host/compare.ts. */
import type { Differences } from '../service-host/messages.ts';
import { compareInWorker } from './in-worker.ts';
import { eventually, type TestService } from './service.ts';

export type { Differences } from '../service-host/messages.ts';

export const NO_DIFFERENCES: Differences = { missing: [], extra: [], stale: [] };

/** The engines that `variables` name. */
export type Compared = Pick<TestService, 'variables' | 'indexName'>;

export const isEmpty = ({ missing, extra, stale, error }: Differences): boolean =>
  error === undefined && missing.length + extra.length + stale.length === 0;

/**
 * Compares the whole index with MongoDB, until some products differ. `error` is set while an index is created or
 * swapped.
 */
export const differences = (compared: Compared): Promise<Differences> => compare(compared, null);

/** Compares one product, which is faster. */
export const differencesOf = (compared: Compared, productId: string): Promise<Differences> =>
  compare(compared, productId);

const compare = ({ variables, indexName }: Compared, productId: string | null): Promise<Differences> =>
  compareInWorker({ variables, indexName, productId }).catch((error: unknown) => ({
    ...NO_DIFFERENCES,
    error: String(error),
  }));

/**
 * Resolves when the index equals MongoDB. A full comparison costs as much as indexing, so while a product differs, only
 * that product is compared.
 */
export function eventuallyEqual(compared: Compared, limitMs = 90_000): Promise<Differences> {
  let different: string | undefined;
  let found = NO_DIFFERENCES;
  return eventually(
    async () => {
      if (different !== undefined && !isEmpty(await differencesOf(compared, different))) return found;
      found = await differences(compared);
      different = [...found.missing, ...found.extra, ...found.stale].at(-1);
      return found;
    },
    isEmpty,
    limitMs,
  );
}
