/**
 * Measures how long after the acknowledgement of a write the changed page is served: requests the page with its old
 * ETag until the ETag changes. In turn, does the same without a page cache, where it takes one read.
 */
import type { Catalogue } from '../../src/catalogue/collections.ts';
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { type Client, openClient } from '../load/client.ts';
import { latencyFigure, type Pass } from '../load/latency.ts';
import type { Request } from '../load/load.ts';
import { type Figure, measuredAtMost } from '../report/figures.ts';
import { pagePath, pageRequest, timeUntilStatus } from './pages.ts';

const MIN_WRITES = 200;
const MAX_MS = { p50: 50, p99: 500 };

/** Throws if a page doesn't change. */
export async function measureFresh(
  run: Run,
  service: Service,
  uncached: Service,
  { seconds }: { seconds: number },
): Promise<Figure[]> {
  const request = pageRequest(service, pagePath(1));
  const write = await writerOf(service.catalogue, service.merchantId);
  const clients = { measured: openClient(service.url), reference: openClient(uncached.url) };
  const pass = { measured: [] as number[], reference: [] as number[] };
  const endMs = performance.now() + seconds * 1000;
  try {
    while (pass.measured.length < MIN_WRITES || performance.now() < endMs) {
      run.stopping.throwIfAborted();
      for (const side of ['measured', 'reference'] as const)
        pass[side].push(await timeUntilFresh(clients[side], request, write));
    }
  } finally {
    clients.measured.close();
    clients.reference.close();
  }
  run.say(
    `write → fresh page: ${pass.measured.length} writes, the slowest ${Math.max(...pass.measured).toFixed(0)} ms`,
  );
  // One pass, because a 99th percentile needs all values.
  const passes: Pass[] = [pass];
  const figure = { what: 'write → fresh page served', against: 'without a cache', passes };
  return [
    latencyFigure({ ...figure, percent: 50, target: measuredAtMost(MAX_MS.p50) }),
    latencyFigure({ ...figure, percent: 99, target: measuredAtMost(MAX_MS.p99) }),
  ];
}

/** With the old ETag, the response is a 304 until the page changes. */
async function timeUntilFresh(client: Client, request: Request, write: () => Promise<void>): Promise<number> {
  const { headers } = await client.send(request);
  const again = { ...request, headers: { ...request.headers, 'if-none-match': headers.etag ?? '' } };
  await write();
  return await timeUntilStatus(client, again, { before: 304, after: 200 });
}

/** Resolves to a function that changes the first product of the first page. The product stays first. */
async function writerOf({ products }: Catalogue, merchantId: string): Promise<() => Promise<void>> {
  const first = await products.findOne({ merchantId }, { sort: { createdAt: -1, _id: -1 }, projection: { _id: 1 } });
  if (first === null) throw new Error(`${merchantId} has no products`);
  let count = 0;
  return async () => {
    count += 1;
    await products.updateOne({ _id: first._id }, { $set: { subtitle: `Written ${count} times` } });
  };
}
