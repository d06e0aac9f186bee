/**
 * How many of the engine's best hits of each search are scored. Each costs the engine time: it decodes the whole
 * document.
 */
export const SCORED_HITS = 30;

/**
 * A query with this many hits isn't relaxed. Independent of the request's limit, so the limit doesn't change the first
 * hits.
 */
export const ENOUGH = 10;
