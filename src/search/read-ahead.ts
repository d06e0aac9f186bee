/**
 * Reads a merchant's products and their texts into memory when its first search comes, so that soon after a start searches
 * need the engine for the ranking alone. In the background, in small pieces, and as far as there is memory for them: what
 * does not fit is read when it is found.
 */
import type { FindItems } from '../memory/items.ts';
import type { Logger } from '../platform/logger.ts';
import { pause } from '../platform/retry.ts';
import type { MerchantScope } from '../tenancy/scope.ts';

export interface ReadAhead {
  /** Says that searches come for this scope. Costs nothing from the second time on. */
  wanted(scope: MerchantScope): void;
  /** Ends it, and resolves when nothing is read any more. */
  close(): Promise<void>;
}

interface ReadAheadOptions {
  /** Whether what is read now is kept. */
  readonly canKeep: (scope: MerchantScope) => boolean;
  /** How many products may be read in all. */
  readonly maxProducts: number;
  /** Ids of visible products after the given one, in the order of the ids. */
  readonly idsAfter: (scope: MerchantScope, after: string, limit: number) => Promise<readonly string[]>;
  readonly findProducts: FindItems;
  readonly keepTexts: (scope: MerchantScope, ids: readonly string[]) => Promise<void>;
  readonly logger: Logger;
}

const PIECE = 200;
/** It rests as long as it works: searches that come meanwhile have at least half of the engine. */
const REST_SHARE = 1;

export function createReadAhead(options: ReadAheadOptions): ReadAhead {
  const { canKeep, maxProducts, idsAfter, findProducts, keepTexts, logger } = options;
  const ending = new AbortController();
  const begun = new Set<string>();
  let left = maxProducts;
  let reading = Promise.resolve();

  async function read(scope: MerchantScope): Promise<void> {
    const leftBefore = left;
    let after = '';
    while (left > 0 && !ending.signal.aborted) {
      const startedMs = performance.now();
      const ids = await idsAfter(scope, after, Math.min(PIECE, left));
      const last = ids.at(-1);
      if (last === undefined) break;
      await Promise.all([findProducts(scope, ids), keepTexts(scope, ids)]);
      left -= ids.length;
      after = last;
      await pause(REST_SHARE * (performance.now() - startedMs), ending.signal);
    }
    logger.debug({ merchant: scope.merchantId, products: leftBefore - left }, 'read ahead');
  }

  return {
    wanted(scope) {
      if (left <= 0) return;
      const key = `${scope.visibility} ${scope.merchantId}`;
      if (begun.has(key) || !canKeep(scope)) return;
      begun.add(key);
      reading = reading
        .then(() => read(scope))
        // Searches read what they need themselves; they, too, say what is out of order.
        .catch((error: unknown) => logger.debug({ err: error }, 'reading ahead ended early'));
    },
    async close() {
      ending.abort();
      await reading;
    },
  };
}
