/**
 * What a merchant's searches depend on beside the index, in bounded memory: its language, and its search rules in that
 * language. The change stream invalidates both (`cache/versions.ts`). While the stream is disconnected, each search
 * waits for a read that began after its request. A search never fails because of a failed read: it uses the last
 * values, or English and no rules, and the next read follows a second later.
 */
import { LRUCache } from 'lru-cache';
import type { Tag } from '../../cache/cache-tags.ts';
import { createCoalescedRead } from '../../cache/coalesced-read.ts';
import type { Versions } from '../../cache/versions.ts';
import type { Catalogue, Stored } from '../../catalogue/collections.ts';
import { SEARCH_RULE_LIMITS } from '../../catalogue/search-rule-limits.ts';
import type { OnMalformed } from '../../catalogue/values.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { ApiMetrics } from '../../runtime/metrics.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import { isMalformedLocale, merchantLanguage } from '../index/merchant-language.ts';
import { NO_RULES, readRules, type SearchRules } from '../rules/search-rules.ts';
import { type Analyzer, analyzerOf, DEFAULT_LANGUAGE } from '../text/analyzer.ts';

export interface MerchantSearch {
  /** The analyzer of the merchant's language. */
  readonly analyzer: Analyzer;
  /** The search rules, read with that analyzer. */
  readonly rules: SearchRules;
}

/** Returns the value itself if it is cached. Never throws. */
export type FindMerchantSearch = (scope: MerchantScope) => MerchantSearch | Promise<MerchantSearch>;

interface MerchantSearchOptions {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
  readonly maxBytes: number;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
}

interface Cached {
  readonly found: MerchantSearch;
  /** The version before the read; null if it was unknown, or if a later read failed. */
  readonly version: number | null;
  /** No read before this time, even if the value may be stale. */
  readonly untilMs: number;
}

const TAGS: readonly Tag[] = ['merchant', 'language', 'rules'];
const NOTHING: MerchantSearch = { analyzer: analyzerOf(DEFAULT_LANGUAGE), rules: NO_RULES };

const ENTRY_BYTES = 300;
/** Includes the objects that hold the texts. */
const BYTES_PER_CHARACTER = 20;
const RETRY_AFTER_MS = 1000;
const READ_TIMEOUT_MS = 500;

export function createFindMerchantSearch(options: MerchantSearchOptions): FindMerchantSearch {
  const { catalogue, versions, maxBytes, metrics, logger } = options;
  const cache = new LRUCache<string, Cached>({
    maxSize: maxBytes,
    sizeCalculation: ({ found }, key) => ENTRY_BYTES + 2 * key.length + BYTES_PER_CHARACTER * found.rules.characters,
  });
  const reading = new Map<string, Promise<MerchantSearch>>();
  let hasWarned = false;

  async function readStored(merchantId: string): Promise<MerchantSearch> {
    const [language, stored] = await metrics.timed('mongodb', 'search.rules', () =>
      Promise.all([
        languageOf(catalogue, merchantId, (field) => metrics.malformedValue('merchant', field)),
        storedRules(catalogue, merchantId),
      ]),
    );
    const analyzer = analyzerOf(language);
    return { analyzer, rules: readRules(stored, analyzer, (field) => metrics.malformedValue('search_rule', field)) };
  }

  async function read(merchantId: string, version: number | null): Promise<MerchantSearch> {
    try {
      const found = await readStored(merchantId);
      cache.set(merchantId, { found, version, untilMs: 0 });
      hasWarned = false;
      return found;
    } catch (error) {
      if (!hasWarned) logger.warn({ err: error }, 'search rules cannot be read: searches use those read before');
      hasWarned = true;
      const { found } = cache.get(merchantId) ?? { found: NOTHING };
      cache.set(merchantId, { found, version: null, untilMs: performance.now() + RETRY_AFTER_MS });
      return found;
    }
  }

  const readFresh = createCoalescedRead<MerchantSearch>();

  return ({ merchantId }) => {
    const version = versions.ofTags(merchantId, TAGS);
    const known = cache.get(merchantId);
    if (known !== undefined) {
      const isFresh = version !== null && known.version === version;
      if (isFresh || performance.now() < known.untilMs) return known.found;
    }
    if (version === null) return readFresh(merchantId, () => read(merchantId, null));
    // A read under another version may lack the write that bumped this one.
    const key = `${version} ${merchantId}`;
    const shared = reading.get(key);
    if (shared !== undefined) return shared;
    const found = read(merchantId, version).finally(() => reading.delete(key));
    reading.set(key, found);
    return found;
  };
}

/** Calls `malformed` with `locale` if the locale is no language tag. */
async function languageOf(
  { merchants, merchantLanguages }: Catalogue,
  merchantId: string,
  malformed: OnMalformed,
): Promise<string> {
  const [merchant, detected] = await Promise.all([
    merchants.findOne({ _id: merchantId }, { projection: { locale: 1 }, maxTimeMS: READ_TIMEOUT_MS }),
    merchantLanguages.findOne({ _id: merchantId }, { projection: { language: 1 }, maxTimeMS: READ_TIMEOUT_MS }),
  ]);
  if (isMalformedLocale(merchant?.locale)) malformed('locale');
  return merchantLanguage(merchant?.locale, detected?.language);
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
