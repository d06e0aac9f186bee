/** Calls of Meilisearch that are repeated for as long as it is out, however long that is. */
import type { Logger } from '../../src/platform/logger.ts';
import { isMeilisearchUnavailable, meilisearchCode } from '../../src/platform/meilisearch.ts';
import { backoffMs, pause } from '../../src/platform/retry.ts';

/** `what` ends the sentence "Meilisearch cannot". Throws what the engine answers, and the signal's reason. */
export type Persistently = <T>(what: string, call: () => Promise<T>) => Promise<T>;

export const createPersistently =
  ({ logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal }): Persistently =>
  async (what, call) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        signal.throwIfAborted();
        if (!isMeilisearchUnavailable(error) && !looksLikeFullDisk(error)) throw error;
        logger.warn({ err: error, attempt }, `Meilisearch cannot ${what} now: trying again`);
        await pause(backoffMs(attempt), signal);
        signal.throwIfAborted();
      }
    }
  };

/** A full disk is answered as 400 `malformed_payload`, though what was sent is well formed; a full task queue by 422. */
function looksLikeFullDisk(error: unknown): boolean {
  const code = meilisearchCode(error);
  return code === 'malformed_payload' || code === 'no_space_left_on_device';
}
