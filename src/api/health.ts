/**
 * `/livez`: this process responds. `/readyz`: the engines that it needs respond too, each reported by name. Neither
 * route takes a token, so concurrent requests share one check of the engines.
 */
import type { IRouter } from 'express';
import { NO_ANSWER } from '../engines/breaker/evidence.ts';
import { addRoute } from '../http/add-route.ts';
import { singleFlight } from '../runtime/concurrency/single-flight.ts';
import { withTimeout } from '../runtime/retry.ts';

/** Resolves to null if the engine works, else to a public description of the problem. May throw. */
export type ReadinessCheck = () => Promise<string | null>;

interface HealthOptions {
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** If one of these checks fails, the process isn't ready. The other checks are only reported. */
  readonly required: readonly string[];
  readonly isStopping: () => boolean;
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
 * check that takes too long fails.
 */
export function healthRoutes(router: IRouter, { checks, required, isStopping }: HealthOptions): void {
  addRoute(router, 'get', '/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  const timeoutOf = (name: string) => (required.includes(name) ? REQUIRED_TIMEOUT_MS : REPORTED_TIMEOUT_MS);
  const runChecks = singleFlight(() =>
    Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check, timeoutOf(name))] as const),
    ),
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

async function runCheck(check: ReadinessCheck, timeoutMs: number): Promise<string> {
  const fault = await withTimeout(timeoutMs, check(), NO_ANSWER).catch(() => NO_ANSWER);
  return fault ?? 'ok';
}
