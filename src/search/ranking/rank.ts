/** Ranks the retrieved products: by the weights of the words, then identifiers, then pins. Pure functions. */
import { groupBy } from '../../runtime/lists.ts';
import { copyText } from '../../runtime/text-size.ts';
import { unionOf } from '../engine/candidates.ts';
import type { StemFrequencies } from '../engine/stem-frequencies.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import { resolveMeanings, synonymsOf } from '../meaning/meanings.ts';
import { correctedStem, type ResolvedQuery, resolveQuery } from '../meaning/resolve.ts';
import { vocabularyOf } from '../meaning/vocabulary.ts';
import type { Query } from '../query/query.ts';
import {
  productsOfIdentifierTerms,
  productsWithIdentifier,
  productsWithPartNumber,
} from '../retrieval/identified-products.ts';
import { SCORED_HITS } from '../retrieval/limits.ts';
import type { Retrieved } from '../retrieval/retrieve.ts';
import { keyOf } from '../synonyms/terms.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { longCompletions } from './completions.ts';
import { kindWord } from './kind.ts';
import { placeIdentified } from './place-identified.ts';
import { discountPurpose, namingWords } from './purpose.ts';
import { type WeighedWord, weighByRarity } from './rarity.ts';
import { hasWord, orderByScore, type WeighedQuery } from './score.ts';

export interface Ranking {
  /** The query as searched, with all of its terms. */
  readonly query: Query;
  /** Best first. */
  readonly hits: readonly RankedHit[];
  /** What the words mean among these hits. */
  readonly resolved: ResolvedQuery;
  /** The words of `resolved`, in the same order. */
  readonly words: readonly RankedWord[];
  /** See `Candidates`. */
  readonly isComplete: boolean;
}

/** A word of the query in the merchant's language. */
export interface RankedWord extends WeighedWord {
  /** Whether the product that ranks first by words has it. */
  readonly isOfBest: boolean;
  /** Whether it names what is wanted, not only what that is for. */
  readonly isNaming: boolean;
}

export interface RankedHit {
  readonly productId: string;
  /** Identifies the product's texts, see `index/product-texts.ts`. */
  readonly textsHash: string;
}

export function rank({ query, wholeQuery, found, frequencies }: Retrieved, limit: number): Ranking {
  const { identifier, language, pinned } = query;
  const byIdentifierTerms = unionOf(productsOfIdentifierTerms(query, found));
  const candidates = unionOf([...found.text.map((hits) => hits.slice(0, SCORED_HITS)), byIdentifierTerms]);
  const hasExactWord = found.exactWord.some(({ length }) => length > 0);
  const meaningIn = meaningsOf(query, candidates, frequencies, hasExactWord);
  // Further hits rank behind the first ones of each search, so the limit doesn't change the first ones.
  const deeper = unionOf(found.text.map((hits) => hits.slice(SCORED_HITS)));
  const byWords = unionOf(
    [candidates, deeper, unionOf(found.partialMatches)].map((products) => orderByScore(products, meaningIn)),
  );
  const identified = productsWithIdentifier(query, found);
  const ranked =
    identifier === null || identified.length === 0
      ? [byWords]
      : placeIdentified(byWords, identified, { identifier, language });
  const inOrder = unionOf([
    pinnedProducts(pinned, found.pinned.flat()),
    ...ranked,
    productsWithPartNumber(query, found),
  ]);
  const hits = inOrder.slice(0, limit).map(asHit);
  const meaning = meaningIn(language);
  const naming = namingWords(meaning.words, language);
  const words = meaning.words.map((word) => ({
    ...word,
    isNaming: naming.includes(word),
    isOfBest: byWords.slice(0, 1).some((best) => hasWord(best, word, meaning)),
  }));
  return { query: wholeQuery, hits, words, resolved: meaning.resolved, isComplete: found.isComplete };
}

/**
 * What the query means to the products of each language: a merchant's products have two languages while its language
 * changes. Synonyms apply to the query's own language only.
 */
function meaningsOf(
  query: Query,
  candidates: readonly RankingPayload[],
  frequencies: StemFrequencies,
  hasExactWord: boolean,
): (language: string) => WeighedQuery {
  const byLanguage = groupBy(candidates, ({ language }) => language);
  const meanings = new Map<string, WeighedQuery>();
  const meaningOf = (language: string): WeighedQuery => {
    const isOwn = language === query.language;
    const products = byLanguage.get(language) ?? [];
    const vocabulary = vocabularyOf(products);
    const resolved = isOwn
      ? resolveMeanings(query, { products, frequencies })
      : resolveQuery(query, vocabulary, analyzerOf(language));
    const synonyms = isOwn ? synonymsOf(query, resolved) : [];
    const prefixes = resolved.tokens.flatMap((token) => token.prefixes);
    const content = resolved.tokens.filter(({ isStopWord }) => !isStopWord);
    const words = discountPurpose(
      weighByRarity(resolved.tokens, frequencies, { hasExactWord, has: vocabulary.has }),
      language,
    );
    return {
      resolved,
      synonyms: [...groupBy(synonyms, ({ stems }) => keyOf(stems)).values()],
      name: content.map(correctedStem).join(' '),
      words,
      kind: kindWord(words, products),
      longCompletions: longCompletions(prefixes.flatMap((prefix) => [...vocabulary.stemsWithPrefix(prefix)])),
    };
  };
  return (language) => {
    const meaning = meanings.get(language) ?? meaningOf(language);
    meanings.set(language, meaning);
    return meaning;
  };
}

/** The pinned products that were found, in the order of the rule. */
function pinnedProducts(pinned: readonly string[], found: readonly RankingPayload[]): readonly RankingPayload[] {
  const byId = new Map(found.map((product) => [product.productId, product]));
  return pinned.flatMap((id) => byId.get(id) ?? []);
}

/** Hits outlive the engine's response. Their texts are copied, so that they don't hold the response in memory. */
const asHit = ({ productId, textsHash }: RankingPayload): RankedHit => ({
  productId: copyText(productId),
  textsHash: copyText(textsHash),
});
