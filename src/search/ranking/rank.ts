/** The order of what was found: by the weights of the words, then identifiers, then pins. Pure functions. */
import { copied } from '../../memory/text-size.ts';
import { groupBy } from '../../platform/group.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import { vocabularyOf } from '../index/vocabulary.ts';
import type { Query } from '../query/query.ts';
import { type ResolvedQuery, resolveQuery } from '../query/resolve.ts';
import { type Found, unionOf } from '../retrieval/found.ts';
import { withIdentifier, withIdentifierTerm } from '../retrieval/identifier-searches.ts';
import { scoredHits } from '../retrieval/text-searches.ts';
import type { SynonymGroup } from '../rules/synonyms.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { placeIdentified } from './identifiers.ts';
import { orderByScore } from './score.ts';

export interface Ranking {
  /** Best first. */
  readonly hits: readonly RankedHit[];
  /** What the terms mean among these hits. */
  readonly resolved: ResolvedQuery;
}

export interface RankedHit {
  readonly productId: string;
  /** Says which texts the product has, see `index/product-texts.ts`. */
  readonly textsHash: string;
}

export function rank(query: Query, found: Found, limit: number): Ranking {
  const { identifier, identifierTerms, language, pinned } = query;
  const named = unionOf(
    identifierTerms.map((term, index) => withIdentifierTerm(found.identifierTerms[index] ?? [], term)),
  );
  // The engine's order stands beyond the scored hits, so the first ones are the same whatever the limit.
  const scored = scoredHits(query);
  const candidates = unionOf([...found.text.map((hits) => hits.slice(0, scored)), named]);
  const byLanguage = resolveByLanguage(query, candidates);
  const resolved = byLanguage.get(language) ?? resolveQuery(query, vocabularyOf([]), analyzerOf(language));
  const synonyms = [...query.synonyms, ...identifierSynonyms(query)];
  const best = orderByScore(candidates, resolved, synonyms, byLanguage);
  const byWords = unionOf([best, ...found.text.map((hits) => hits.slice(scored))]);
  const identified = identifier === null ? [] : withIdentifier(found.identifier.flat(), identifier);
  const ranked =
    identifier === null || identified.length === 0 ? [byWords] : placeIdentified(byWords, identified, identifier);
  const inOrder = unionOf([pinnedProducts(pinned, found.pinned.flat()), ...ranked]);
  return { hits: inOrder.slice(0, limit).map(asHit), resolved };
}

/** What the terms mean to the products of each language: a merchant's have two while its language changes. */
const resolveByLanguage = (query: Query, products: readonly RankingPayload[]): ReadonlyMap<string, ResolvedQuery> =>
  new Map(
    [...groupBy(products, ({ language }) => language)].map(([language, own]) => [
      language,
      resolveQuery(query, vocabularyOf(own), analyzerOf(language)),
    ]),
  );

/** An identifier of several words is also one word. */
const identifierSynonyms = ({ identifierTerms, language }: Query): SynonymGroup[] =>
  identifierTerms
    .filter(({ tokens }) => tokens.length > 1)
    .map(({ key, tokens }) => ({
      words: tokens.map(analyzerOf(language).stem),
      alternatives: [{ key, words: [key], text: key }],
    }));

/** The pinned products in the order of the rule, as far as they were found. */
function pinnedProducts(pinned: readonly string[], found: readonly RankingPayload[]): readonly RankingPayload[] {
  const byId = new Map(found.map((product) => [product.productId, product]));
  return pinned.flatMap((id) => byId.get(id) ?? []);
}

/** Hits outlive the engine's response: each text is copied, so that it doesn't keep the response in memory. */
const asHit = ({ productId, textsHash }: RankingPayload): RankedHit => ({
  productId: copied(productId),
  textsHash: copied(textsHash),
});
