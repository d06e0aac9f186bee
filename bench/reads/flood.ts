/**
 * Measures how much a flood of one merchant's requests slows down another merchant's. The page cache is off, so every
 * request reads MongoDB. The flood has one token and the rate limits are the defaults, so most of it is rejected.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { merchantsBySize } from '../environment/catalogue.ts';
import { cpuBetween, cpuTimesOf } from '../environment/cpu.ts';
import type { Run } from '../environment/run.ts';
import { authorizationFor, type Service } from '../environment/service.ts';
import { latencyFigure, type Pass, timesOf } from '../load/latency.ts';
import { inRotation, type Load } from '../load/load.ts';
import { type Measurements, ratioAtMost } from '../report/figures.ts';
import { lastFullPage, pagePath, pageRequest, withoutPageCache } from './pages.ts';

const FLOOD_CONNECTIONS = 100;
const ROUNDS = 3;
/** Slow enough to stay below the rate limit of a token. */
const PAUSED = { least: 1, betweenMs: 20 };
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
): Promise<Measurements> {
  const other = (await merchantsBySize(service.catalogue)).find(({ _id }) => _id !== service.merchantId);
  if (other === undefined) return { figures: [], notes: ['Flood: not measured, because there is no other merchant.'] };
  const { RATE_LIMIT_PER_SECOND: _perSecond, RATE_LIMIT_BURST: _burst, ...variables } = service.variables;
  const limited = await withoutPageCache(run, { ...service, variables });
  const { url } = limited;
  const authorization = await authorizationFor(run, service.variables, other._id);
  const reads: Load = {
    name: 'another merchant',
    url,
    requests: inRotation([pageRequest({ url, authorization }, pagePath(1))]),
    expectedStatus: 200,
  };
  const readSeconds = Math.max(1, seconds / ROUNDS);
  const timesMs = () => timesOf(run, reads, readSeconds, PAUSED);
  const passes: Pass[] = [];
  const notes: string[] = [];
  await timesMs();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const reference = await timesMs();
    const flooding = flood(limited, BEFORE_READS_SECONDS + readSeconds + AFTER_READS_SECONDS);
    await sleep(1000 * BEFORE_READS_SECONDS);
    const measured = await timesMs();
    passes.push({ measured, reference });
    notes.push(`Flood, round ${round}: ${await flooding}.`);
  }
  const figure = {
    what: `another merchant’s page, uncached, during a flood with one token on ${FLOOD_CONNECTIONS} connections`,
    against: 'without the flood',
    passes,
  };
  return {
    figures: [
      latencyFigure({ ...figure, percent: 50, target: ratioAtMost(MAX_RATIO) }),
      latencyFigure({ ...figure, percent: 95 }),
    ],
    notes,
  };
}

/**
 * Floods the service for `seconds`, from a worker thread, so that this thread can measure. Resolves to the rate of each
 * status, the requests without a response, and the CPU times.
 */
async function flood(service: Service, seconds: number): Promise<string> {
  const duration = Math.ceil(seconds);
  const requests = Array.from({ length: lastFullPage(service) }, (_, index) => ({
    ...pageRequest(service, pagePath(index + 1)),
  }));
  const processIds = { ...service.processIds, 'this benchmark': process.pid };
  const before = await cpuTimesOf(processIds);
  const flooding = { url: service.url, connections: FLOOD_CONNECTIONS, duration, workers: 1, requests };
  const { statusCodeStats = {}, errors } = await autocannon(flooding);
  const used = cpuBetween(before, await cpuTimesOf(processIds));
  return [
    ...Object.entries(statusCodeStats).map(
      ([status, { count = 0 }]) => `${Math.round(count / duration)} × ${status}/s`,
    ),
    ...(errors > 0 ? [`${errors} without a response`] : []),
    ...Object.entries(used).map(([name, ms]) => `${name} ${(ms / (1000 * duration)).toFixed(2)} cores`),
  ].join(', ');
}
