/** Searches of the real API, one after the other, of which each must find something. */
import { setTimeout as sleep } from 'node:timers/promises';
import { askSearch } from '../support/search-products.ts';
import type { Service } from '../support/service.ts';

const REST_MS = 20;
/** Of a product's title; such a search finds at least that product. */
const WORDS = 2;

export interface Searching {
  /** Resolves to how many there were, and to what was wrong with those that failed or found nothing. */
  stop(): Promise<{ readonly searches: number; readonly failures: readonly string[] }>;
}

export async function startSearching(service: Service): Promise<Searching> {
  const { catalogue, merchantId } = service;
  const titles = await catalogue.products
    .aggregate<{ title: string }>([{ $match: { merchantId, title: { $type: 'string' } } }, { $sample: { size: 500 } }])
    .toArray();
  const queries = titles.map(({ title }) => title.split(' ').slice(0, WORDS).join(' '));
  const failures: string[] = [];
  let isStopped = false;
  let searches = 0;

  async function ask(query: string): Promise<void> {
    searches += 1;
    const found = await askSearch(service, { query });
    if (found.length === 0) failures.push(`${query}: no products`);
  }

  async function search(): Promise<void> {
    for (let serial = 0; !isStopped; serial += 1) {
      await ask(queries[serial % queries.length] ?? '').catch((error: unknown) => failures.push(String(error)));
      await sleep(REST_MS);
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
