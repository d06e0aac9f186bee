/**
 * `/livez`: this process answers. `/readyz`: the engines that it needs answer too, each named. Neither takes a token, so
 * requests that come at the same time share one look at the engines.
 */
import type { IRouter } from 'express';
import { NO_ANSWER } from '../engines/engine-faults.ts';
import { addRoute } from '../http/routes.ts';
import { coalesce } from '../runtime/coalesce.ts';
import { withTimeout } from '../runtime/retry.ts';

/** Resolves to `null` when all is well, else to what is wrong in words that may be public. May throw. */
export type ReadinessCheck = () => Promise<string | null>;

interface HealthOptions {
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** The process is not ready while one of these checks fails. The others are only reported. */
  readonly required: readonly string[];
  readonly isStopping: () => boolean;
}

/** An engine that hangs must not make the check hang. */
const CHECK_LIMIT_MS = 1750;

export function healthRoutes(router: IRouter, { checks, required, isStopping }: HealthOptions): void {
  addRoute(router, 'get', '/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  const runChecks = coalesce(() => Promise.all(Object.entries(checks).map(runCheck)));
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

async function runCheck([name, check]: [string, ReadinessCheck]): Promise<readonly [string, string]> {
  const fault = await withTimeout(CHECK_LIMIT_MS, check(), NO_ANSWER).catch(() => NO_ANSWER);
  return [name, fault ?? 'ok'];
}
