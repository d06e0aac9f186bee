/** The two forms of a response as JSON. Products are JSON texts, and are not parsed again. */
import type { ProductTexts } from '../index/product-texts.ts';
import type { RankedHit } from '../ranking/rank.ts';
import type { MatchedProduct, SearchMatch } from './matches.ts';

/** How many products a response has, and its body. */
export interface SearchResponse {
  readonly json: string;
  readonly productCount: number;
}

interface FormAParts {
  readonly hits: readonly RankedHit[];
  readonly products: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, ProductTexts>;
  readonly findMatches: (product: MatchedProduct) => SearchMatch[];
  /** The index of the first hit. */
  readonly firstIndex: number;
}

/**
 * Form A: product summaries with their matches. A product that is gone is left out, and the others keep their index.
 */
export function formA({ hits, products, texts, findMatches, firstIndex }: FormAParts): SearchResponse {
  const items = hits.flatMap(({ productId }, at) => {
    const product = products.get(productId);
    const productTexts = texts.get(productId);
    if (product === undefined || productTexts === undefined) return [];
    const results = findMatches({ productId, texts: productTexts });
    return [`{"product":${product},"search":${JSON.stringify({ index: firstIndex + at, results })}}`];
  });
  return { json: `[${items.join(',')}]`, productCount: items.length };
}

/** Form B: only full products. */
export function formB(hits: readonly RankedHit[], products: ReadonlyMap<string, string>): SearchResponse {
  const items = hits.flatMap(({ productId }) => products.get(productId) ?? []);
  return { json: `{"data":[${items.join(',')}]}`, productCount: items.length };
}
