/**
 * Finds the meanings of a query's words in what the engine found for them. Reads the texts of some products for words that
 * their stems don't explain, and looks for the two words that an unknown word may be.
 */
import type { EngineSession } from '../../engine/engine.ts';
import { asPhrase } from '../../engine/query-syntax.ts';
import type { SearchFilter } from '../../engine/scope-filter.ts';
import { type Selected, selectLabelled, setOf } from '../../engine/selection.ts';
import { SHOWN_FIELDS } from '../../index/document.ts';
import { readTexts, textsIn } from '../../index/product-texts.ts';
import { stemsOfParts, tellingPart } from '../../query/compound-parts.ts';
import { prefixToken, type Query, type QueryToken } from '../../query/query.ts';
import { type ResolvedToken, resolveToken } from '../../query/resolve.ts';
import { separatedTokens } from '../../query/separate.ts';
import type { StemFrequencies } from '../../query/stem-frequencies.ts';
import { latinStems, stemsOfSpellings } from '../../query/transliterate.ts';
import { vocabularyOf } from '../../query/vocabulary.ts';
import { splitSearches } from '../../retrieval/subset-searches.ts';
import { SCORED_HITS } from '../../retrieval/text-searches.ts';
import { analyzerOf } from '../../text/analyzer.ts';
import {
  hitsOfCorrection,
  isAsTyped,
  type Meaning,
  meaningOf,
  type WordsByFrequency,
  wordsByFrequency,
} from './meanings.ts';
import { selectionOfStem, totalsByStem } from './set-queries.ts';

export interface Choice {
  readonly query: Query;
  readonly filter: SearchFilter;
  readonly session: Pick<EngineSession, 'select' | 'readTexts'>;
}

/** The query's words, and what the engine found for them. */
export interface WordResults extends Choice {
  readonly tokens: readonly QueryToken[];
  /** The result of the query as typed, with typing errors allowed. */
  readonly byAll: Selected | undefined;
  /** The result of each word alone. */
  readonly byToken: readonly Selected[];
  /** The hits of `shortWordSearches` for unknown words. */
  readonly byShort: Selected['hits'];
  /** The words that some product has as a name and a number, see `separateName`, as the engine searches these. */
  readonly separated: ReadonlyMap<string, string>;
  readonly frequencies: StemFrequencies;
}

interface Meanings {
  /** Without the words that have no meaning. */
  readonly meanings: readonly Meaning[];
  /** The stems of the telling parts of these, if they are compounds. */
  readonly parts: readonly string[];
}

/** Throws what the session throws. */
export async function findMeanings(results: WordResults): Promise<Meanings> {
  const { query, tokens, byAll, byToken, byShort, separated, frequencies } = results;
  const hits = [byAll, ...byToken].flatMap((selected) => selected?.hits ?? []).concat(byShort);
  const vocabulary = vocabularyOf(hits, frequencies);
  const last = prefixToken(query)?.token;
  const analyzer = analyzerOf(query.language);
  const resolved = tokens.map((each) => resolveToken(each, each.token === last, vocabulary, analyzer));
  const words = await readSimilarWords(results, resolved, hits);
  const unknown = resolved.filter(({ isUnknown }) => isUnknown);
  const missing = tokens.filter(({ stem }) => frequencies.of(stem) === 0);
  const split = await findSplits(results, unknown, stemsOfSpellings(missing, analyzer));
  const titles = [...hits, ...split.hits].map(({ titleStems }) => titleStems);
  const inTitles = [...separatedTokens(query, titles, frequencies)].map(
    ([token, stems]) => [token, stems.map(asPhrase).join(' ')] as const,
  );
  const latin = [...latinStems(missing, analyzer, split.frequencies)].map(
    ([token, stem]) => [token, asPhrase(stem)] as const,
  );
  // Names come last, to replace words of titles: a name and its number must be adjacent.
  const known = { vocabulary, words, separated: new Map([...latin, ...inTitles, ...separated]) };
  return {
    meanings: resolved.flatMap((token) => meaningOf(token, query.language, known) ?? []),
    parts: unknown.flatMap(({ token }) => tellingPart(token, analyzer, split.frequencies) ?? []),
  };
}

const HITS_READ = 5;

/** The words of the products that are most similar to the tokens that stems don't explain; none if they explain all. */
async function readSimilarWords(
  { byAll, byToken, session }: WordResults,
  resolved: readonly ResolvedToken[],
  hits: Selected['hits'],
): Promise<WordsByFrequency> {
  // The engine finds nothing for a misspelt short word alone.
  const hitsOf = (token: ResolvedToken, index: number) => {
    const own = byToken[index]?.hits ?? [];
    return own.length > 0 ? own : hitsOfCorrection(token, hits);
  };
  const unclear = resolved.flatMap((token, index) => (isAsTyped(token) ? [] : [hitsOf(token, index)]));
  const read = unclear.length === 0 ? [] : [byAll?.hits ?? [], ...unclear];
  const ids = new Set(read.flatMap((each) => each.slice(0, HITS_READ)).map(({ productId }) => productId));
  const written = await session.readTexts([...ids]);
  return wordsByFrequency(
    written.flatMap(({ texts }) => SHOWN_FIELDS.published.flatMap((field) => textsIn(readTexts(texts), field))),
  );
}

/**
 * Finds products with both of the two words that an unknown word may be, and counts the parts of compounds and further
 * stems.
 */
async function findSplits(
  { query, filter, session, frequencies }: WordResults,
  unknown: readonly ResolvedToken[],
  further: readonly string[],
) {
  const searches = splitSearches(query, unknown);
  const stems = [...stemsOfParts(unknown, analyzerOf(query.language)), ...further];
  if (searches.length + stems.length === 0) return { hits: [], frequencies };
  const selected = await selectLabelled(session.select, {
    splits: searches.map((q) => ({ ...setOf(query, q), filter, limit: SCORED_HITS })),
    counts: stems.map(selectionOfStem),
  });
  return {
    hits: selected.splits.flatMap((split) => split.hits),
    frequencies: { of: totalsByStem(stems, selected.counts), products: frequencies.products },
  };
}
