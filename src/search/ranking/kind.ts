/**
 * The word of a query that names the kind of product: `curtains` of `red curtains`. Shops name their collections by kinds
 * of products, so most products with this word are in a collection of this name. Pure functions.
 */
import { hasCollectionWord } from '../index/collection-names.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import { weightOf } from '../index/term-weights.ts';
import { correctedStem } from '../meaning/resolve.ts';
import { isContentWord, type WeighedWord } from './rarity.ts';

type Product = Pick<RankingPayload, 'collectionNames' | 'termWeights'>;

/** The only word that names a kind; null if there are none or several, as in `bosch drill`, or if there is one word. */
export function kindWord(words: readonly WeighedWord[], products: readonly Product[]): WeighedWord | null {
  const content = words.filter(isContentWord);
  if (content.length < 2) return null;
  const [kind, other] = content.filter((word) => namesKind(correctedStem(word), products));
  return kind === undefined || other !== undefined ? null : kind;
}

function namesKind(stem: string, products: readonly Product[]): boolean {
  const having = products.filter(({ termWeights }) => weightOf(termWeights, stem) > 0);
  return having.filter((product) => hasCollectionWord(product.collectionNames, stem)).length > having.length / 2;
}
