/** `/livez`: this process answers. `/readyz`: what it needs answers too, each named. `/metrics`: Prometheus. No token. */
import type { IRouter } from 'express';
import type { Registry } from 'prom-client';
import { NO_ANSWER } from '../platform/engine-faults.ts';
import { within } from '../platform/retry.ts';
import { offer } from './routes.ts';

/** Resolves to `null` when all is well, else to what is wrong in words that may be public. May throw. */
export type ReadinessCheck = () => Promise<string | null>;

interface HealthOptions {
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** Checks whose failure makes the whole not ready; of the others it is only told. */
  readonly required: readonly string[];
  readonly registry: Registry;
  readonly isStopping: () => boolean;
}

/** An engine that hangs must not make the check hang. */
const CHECK_LIMIT_MS = 1750;

export function healthRoutes(router: IRouter, { checks, required, registry, isStopping }: HealthOptions): void {
  offer(router, 'get', '/livez', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  offer(router, 'get', '/readyz', async (_request, response) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const fault = await within(CHECK_LIMIT_MS, check(), NO_ANSWER).catch(() => NO_ANSWER);
        return [name, fault ?? 'ok'] as const;
      }),
    );
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

  offer(router, 'get', '/metrics', async (_request, response) => {
    response.setHeader('Content-Type', registry.contentType);
    response.end(await registry.metrics());
  });
}
