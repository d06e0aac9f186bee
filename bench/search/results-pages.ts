/** Pages of search results as shoppers request them: words of a title, two selected facet values and five facets. */
import type { Catalogue, OwnedStored } from '../../src/catalogue/stored-documents.ts';
import { list, text, textMap } from '../../src/catalogue/values.ts';
import { shuffled } from '../load/shuffled.ts';
import { titleWords } from './queries.ts';

export interface ResultsPage {
  readonly query: string;
  readonly filter: object;
  readonly facets: readonly string[];
}

const MAX_PRODUCTS = 5000;
const SEED = 17;

const ignore = () => undefined;
const specificationsOf = (product: OwnedStored) => Object.entries(textMap(product.specifications, '', ignore));
const variantsOf = (product: OwnedStored) =>
  list(product.variants, '', ignore).map(({ key, value }) => [text(key, '', ignore), text(value, '', ignore)] as const);

/**
 * Resolves to distinct pages. Query and filter come from the same product, so each page has results. Products without
 * the most frequent specification and variant give no page, nor does a catalogue without two specifications.
 */
export async function resultsPagesOf({ products }: Catalogue, merchantId: string): Promise<ResultsPage[]> {
  const found = await products.find({ merchantId }).sort({ merchantId: 1, _id: 1 }).limit(MAX_PRODUCTS).toArray();
  const [specification, otherSpecification] = mostFrequent(found.flatMap((each) => keysOf(specificationsOf(each))));
  const [variant] = mostFrequent(found.flatMap((each) => keysOf(variantsOf(each))));
  if (otherSpecification === undefined || variant === undefined) return [];
  const specifications = [specification, otherSpecification].map((key) => `specifications.${key}`);
  const facets = [...specifications, `variants.${variant}`, 'collection', 'price'];
  const pages = shuffled(found, SEED).flatMap((product, serial): ResultsPage[] => {
    const [specified] = specificationsOf(product).filter(([key]) => key === specification);
    const [varied] = variantsOf(product).filter(([key]) => key === variant);
    if (specified === undefined || varied === undefined) return [];
    const filter = { specifications: Object.fromEntries([specified]), variants: Object.fromEntries([varied]) };
    return [{ query: titleWords(product, serial, 1 + (serial % 2)), filter, facets }];
  });
  return [...new Map(pages.map((page) => [JSON.stringify(page), page])).values()];
}

const keysOf = (pairs: readonly (readonly [key: string, value: string])[]): string[] => [
  ...new Set(pairs.map(([key]) => key)),
];

function mostFrequent(keys: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([key]) => key);
}
