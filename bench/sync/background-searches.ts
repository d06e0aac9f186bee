/** Sends searches to the API, one after the other. Each must find a product. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../environment/service.ts';
import { searchProducts } from '../load/search-products.ts';

const PAUSE_MS = 20;
/** The first words of a title. Such a search finds at least that product. */
const WORDS = 2;

export interface BackgroundSearches {
  /** Resolves to the number of searches, and to the failures: errors, and searches without results. */
  stop(): Promise<{ readonly searches: number; readonly failures: readonly string[] }>;
}

export async function startBackgroundSearches(service: Service): Promise<BackgroundSearches> {
  const { catalogue, merchantId } = service;
  const titles = await catalogue.products
    .aggregate<{ title: string }>([{ $match: { merchantId, title: { $type: 'string' } } }, { $sample: { size: 500 } }])
    .toArray();
  const queries = titles.map(({ title }) => title.split(' ').slice(0, WORDS).join(' '));
  const failures: string[] = [];
  let isStopped = false;
  let searches = 0;

  async function searchOnce(query: string): Promise<void> {
    searches += 1;
    const found = await searchProducts(service, { query });
    if (found.length === 0) failures.push(`${query}: no products`);
  }

  async function search(): Promise<void> {
    for (let serial = 0; !isStopped; serial += 1) {
      await searchOnce(queries[serial % queries.length] ?? '').catch((error: unknown) => failures.push(String(error)));
      await sleep(PAUSE_MS);
    }
  }

  const searching = search();
  return {
    async stop() {
      isStopped = true;
      await searching;
      return { searches, failures };
    },
  };
}
