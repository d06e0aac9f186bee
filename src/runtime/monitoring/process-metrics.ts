/**
 * prom-client's metrics of the process: CPU, memory, garbage collection, handles, and the event loop's lag at the time
 * of the scrape. Its statistics of that lag are left out: they wake the process a hundred times a second.
 */
import { collectDefaultMetrics, type Registry } from 'prom-client';

const LAG_STATISTICS = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'];
const NEVER_MS = 2 ** 31 - 1;

export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  for (const statistic of LAG_STATISTICS) registry.removeSingleMetric(`nodejs_eventloop_lag_${statistic}_seconds`);
}
