/** How many hits a search returns, how many of these are scored, and how many are enough. */

/**
 * How many of the engine's best hits of each search are scored. Each costs the engine time: it decodes the whole
 * document.
 */
export const SCORED_HITS = 30;

/**
 * A query with this many hits isn't relaxed. Independent of the request's limit, so the limit doesn't change the first
 * hits.
 */
export const ENOUGH_HITS = 10;

/** How many hits a search returns, and when it also searches for some of the words. */
export interface HitLimits {
  /** The maximum number of ranked hits to return. */
  readonly limit: number;
  /** With fewer products that have every word, products with some of the words are searched, too. */
  readonly relaxBelow: number;
}
