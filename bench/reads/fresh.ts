/**
 * Measures how long after the acknowledgement of a write the changed page is served: requests the page with its old
 * ETag until the ETag changes. In turn, does the same without a page cache, where it takes one read. Each side has its
 * own page: the change event of the other side's write would end the wait early.
 */
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { type Client, openClient } from '../load/client.ts';
import { latencyFigure, type Pass } from '../load/latency.ts';
import type { Request } from '../load/load.ts';
import { type Figure, measuredAtMost } from '../report/figures.ts';
import { PER_PAGE, pagePath, pageRequest, timeUntilStatus } from './pages.ts';

const MIN_WRITES = 200;
const MAX_MS = { p50: 50, p99: 500 };

/** Throws if a page doesn't change, or if the merchant has no second page. */
export async function measureFresh(
  run: Run,
  service: Service,
  uncached: Service,
  { seconds }: { seconds: number },
): Promise<Figure[]> {
  const ofPage = async (page: number) => ({
    request: pageRequest(service, pagePath(page)),
    write: await writerOf(service, page),
  });
  const pages = { measured: await ofPage(1), reference: await ofPage(2) };
  const clients = { measured: openClient(service.url), reference: openClient(uncached.url) };
  const pass = { measured: [] as number[], reference: [] as number[] };
  const endMs = performance.now() + seconds * 1000;
  try {
    while (pass.measured.length < MIN_WRITES || performance.now() < endMs) {
      run.stopping.throwIfAborted();
      for (const side of ['measured', 'reference'] as const)
        pass[side].push(await timeUntilFresh(clients[side], pages[side]));
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
  const figure = { what: 'write → fresh page served', against: 'without a cache, the second page', passes };
  return [
    latencyFigure({ ...figure, percent: 50, target: measuredAtMost(MAX_MS.p50) }),
    latencyFigure({ ...figure, percent: 99, target: measuredAtMost(MAX_MS.p99) }),
  ];
}

interface WrittenPage {
  readonly request: Request;
  readonly write: () => Promise<void>;
}

/** With the old ETag, the response is a 304 until the page changes. */
async function timeUntilFresh(client: Client, { request, write }: WrittenPage): Promise<number> {
  const { headers } = await client.send(request);
  const again = { ...request, headers: { ...request.headers, 'if-none-match': headers.etag ?? '' } };
  await write();
  return await timeUntilStatus(client, again, { before: 304, after: 200 });
}

/** Resolves to a function that changes the first product of a page. The product stays first. */
async function writerOf({ catalogue, merchantId }: Service, page: number): Promise<() => Promise<void>> {
  const { products } = catalogue;
  const options = { sort: { createdAt: -1, _id: -1 }, skip: (page - 1) * PER_PAGE, projection: { _id: 1 } } as const;
  const first = await products.findOne({ merchantId }, options);
  if (first === null) throw new Error(`${merchantId} has no page ${page}; measure a merchant with more products`);
  let count = 0;
  return async () => {
    count += 1;
    await products.updateOne({ _id: first._id }, { $set: { subtitle: `Written ${count} times` } });
  };
}
