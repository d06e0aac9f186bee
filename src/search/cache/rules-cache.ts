/**
 * The search rules of each merchant in bounded memory. The change stream invalidates them (`memory/versions.ts`); without the
 * stream each search waits for a read that begins after its request. A search never fails for its rules: if they cannot be read, it
 * uses those that were read last, or none, and the next read is a second later.
 */
import { LRUCache } from 'lru-cache';
import type { Catalogue, Stored } from '../../data/collections.ts';
import { SEARCH_RULE_LIMITS } from '../../data/search-rule-limits.ts';
import type { Odd } from '../../data/values.ts';
import { createCoalescedRead } from '../../memory/coalesced-read.ts';
import type { Versions } from '../../memory/versions.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ApiMetrics } from '../../platform/metrics.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import { NO_RULES, readRules, type SearchRules } from '../rules/search-rules.ts';

/** The merchant's rules, at once where they are cached. Never throws. */
export type FindRules = (scope: MerchantScope) => SearchRules | Promise<SearchRules>;

interface RulesCacheOptions {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
}

interface CachedRules {
  readonly rules: SearchRules;
  /** The version before the read; null if it was unknown, or if a later read failed. */
  readonly version: number | null;
  /** No read before this time, though the rules may be stale. */
  readonly untilMs: number;
}

const MAX_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 300;
/** Includes the objects that hold the texts. */
const BYTES_PER_CHARACTER = 20;
const RETRY_AFTER_MS = 1000;
const READ_TIMEOUT_MS = 500;

export function createFindRules({ catalogue, versions, metrics, logger }: RulesCacheOptions): FindRules {
  const cache = new LRUCache<string, CachedRules>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ rules }, key) => ENTRY_BYTES + 2 * key.length + BYTES_PER_CHARACTER * rules.characters,
  });
  const reading = new Map<string, Promise<SearchRules>>();
  const odd: Odd = (field) => metrics.oddValue('search_rule', field);
  let hasWarned = false;

  async function read(merchantId: string, version: number | null): Promise<SearchRules> {
    try {
      const stored = await metrics.timed('mongodb', 'search.rules', () => storedRules(catalogue, merchantId));
      const rules = readRules(stored, odd);
      cache.set(merchantId, { rules, version, untilMs: 0 });
      hasWarned = false;
      return rules;
    } catch (error) {
      if (!hasWarned) logger.warn({ err: error }, 'search rules cannot be read: searches use those read before');
      hasWarned = true;
      const { rules } = cache.get(merchantId) ?? { rules: NO_RULES };
      cache.set(merchantId, { rules, version: null, untilMs: performance.now() + RETRY_AFTER_MS });
      return rules;
    }
  }

  const readFresh = createCoalescedRead((merchantId: string) => read(merchantId, null));

  return ({ merchantId }) => {
    const version = versions.ofRules(merchantId);
    const known = cache.get(merchantId);
    if (known !== undefined) {
      const isTrue = version !== null && known.version === version;
      if (isTrue || performance.now() < known.untilMs) return known.rules;
    }
    if (version === null) return readFresh(merchantId);
    // A read under another version may lack the write that raised this one.
    const key = `${version} ${merchantId}`;
    const others = reading.get(key);
    if (others !== undefined) return others;
    const rules = read(merchantId, version).finally(() => reading.delete(key));
    reading.set(key, rules);
    return rules;
  };
}

const { rulesOfMerchant, bytesOfRule } = SEARCH_RULE_LIMITS;

/** The first rules by id, without those that are too large. */
const storedRules = ({ searchRules }: Catalogue, merchantId: string) =>
  searchRules
    .aggregate<Stored>(
      [
        { $match: { merchantId } },
        { $sort: { _id: 1 } },
        { $limit: rulesOfMerchant },
        { $match: { $expr: { $lte: [{ $bsonSize: '$$ROOT' }, bytesOfRule] } } },
        { $project: { synonyms: 1, oneWay: 1, query: 1, pinned: 1, hidden: 1 } },
      ],
      { maxTimeMS: READ_TIMEOUT_MS },
    )
    .toArray();
