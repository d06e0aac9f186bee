/**
 * The search rules of each merchant, kept in bounded memory until a write to them, which the change stream tells of
 * (`memory/versions.ts`); without the stream each search waits for a read that begins after it came. Rules are a help: where
 * they cannot be read, a search goes on by those that were read last, or without any, and they are asked for again a second later.
 */
import { LRUCache } from 'lru-cache';
import type { Catalogue, Stored } from '../../data/collections.ts';
import { SEARCH_RULE_LIMITS } from '../../data/search-rule-limits.ts';
import type { Odd } from '../../data/values.ts';
import type { Versions } from '../../memory/versions.ts';
import { createFreshRead } from '../../platform/fresh-read.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ApiMetrics } from '../../platform/metrics.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import { NO_RULES, readRules, type SearchRules } from './search-rules.ts';

/** Gives the merchant's rules, at once where they are kept. Never throws. */
export type FindRules = (scope: MerchantScope) => SearchRules | Promise<SearchRules>;

interface KeptRulesOptions {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
}

interface Kept {
  readonly rules: SearchRules;
  /** What stood before they were read; null where it was not known, or where they are from before a failure. */
  readonly version: number | null;
  /** Until when they are not asked for again, though there may be newer ones. */
  readonly untilMs: number;
}

const MAX_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 300;
/** With the objects that hold them. */
const BYTES_OF_CHARACTER = 20;
const FAILED_MS = 1000;
const READ_TIMEOUT_MS = 500;

export function createFindRules({ catalogue, versions, metrics, logger }: KeptRulesOptions): FindRules {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ rules }, key) => ENTRY_BYTES + 2 * key.length + BYTES_OF_CHARACTER * rules.characters,
  });
  const reading = new Map<string, Promise<SearchRules>>();
  const odd: Odd = (field) => metrics.oddValue('search_rule', field);
  let hasWarned = false;

  async function read(merchantId: string, version: number | null): Promise<SearchRules> {
    try {
      const stored = await metrics.timed('mongodb', 'search.rules', () => storedRules(catalogue, merchantId));
      const rules = readRules(stored, odd);
      kept.set(merchantId, { rules, version, untilMs: 0 });
      hasWarned = false;
      return rules;
    } catch (error) {
      if (!hasWarned) logger.warn({ err: error }, 'search rules cannot be read: searches go on by those read before');
      hasWarned = true;
      const { rules } = kept.get(merchantId) ?? { rules: NO_RULES };
      kept.set(merchantId, { rules, version: null, untilMs: performance.now() + FAILED_MS });
      return rules;
    }
  }

  const readFresh = createFreshRead((merchantId: string) => read(merchantId, null));

  return ({ merchantId }) => {
    const version = versions.ofRules(merchantId);
    const known = kept.get(merchantId);
    if (known !== undefined) {
      const isTrue = version !== null && known.version === version;
      if (isTrue || performance.now() < known.untilMs) return known.rules;
    }
    if (version === null) return readFresh(merchantId);
    // What is being read under another version may be without the write that made this one.
    const key = `${version} ${merchantId}`;
    const others = reading.get(key);
    if (others !== undefined) return others;
    const rules = read(merchantId, version).finally(() => reading.delete(key));
    reading.set(key, rules);
    return rules;
  };
}

const { rulesOfMerchant, bytesOfRule } = SEARCH_RULE_LIMITS;

/** The first rules by their ids, without those that are too large. */
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
