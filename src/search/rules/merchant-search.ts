/**
 * What a merchant's searches depend on beside the index: its language, and its search rules in that language. They are
 * cached until the change stream reports a write to one of them.
 */
import type { Tag } from '../../cache/cache-tags.ts';
import { createVersionedCache } from '../../cache/versioned-cache.ts';
import type { Versions } from '../../cache/versions.ts';
import { decodable } from '../../catalogue/decodable.ts';
import { findDocuments } from '../../catalogue/find-documents.ts';
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import { SEARCH_RULE_LIMITS } from '../../catalogue/search-rule-limits.ts';
import type { Catalogue, OwnedStored } from '../../catalogue/stored-documents.ts';
import type { OnMalformed } from '../../catalogue/values.ts';
import type { GuardedRead } from '../../engines/breaker/guarded-reads.ts';
import { READ_LIMIT } from '../../engines/mongodb/client.ts';
import { mapInTurns } from '../../runtime/concurrency/turns.ts';
import type { ApiMetrics } from '../../runtime/monitoring/metrics.ts';
import { isMalformedLocale, merchantLanguage } from '../index/merchant-language.ts';
import { type Analyzer, analyzerOf } from '../text/analyzer.ts';
import { collectRules, readEach, type SearchRules } from './search-rules.ts';

interface MerchantSearch {
  /** The analyzer of the merchant's language. */
  readonly analyzer: Analyzer;
  /** The search rules, read with that analyzer. */
  readonly rules: SearchRules;
}

/** Throws what MongoDB throws, and the breaker's rejection. */
export type FindMerchantSearch = (scope: MerchantScope) => Promise<MerchantSearch>;

interface MerchantSearchOptions {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
  readonly maxBytes: number;
  readonly guardedRead: GuardedRead;
  readonly metrics: Pick<ApiMetrics, 'malformedValues'>;
}

const TAGS: readonly Tag[] = ['merchant', 'language', 'rules'];

const ENTRY_BYTES = 150;
/** Includes the objects that hold the texts. */
const BYTES_PER_CHARACTER = 20;

export function createFindMerchantSearch(options: MerchantSearchOptions): FindMerchantSearch {
  const { catalogue, versions, maxBytes, guardedRead, metrics } = options;
  const cache = createVersionedCache<string, MerchantSearch>({
    versions,
    maxBytes,
    sizeOf: ({ rules }) => ENTRY_BYTES + BYTES_PER_CHARACTER * rules.characters,
    versionOf: (merchantId) => versions.ofTags(merchantId, TAGS),
  });

  async function readStored(merchantId: string): Promise<MerchantSearch> {
    const malformedIn = (kind: string) => (field: string) => metrics.malformedValues.inc({ kind, field });
    const [language, stored] = await Promise.all([
      languageOfMerchant(catalogue, merchantId, malformedIn('merchant')),
      storedRules(catalogue, merchantId),
    ]);
    const analyzer = analyzerOf(language);
    const read = await mapInTurns(readEach(stored, analyzer), (rule) => rule);
    return { analyzer, rules: collectRules(read, malformedIn('search_rule')) };
  }

  return ({ merchantId }) => cache.get(merchantId, () => guardedRead('search.rules', () => readStored(merchantId)));
}

/**
 * Resolves to the language of a merchant, also of one that doesn't exist. Calls `malformed` with `locale` if the locale
 * is no language tag. Throws what the driver throws.
 */
export async function languageOfMerchant(
  { merchants, merchantLanguages }: Catalogue,
  merchantId: string,
  malformed: OnMalformed,
): Promise<string> {
  const [[merchant], detected] = await Promise.all([
    findDocuments(merchants, { _id: merchantId }, { ...READ_LIMIT, projection: { locale: 1 } }),
    merchantLanguages.findOne(
      { _id: merchantId },
      { ...READ_LIMIT, projection: { _id: 0, language: decodable('language') } },
    ),
  ]);
  if (isMalformedLocale(merchant?.locale)) malformed('locale');
  return merchantLanguage(merchant?.locale, detected?.language);
}

const { rulesOfMerchant, bytesOfRule } = SEARCH_RULE_LIMITS;

/** Resolves to the first rules by id, without those that are too large. Throws what the driver throws. */
export const storedRules = ({ searchRules }: Catalogue, merchantId: string): Promise<OwnedStored[]> =>
  findDocuments(
    searchRules,
    { merchantId, $expr: { $lte: [{ $bsonSize: '$$ROOT' }, bytesOfRule] } },
    {
      ...READ_LIMIT,
      sort: { _id: 1 },
      limit: rulesOfMerchant,
      projection: { synonyms: 1, oneWay: 1, query: 1, pinned: 1, hidden: 1 },
    },
  );
