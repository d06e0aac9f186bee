/** What is compared: the service, the engine as it comes, and BM25, each asked the same queries of the same products. */
import type { Meilisearch } from 'meilisearch';
import type { IndexedDocument, SearchDocument } from '../../src/search/index/document.ts';
import { merchantFilter } from '../../src/search/index/filters.ts';
import { askSearch } from '../support/ask-search.ts';
import { buildDefaultIndex, documentPages } from '../support/default-index.ts';
import type { Run } from '../support/run.ts';
import type { Service } from '../support/service.ts';
import { createBm25 } from './bm25.ts';

export interface Ranker {
  readonly name: string;
  /** Resolves to product ids, best first. */
  readonly rank: (query: string, limit: number) => Promise<readonly string[]>;
  /** Whether its times say something: it answers over HTTP as it would for a shopper. */
  readonly isTimed: boolean;
}

/** The real API over HTTP. */
export const serviceRanker = (service: Service): Ranker => ({
  name: 'service',
  isTimed: true,
  rank: async (query, limit) => (await askSearch(service, { query, limit })).map(({ product }) => product.id),
});

/** The merchant's documents, as the indexer made them. */
export async function documentsOf(meilisearch: Meilisearch, service: Service): Promise<SearchDocument[]> {
  const documents: SearchDocument[] = [];
  const filter = merchantFilter(service.merchantId);
  for await (const page of documentPages(meilisearch, service.indexName, { filter })) documents.push(...page);
  return documents;
}

/** The engine with its default settings, over the merchant's texts. */
export async function engineRanker(
  run: Run,
  meilisearch: Meilisearch,
  { indexName, merchantId }: Service,
): Promise<Ranker> {
  const filter = merchantFilter(merchantId);
  const index = meilisearch.index(await buildDefaultIndex(run, meilisearch, indexName, filter));
  return {
    name: 'engine, default settings',
    isTimed: true,
    async rank(query, limit) {
      const parameters = { filter, limit, showMatchesPosition: true };
      const { hits } = await index.search<SearchDocument>(query, parameters);
      return hits.map(({ product_id }) => product_id);
    },
  };
}

export function bm25Ranker(documents: readonly IndexedDocument[]): Ranker {
  const rank = createBm25(
    documents.map(({ product_id, title, subtitle, collections = [], description }) => ({
      id: product_id,
      text: [title, subtitle, ...collections, description].join(' '),
    })),
  );
  return { name: 'BM25, stemmed', isTimed: false, rank: async (query, limit) => rank(query).slice(0, limit) };
}
