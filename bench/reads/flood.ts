/**
 * Measures how much a flood of one merchant's requests slows down another merchant's. The page cache is off, so every
 * request reads MongoDB. The rate limits are the defaults.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Catalogue } from '../../src/catalogue/collections.ts';
import { type Figure, figureOf, ratioOfAtMost } from '../support/figures.ts';
import { timesOf } from '../support/latency.ts';
import { inRotation, type Load, type Round } from '../support/load.ts';
import type { Run } from '../support/run.ts';
import { authorizationFor, type Service } from '../support/service.ts';
import { percentile } from '../support/statistics.ts';
import { lastFullPage, pagePath, pageRequest, withoutPageCache } from './pages.ts';

const FLOOD_CONNECTIONS = 100;
const ROUNDS = 3;
/** Slow enough to stay below the rate limit of a token. */
const PACE = { least: 1, betweenMs: 20 };
/** After this time, the flooding token has used up its burst. */
const BEFORE_READS_SECONDS = 2;
/** The flood starts slowly, and must not end before the measured requests. */
const AFTER_READS_SECONDS = 0.5;
const MAX_RATIO = 1.5;

/** Returns no figure if the catalogue has a single merchant. Throws if a request of the other merchant is rejected. */
export async function measureFlood(
  run: Run,
  service: Service,
  { seconds }: { seconds: number },
): Promise<{ figures: Figure[]; notes: string[] }> {
  const otherId = await otherMerchant(service.catalogue, service.merchantId);
  if (otherId === null) return { figures: [], notes: ['Flood: not measured, because there is no other merchant.'] };
  const { RATE_LIMIT_PER_SECOND: _perSecond, RATE_LIMIT_BURST: _burst, ...variables } = service.variables;
  const limited = await withoutPageCache(run, { ...service, variables });
  const { url } = limited;
  const authorization = await authorizationFor(run, service.variables, otherId);
  const reads: Load = {
    name: 'another merchant',
    url,
    requests: inRotation([pageRequest({ url, authorization }, pagePath(1))]),
    expectedStatus: 200,
  };
  const rounds: Round[] = [];
  const statusRates: string[] = [];
  await timesOf(run, reads, seconds / ROUNDS, PACE);
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await timesOf(run, reads, seconds / ROUNDS, PACE);
    const flooding = flood(limited, BEFORE_READS_SECONDS + seconds / ROUNDS);
    await sleep(1000 * BEFORE_READS_SECONDS);
    const flooded = await timesOf(run, reads, seconds / ROUNDS - AFTER_READS_SECONDS, PACE);
    statusRates.push(await flooding);
    rounds.push({ measured: percentile(flooded, 50), reference: percentile(quiet, 50) });
  }
  return {
    figures: [
      figureOf({
        what: `another merchant’s page, uncached, during a flood on ${FLOOD_CONNECTIONS} connections, p50`,
        unit: 'ms',
        against: 'without the flood',
        rounds,
        target: ratioOfAtMost(MAX_RATIO),
      }),
    ],
    notes: [`Flood: responses per second by status: ${statusRates.join('; ')}.`],
  };
}

async function otherMerchant({ products }: Catalogue, merchantId: string): Promise<string | null> {
  const other = await products.findOne({ merchantId: { $ne: merchantId } }, { projection: { merchantId: 1 } });
  return other?.merchantId ?? null;
}

/**
 * Floods the service for `seconds`, from a worker thread, so that this thread can measure. Resolves to the rate of each
 * status.
 */
async function flood(service: Service, seconds: number): Promise<string> {
  const requests = Array.from({ length: lastFullPage(service) }, (_, index) => ({
    ...pageRequest(service, pagePath(index + 1)),
  }));
  const { statusCodeStats = {} } = await autocannon({
    url: service.url,
    connections: FLOOD_CONNECTIONS,
    duration: Math.ceil(seconds),
    workers: 1,
    requests,
  });
  const rates = Object.entries(statusCodeStats).map(
    ([status, { count = 0 }]) => `${Math.round(count / Math.ceil(seconds))} × ${status}`,
  );
  return rates.join(', ');
}
