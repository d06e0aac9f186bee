/**
 * Searches the index for one merchant. Every search has the conditions of `scope-filter.ts`, and is sent under the
 * merchant's tenant token (`send-searches.ts`).
 */
import type { Meilisearch } from 'meilisearch';
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import {
  CLOCK_AHEAD,
  type EngineResult,
  isKeyRefused,
  isTokenExpired,
  KEY_REFUSED,
  meilisearchCode,
} from '../../engines/meilisearch.ts';
import type { ApiMetrics } from '../../runtime/monitoring/metrics.ts';
import { otherProductsFilter, PRODUCTS } from '../index/filters.ts';
import { type RankingPayload, readRankingPayload } from '../index/ranking-payload.ts';
import { INDEX_SETTINGS, type SearchedField } from '../index/settings.ts';
import type { Candidates, SearchPlan } from './candidates.ts';
import { ALL_PRODUCTS, type FrequencyCache } from './frequency-cache.ts';
import {
  countSearch,
  type HitDocument,
  NAMING_FIELDS,
  plannedSearch,
  STEM_FIELDS,
  selectionSearch,
  TITLE_TIERS,
  textsSearch,
} from './index-searches.ts';
import { inOneList, underLabels } from './labelled.ts';
import { cutShort } from './problems.ts';
import { type SearchFilter, scopeFilter, WHOLE_SCOPE } from './scope-filter.ts';
import type { Selected, Selection } from './selection.ts';
import { createSenders, isOfAnotherVersion, SEARCH_TIMEOUT_MS, type SenderOptions } from './send-searches.ts';
import type { StemFrequencies } from './stem-frequencies.ts';

export interface SearchEngine {
  /** Opens the searches of one request. The time limit starts with the first of them. */
  open(scope: MerchantScope, signal: AbortSignal): EngineSession;
  /** Resolves to null if searches work, else to what is missing. Throws if the engine doesn't respond. */
  readiness(): Promise<string | null>;
}

/** Each method sends one request, and throws the Problem `search_unavailable` if the engine can't respond. */
export interface EngineSession {
  /**
   * Runs the searches of a plan, with the filter unless they have their own, and counts how many products of the whole
   * scope have each stem. A stem of nearly all products is counted in titles, by one more request, if some title has it.
   */
  find(plan: SearchPlan, stems: readonly string[], filter: SearchFilter): Promise<FoundWithFrequencies>;
  /**
   * Runs selections, each with its own filter. Also throws `search_unavailable` if the engine cut one of them short.
   */
  select(selections: readonly Selection[]): Promise<readonly Selected[]>;
  /**
   * For each list of words, whether one published product has all of them, as written but for case and accents, in its
   * names, variants, specifications or published collections. `hidden`: the ids of products that don't count. Null if
   * the engine cut off the search.
   */
  someProductHasAll(wordLists: readonly WordList[]): Promise<readonly (boolean | null)[]>;
  /** The texts of these products, without those that have left the index. */
  loadTexts(productIds: readonly string[]): Promise<readonly StoredTexts[]>;
}

export interface WordList {
  readonly words: readonly string[];
  readonly hidden: readonly string[];
}

export interface FoundWithFrequencies {
  readonly found: Candidates;
  readonly frequencies: StemFrequencies;
}

/** The texts of a product as the index has them, see `index/product-texts.ts`. */
export interface StoredTexts {
  readonly productId: string;
  readonly textsHash: string;
  readonly texts: string;
}

interface SearchEngineOptions extends SenderOptions {
  readonly client: Meilisearch;
  readonly metrics: Pick<ApiMetrics, 'searchesCutOff'>;
  readonly frequencyCache: FrequencyCache;
}

export function createSearchEngine(options: SearchEngineOptions): SearchEngine {
  const { metrics, frequencyCache } = options;
  const senderOf = createSenders(options);
  return {
    open(scope, signal) {
      const wholeScope = scopeFilter(scope, WHOLE_SCOPE);
      const send = senderOf(scope, signal);
      const countSearches = (stems: readonly string[], fields: readonly SearchedField[]) =>
        stems.map((stem) => countSearch(stem === ALL_PRODUCTS ? [] : [stem], fields, wholeScope));
      return {
        async find(plan, stems, filter) {
          const { missing, add } = frequencyCache.get(scope, stems);
          const searches = inOneList(plan).map((search) => plannedSearch(search, scope, filter));
          const results = await send([...searches, ...countSearches(missing, STEM_FIELDS)]);
          const found = candidatesOf(plan, results);
          const frequencies = add(countsOf(missing, results.slice(searches.length)));
          const common = missing.filter((stem) => isCommon(stem, frequencies));
          if (common.length === 0) return { found, frequencies };
          const inTitles = countsOf(common, await send(countSearches(common, TITLE_TIERS)));
          return { found, frequencies: add(inTitles.filter(({ products }) => products > 0)) };
        },

        async select(selections) {
          const results = await send(selections.map((selection) => selectionSearch(selection, scope)));
          if (results.some(isCutOff)) {
            metrics.searchesCutOff.inc();
            throw cutShort();
          }
          return results.map(selectedOf);
        },

        async someProductHasAll(wordLists) {
          const published = scopeFilter({ ...scope, visibility: 'published' }, WHOLE_SCOPE);
          const results = await send(
            wordLists.map(({ words, hidden }) =>
              countSearch(words, NAMING_FIELDS, [...published, otherProductsFilter(hidden)]),
            ),
          );
          return results.map((result) => (isCutOff(result) ? null : result.estimatedTotalHits > 0));
        },

        async loadTexts(productIds) {
          if (productIds.length === 0) return [];
          const [result] = await send([textsSearch(productIds, wholeScope)]);
          return (result?.hits ?? []).map(({ ranking_payload, texts = '{}' }) => {
            const { productId, textsHash } = readRankingPayload(ranking_payload);
            return { productId, textsHash, texts };
          });
        },
      };
    },

    readiness: () => readinessOf(options),
  };
}

/** Above this share of the products, a stem may be in a text that all descriptions share. */
const SHARE_OF_COMMON = 0.9;

const isCommon = (stem: string, { of, products }: StemFrequencies): boolean =>
  stem !== ALL_PRODUCTS && of(stem) > SHARE_OF_COMMON * products;

async function readinessOf({ client, indexName, tokens }: SearchEngineOptions): Promise<string | null> {
  const timeout = { signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS) };
  try {
    // A search checks more than a health check: the index exists, and has its settings and the mapping of this process.
    const search = { limit: 1, filter: PRODUCTS, attributesToRetrieve: ['ranking_payload'] };
    const found = await client.index<HitDocument>(indexName).search('', search, timeout);
    if (isOfAnotherVersion(found)) return `the index ${indexName} is of another version`;
    return (await tokens.readiness())?.state ?? null;
  } catch (error) {
    if (isTokenExpired(error)) return CLOCK_AHEAD;
    if (isKeyRefused(error)) return KEY_REFUSED;
    if (meilisearchCode(error) === 'index_not_found')
      return `there is no index ${indexName} yet: the indexer builds it`;
    if (meilisearchCode(error) === 'invalid_search_filter') return `the index ${indexName} has no settings yet`;
    throw error;
  }
}

/**
 * Whether the engine may have cut off a search. It doesn't report this: once a search has taken `searchCutoffMs`, the
 * engine returns the hits that it has, in any order.
 */
const isCutOff = ({ processingTimeMs }: EngineResult<unknown>): boolean =>
  processingTimeMs >= INDEX_SETTINGS.searchCutoffMs;

/** The counts of these stems. The results are in their order. */
const countsOf = (stems: readonly string[], results: readonly EngineResult<unknown>[]) =>
  results.map((result, index) => ({
    stem: stems[index] as string,
    products: result.estimatedTotalHits,
    isCutOff: isCutOff(result),
  }));

/** What the searches of a plan found. The results are those of the searches, in order, and then others. */
function candidatesOf(plan: SearchPlan, results: readonly EngineResult<HitDocument>[]): Candidates {
  return { ...underLabels(results.map(productsOf), plan), isComplete: !results.some(isCutOff) };
}

const selectedOf = (result: EngineResult<HitDocument>): Selected => ({
  hits: productsOf(result),
  total: result.estimatedTotalHits,
  distribution: result.facetDistribution ?? {},
  firstPrice: result.hits[0]?.price ?? null,
});

const productsOf = ({ hits }: EngineResult<HitDocument>): readonly RankingPayload[] =>
  hits.map((hit) => readRankingPayload(hit.ranking_payload));
