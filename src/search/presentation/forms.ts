/** The two forms of a response as JSON. Products are JSON texts, and are not parsed again. */
import { limitResponse, serialiseItems } from '../../runtime/response-size.ts';
import type { ProductTexts } from '../index/product-texts.ts';
import type { RankedHit } from '../ranking/rank.ts';
import type { SearchMatch } from '../response-schemas.ts';
import type { MatchedProduct } from './matches.ts';

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
 * Throws the Problem `invalid_request` if they are too large together, and the signal's reason if it is aborted.
 */
export async function formA(parts: FormAParts, signal: AbortSignal): Promise<SearchResponse> {
  const { hits, products, texts, findMatches, firstIndex } = parts;
  const shown = hits.flatMap(({ productId }, at) => {
    const product = products.get(productId);
    const productTexts = texts.get(productId);
    if (product === undefined || productTexts === undefined) return [];
    return [{ product, matched: { productId, texts: productTexts }, index: firstIndex + at }];
  });
  const jsonOf = ({ product, matched, index }: (typeof shown)[number]) =>
    `{"product":${product},"search":${JSON.stringify({ index, results: findMatches(matched) })}}`;
  const items = await serialiseItems(shown, jsonOf, signal);
  return { json: `[${items.join(',')}]`, productCount: items.length };
}

/** Form B: only full products. Throws the Problem `invalid_request` if they are too large together. */
export function formB(hits: readonly RankedHit[], products: ReadonlyMap<string, string>): SearchResponse {
  const items = hits.flatMap(({ productId }) => products.get(productId) ?? []).map(limitResponse());
  return { json: `{"data":[${items.join(',')}]}`, productCount: items.length };
}
