/** Measures how fast lists are served: cached and uncached, against bare servers, and while merchants write. */
import type { Run } from './environment/run.ts';
import type { Service } from './environment/service.ts';
import { openClient } from './load/client.ts';
import type { MeasuringOptions } from './load/throughput.ts';
import { measureCached } from './reads/cached.ts';
import { measureFlood } from './reads/flood.ts';
import { measureFresh } from './reads/fresh.ts';
import { measureMix } from './reads/mix.ts';
import { pagePath, pageRequest, withoutPageCache } from './reads/pages.ts';
import { measureRevoked } from './reads/revoked.ts';
import { measureUncached } from './reads/uncached.ts';
import type { Measurements } from './report/figures.ts';
import { measureParts, type PartsOptions, withoutNotes } from './report/parts.ts';

export type ReadsOptions = MeasuringOptions & PartsOptions;

export const READS_PARTS = ['cached', 'uncached', 'mix', 'fresh', 'revoked', 'flood'] as const;

export async function measureReads(run: Run, service: Service, options: ReadsOptions): Promise<Measurements> {
  const uncached = await withoutPageCache(run, service);
  const size = await bodySizes(service);
  const parts: Record<(typeof READS_PARTS)[number], () => Promise<Measurements>> = {
    cached: withoutNotes(() => measureCached(run, service, options)),
    uncached: () => measureUncached(run, uncached, options),
    mix: withoutNotes(() => measureMix(run, service, uncached, options)),
    fresh: withoutNotes(() => measureFresh(run, service, uncached, options)),
    revoked: withoutNotes(() => measureRevoked(run, service)),
    flood: () => measureFlood(run, service, options),
  };
  const { figures, notes } = await measureParts(run, parts, options);
  return { figures, notes: [size, ...notes] };
}

async function bodySizes(service: Service): Promise<string> {
  const client = openClient(service.url);
  const sizes: string[] = [];
  for (const encoding of ['identity', 'br']) {
    const { headers } = await client.send(pageRequest(service, pagePath(1), encoding));
    sizes.push(`${Math.round(Number(headers['content-length']) / 1000)} kB`);
  }
  client.close();
  return `The first page: ${sizes.join(', compressed ')}.`;
}
