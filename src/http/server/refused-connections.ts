/** Reports the connections that a server refuses because clients have as many open as it accepts. */
import type { Logger } from '../../runtime/logger.ts';
import type { ApiMetrics } from '../../runtime/monitoring/metrics.ts';

const WARN_EVERY_MS = 60_000;

/** Returns a function to call for each refused connection: it counts it, and logs a warning at most once a minute. */
export function createRefusalReport({ connectionsRefused }: ApiMetrics, logger: Logger): () => void {
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    connectionsRefused.inc();
    if (performance.now() - warnedAtMs < WARN_EVERY_MS) return;
    warnedAtMs = performance.now();
    logger.warn('connections are refused: clients have as many open as this process accepts');
  };
}
