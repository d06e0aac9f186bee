/**
 * The queries that a merchant's shoppers searched often, on more than one day, and that found products: from the newest
 * entries of the search log, in bounded memory. A list is at most ten minutes old. A stale list is served while it is read
 * again, so only the first list, and that after a pause, delays a request, and never for long. Without a list, nothing is
 * suggested. A read that failed is not repeated for a minute.
 */
import { LRUCache } from 'lru-cache';
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import type { Catalogue } from '../../catalogue/stored-documents.ts';
import type { GuardedRead } from '../../engines/breaker/guarded-reads.ts';
import { READ_LIMIT } from '../../engines/mongodb/client.ts';
import { mapInTurns } from '../../runtime/concurrency/turns.ts';
import type { Logger } from '../../runtime/logger.ts';
import { withTimeout } from '../../runtime/retry.ts';
import { textBytes } from '../../runtime/text-size.ts';
import { foldsOtherwise, foldText } from '../text/fold.ts';
import { type Spellings, spellingsOf } from '../text/spellings.ts';
import { splitQuery } from '../text/split-query.ts';
import { locateWords } from '../text/tokenize.ts';

export interface PopularQuery {
  readonly text: string;
  readonly spellings: Spellings;
}

/** Resolves to the queries to suggest for a token of this scope, best first. Never throws. */
export type FindPopularQueries = (scope: MerchantScope) => Promise<readonly PopularQuery[]>;

interface PopularQueriesOptions {
  readonly catalogue: Catalogue;
  /** The minimum number of searches for a query. */
  readonly minSearches: number;
  readonly maxBytes: number;
  /** Reads through the circuit breaker. */
  readonly guardedRead: GuardedRead;
  readonly logger: Logger;
}

const MIN_DAYS = 2;
const MAX_QUERIES = 5000;
/** Of today, and as many of the days before. Grouping a whole long log would exceed READ_LIMIT. */
const MAX_SEARCHES = 50_000;
const FRESH_MS = 300_000;
/** An older list may have queries that the log no longer has: MongoDB removed them, or an operator. */
const MAX_AGE_MS = 2 * FRESH_MS;
const RETRY_MS = 60_000;
const FIRST_READ_TIMEOUT_MS = 300;
/** A longer query may identify who typed it. */
const MAX_WORDS = 8;
/** The time after which a search counts half as much. */
const HALF_LIFE_MS = 14 * 86_400_000;
const ENTRY_BYTES = 100;

interface PopularList {
  readonly queries: readonly PopularQuery[];
  readonly readMs: number;
}

export function createFindPopularQueries(options: PopularQueriesOptions): FindPopularQueries {
  const { catalogue, minSearches, maxBytes, guardedRead, logger } = options;
  let hasWarned = false;
  const cache = new LRUCache<string, PopularList, MerchantScope>({
    maxSize: maxBytes,
    sizeCalculation: ({ queries }, key) =>
      queries.reduce(
        (sum, { text, spellings }) => sum + ENTRY_BYTES + textBytes(text + spellings.join('')),
        textBytes(key),
      ),
    ttl: FRESH_MS,
    allowStale: true,
    async fetchMethod(_key, stale, { context: scope, signal, options: entry }) {
      const readMs = performance.now();
      try {
        const texts = await guardedRead('suggestions.queries', () => readPopularQueries(catalogue, scope, minSearches));
        hasWarned = false;
        return { queries: withoutRepeated(await mapInTurns(texts, candidateOf, signal)), readMs };
      } catch (error) {
        signal.throwIfAborted();
        if (!hasWarned)
          logger.warn({ err: error }, 'popular queries cannot be read: suggesting those of the last read');
        hasWarned = true;
        entry.ttl = RETRY_MS;
        return stale ?? { queries: [], readMs };
      }
    },
  });
  return async (scope) => {
    const key = JSON.stringify([scope.visibility, scope.merchantId]);
    const cached = cache.peek(key, { allowStale: true });
    if (cached !== undefined && performance.now() - cached.readMs > MAX_AGE_MS) cache.delete(key);
    const reading = cache.fetch(key, { context: scope }).catch(() => undefined);
    return (await withTimeout(FIRST_READ_TIMEOUT_MS, reading, undefined))?.queries ?? [];
  };
}

interface Candidate {
  readonly words: string;
  readonly query: PopularQuery;
}

/** Null if the text may not be suggested. */
function candidateOf(text: string): Candidate | null {
  if (!hasFewWords(text) || !hasOnlyText(text) || excludesWords(text)) return null;
  // A text that the engine folds otherwise may be known, though its folded form is not.
  const words = locateWords(foldsOtherwise(text) ? text : foldText(text)).map(({ written }) => written);
  return { words: words.join(' '), query: { text, spellings: spellingsOf(text) } };
}

/** Of queries with the same words, only the first: `topfe` and `Töpfe!` are `töpfe`. */
function withoutRepeated(candidates: readonly (Candidate | null)[]): readonly PopularQuery[] {
  const byWords = new Map<string, PopularQuery>();
  for (const candidate of candidates)
    if (candidate !== null && !byWords.has(candidate.words)) byWords.set(candidate.words, candidate.query);
  return [...byWords.values()];
}

/** A minus, also of full width. */
const MINUS = /[-－]/g;

/** A query with an exclusion is no completion: `dog -bed` finds everything but beds. */
const excludesWords = (text: string): boolean =>
  text.search(MINUS) !== -1 && splitQuery(text.replace(MINUS, '-')).excluded.length > 0;

function hasFewWords(text: string): boolean {
  const words = locateWords(text).length;
  return words > 0 && words <= MAX_WORDS;
}

/** After a letter with few other marks. Of those that all scripts share, only accents: some are small letters. */
const MARK = String.raw`(?<=\p{L}[\p{M}\u200c\u200d]{0,5})(?:[\u0300-\u0345]|(?![\p{scx=Zinh}\p{scx=Latn}\p{scx=Cyrl}\p{scx=Glag}])\p{M})`;
/** Persian and Indic words have them. Elsewhere they would show several words as one. */
const JOINER = String.raw`(?<=[\p{Lo}\p{M}])[\u200c\u200d]`;
const PUNCTUATION = String.raw`[ \-–‑'’‘"“”″′.,/&+%°()×·№،٫٬٪״׳־་・、。／＆＋％－．，]`;
/** Letters and numbers that show nothing are no words: Hangul has some. */
const ONLY_TEXT = new RegExp(
  `^(?:(?!\\p{Default_Ignorable_Code_Point})(?:[\\p{L}\\p{N}]|${MARK})|${JOINER}|${PUNCTUATION})*$`,
  'u',
);

/**
 * Whether a text consists of words and usual punctuation. Only words are compared with the catalogue: circled letters,
 * flags and emoji could say anything else, and controls could change the order of the letters.
 */
export const hasOnlyText = (text: string): boolean => ONLY_TEXT.test(text);

async function readPopularQueries(
  { searches }: Catalogue,
  { merchantId, visibility }: MerchantScope,
  minSearches: number,
): Promise<string[]> {
  const age = { $subtract: ['$$NOW', '$at'] };
  const today = new Date();
  today.setUTCHours(0, 0, 0, 0);
  // However many somebody searches today, a query needs another day.
  const newest = (at: object) => [{ $match: { merchantId, at } }, { $sort: { at: -1 } }, { $limit: MAX_SEARCHES }];
  const rows = searches.aggregate<{ readonly _id: string }>(
    [
      ...newest({ $gte: today }),
      { $unionWith: { coll: searches.collectionName, pipeline: newest({ $lt: today }) } },
      { $match: { hits: { $gt: 0 }, ...(visibility === 'published' ? { visibility } : {}) } },
      {
        $group: {
          _id: '$query',
          searches: { $sum: 1 },
          days: { $addToSet: { $dateTrunc: { date: '$at', unit: 'day' } } },
          weight: { $sum: { $pow: [0.5, { $divide: [age, HALF_LIFE_MS] }] } },
        },
      },
      { $match: { searches: { $gte: minSearches }, [`days.${MIN_DAYS - 1}`]: { $exists: true } } },
      { $sort: { weight: -1, _id: 1 } },
      { $limit: MAX_QUERIES },
      { $project: { _id: 1 } },
    ],
    { ...READ_LIMIT, allowDiskUse: true },
  );
  return (await rows.toArray()).map(({ _id }) => _id);
}
