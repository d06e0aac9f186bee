/**
 * The compared rankers: the service, the engine with default settings, and BM25F. All get the same queries and
 * products.
 */
import type { Catalogue, OwnedStored } from '../../src/catalogue/stored-documents.ts';
import { type OnMalformed, optionalText, textMap } from '../../src/catalogue/values.ts';
import type { SearchDocument } from '../../src/search/index/document.ts';
import { merchantFilter } from '../../src/search/index/filters.ts';
import type { Service } from '../environment/service.ts';
import { searchProducts } from '../load/search-products.ts';
import { shuffled } from '../load/shuffled.ts';
import { type Bm25fDocument, createBm25f } from './bm25f.ts';

export interface Ranker {
  readonly name: string;
  /** Resolves to product ids, best first. */
  readonly rank: (query: string, limit: number) => Promise<readonly string[]>;
}

/** The real API over HTTP. */
export const serviceRanker = (service: Service): Ranker => ({
  name: 'service',
  rank: async (query, limit) => (await searchProducts(service, { query, limit })).map(({ product }) => product.id),
});

/** The index with default settings, which has the products of all merchants, filtered by one merchant. */
export function engineRanker({ meilisearch, merchantId }: Service, indexName: string): Ranker {
  const index = meilisearch.index<SearchDocument>(indexName);
  const filter = merchantFilter(merchantId);
  return {
    name: 'engine, default settings',
    async rank(query, limit) {
      const { hits } = await index.search(query, { filter, limit, showMatchesPosition: true });
      return hits.map(({ product_id }) => product_id);
    },
  };
}

const SEED = 31;

/**
 * Shuffles the products: many have equal scores, and the order of a catalogue may depend on which products were judged.
 */
export function bm25fRanker(products: readonly Bm25fDocument[]): Ranker {
  const rank = createBm25f(shuffled(products, SEED));
  return {
    name: 'BM25F, stems and rarity',
    rank: async (query, limit) =>
      rank(query)
        .slice(0, limit)
        .map(({ id }) => id),
  };
}

/** Resolves to the merchant's products in MongoDB, ordered by id. */
export async function productsOf({ products }: Catalogue, merchantId: string): Promise<Bm25fDocument[]> {
  const projection = { title: 1, subtitle: 1, description: 1, specifications: 1 };
  const found = await products.find({ merchantId }, { projection }).sort({ merchantId: 1, _id: 1 }).toArray();
  return found.map(bm25fDocument);
}

const ignore: OnMalformed = () => undefined;

function bm25fDocument(product: OwnedStored): Bm25fDocument {
  const textOf = (field: string) => optionalText(product[field], field, ignore);
  return {
    id: product._id,
    title: textOf('title'),
    subtitle: textOf('subtitle'),
    description: textOf('description'),
    specifications: Object.values(textMap(product.specifications, 'specifications', ignore)).join('\n'),
  };
}
