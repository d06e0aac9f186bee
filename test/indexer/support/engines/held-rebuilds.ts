/** A proxy between an indexer and Meilisearch, which holds a rebuild at a given point. */
import type { Variables } from '../../../../dev/processes/launcher.ts';
import { TOMBSTONES } from '../../../../indexer/engine/index-write.ts';
import { merchantFilter } from '../../../../src/search/index/filters.ts';
import { type EngineProxy, startProxy } from '../../../support/engines/proxy.ts';
import type { TestService } from '../../../support/service.ts';
import type { OwnService } from '../per-test-service.ts';

/** Runs `work` with a proxy in front of Meilisearch; `settings` make an indexer use the proxy. */
export async function throughProxy(
  { variables }: TestService,
  work: (proxy: EngineProxy, settings: { readonly MEILISEARCH_URL: string }) => Promise<void>,
): Promise<void> {
  const proxy = await startProxy(variables.MEILISEARCH_URL ?? '');
  try {
    await work(proxy, { MEILISEARCH_URL: `http://127.0.0.1:${proxy.port}` });
  } finally {
    await proxy.refuse();
  }
}

/**
 * Starts an indexer through this proxy, makes an index ready, and starts `swap`, which the proxy holds just before the
 * indexes are swapped, until `release`.
 */
export async function startHeldSwap(service: OwnService, proxy: EngineProxy, settings: Variables) {
  await service.startIndexer(settings);
  expect(await service.command('reindex --no-swap')).toMatchObject({ code: 0 });
  const { held, release } = proxy.delayAt('POST /swap-indexes');
  const swap = service.command('swap');
  await held;
  return { swap, release };
}

/**
 * Stops the next rebuild through this proxy after the first 2,000 products of `fill`: the proxy holds the write of the
 * next ones until `release`.
 */
export const holdHalfway = (proxy: EngineProxy) => proxy.delayAt('given-02000');

/**
 * Stops the next rebuild through this proxy at the first products of `fill`: the proxy holds the write of these until
 * `release`.
 */
export const holdFilling = (proxy: EngineProxy) => proxy.delayAt('given-00000');

/**
 * MongoDB's products are counted. The proxy holds the request that counts the merchant's products in the new index
 * until `release`.
 */
export const holdCounting = (proxy: EngineProxy, merchantId: string) =>
  proxy.delayAt(JSON.stringify(merchantFilter(merchantId)));

/** The new index has passed its checks. The proxy holds the request that counts its tombstones. The swap is next. */
export const holdBeforeSwap = (proxy: EngineProxy) => proxy.delayAt(JSON.stringify(TOMBSTONES));
