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
import { openClient, timeRequest } from '../load/client.ts';
import { latencyFigure, type Pass } from '../load/latency.ts';
import { type Measurements, ratioAtMost } from '../report/figures.ts';
import { type Endpoint, lastFullPage, pagePath, pageRequest, withoutPageCache } from './pages.ts';

const FLOOD_CONNECTIONS = 100;
const ROUNDS = 3;
/** Long enough to stay below the rate limit of a token. */
const PAUSE_MS = 20;
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
  const reader = { url: limited.url, authorization: await authorizationFor(run, service.variables, other._id) };
  const readSeconds = Math.max(1, seconds / ROUNDS);
  const timesMs = () => timesOfReads(run, reader, readSeconds);
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
  const figure = latencyFigure({
    what: `another merchant’s page, uncached, during a flood with one token on ${FLOOD_CONNECTIONS} connections`,
    percent: 50,
    against: 'without the flood',
    passes,
    target: ratioAtMost(MAX_RATIO),
  });
  return { figures: [figure], notes };
}

/** Requests the first page for `seconds`, with pauses. Resolves to the durations in ms. */
async function timesOfReads(run: Run, reader: Endpoint, seconds: number): Promise<number[]> {
  const client = openClient(reader.url);
  const load = { name: 'another merchant', expectedStatus: 200 };
  const timesMs: number[] = [];
  try {
    for (const endMs = performance.now() + seconds * 1000; performance.now() < endMs; await sleep(PAUSE_MS)) {
      run.stopping.throwIfAborted();
      timesMs.push(await timeRequest(client, load, pageRequest(reader, pagePath(1))));
    }
    return timesMs;
  } finally {
    client.close();
  }
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
