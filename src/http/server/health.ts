/**
 * `/livez`: this process responds. `/readyz`: the engines that it needs respond too, each reported by name. Neither
 * route takes a token, so concurrent requests share one check of the engines.
 */
import type { IRouter } from 'express';
import { faultIn, NO_ANSWER } from '../../engines/breaker/evidence.ts';
import { singleFlight } from '../../runtime/concurrency/single-flight.ts';
import type { Logger } from '../../runtime/logger.ts';
import { withTimeout } from '../../runtime/retry.ts';
import { addRoute } from '../add-route.ts';

/** Resolves to null if the engine works, else to a public description of the problem. May throw. */
export type ReadinessCheck = () => Promise<string | null>;

interface HealthOptions {
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** If one of these checks fails, the process isn't ready. The other checks are only reported. */
  readonly required: readonly string[];
  readonly isStopping: () => boolean;
  readonly logger: Pick<Logger, 'warn'>;
}

/** An engine that hangs must not block `/readyz`. */
const REQUIRED_TIMEOUT_MS = 1750;
/**
 * Shorter than the second that probes usually wait: an engine that is only reported must not make the process count as
 * unready.
 */
const REPORTED_TIMEOUT_MS = 700;

/**
 * Adds `/livez` and `/readyz`. `/readyz` responds with 503 if the process is stopping or if a required check fails; a
 * check that takes too long or throws fails.
 */
export function healthRoutes(router: IRouter, { checks, required, isStopping, logger }: HealthOptions): void {
  addRoute(router, 'get', '/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  async function runCheck(name: string, check: ReadinessCheck): Promise<string> {
    const timeoutMs = required.includes(name) ? REQUIRED_TIMEOUT_MS : REPORTED_TIMEOUT_MS;
    try {
      return (await withTimeout(timeoutMs, check(), NO_ANSWER)) ?? 'ok';
    } catch (error) {
      const fault = faultIn(error);
      if (fault === null) logger.warn({ err: error, check: name }, 'a readiness check failed');
      return fault ?? 'failed: see the log';
    }
  }
  const runChecks = singleFlight(() =>
    Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await runCheck(name, check)] as const)),
  );
  addRoute(router, 'get', '/readyz', async (_request, response) => {
    const results = await runChecks();
    const stopping = isStopping();
    const ready = !stopping && results.every(([name, state]) => state === 'ok' || !required.includes(name));
    const allWell = results.every(([, state]) => state === 'ok');
    response
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({
        status: stopping ? 'stopping' : !ready ? 'not ready' : allWell ? 'ok' : 'degraded',
        checks: Object.fromEntries(results),
      });
  });
}
