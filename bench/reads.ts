/** How fast lists are read: pages that are kept and pages that are not, against bare servers, and while shops write. */
import { measureFlood } from './reads/flood.ts';
import { measureFresh } from './reads/fresh.ts';
import { measureKept } from './reads/kept.ts';
import { measureLarger } from './reads/larger.ts';
import { type MixOptions, measureMix } from './reads/mix.ts';
import { measureNotKept } from './reads/not-kept.ts';
import { pagePath, pageRequest, withoutKeptPages } from './reads/pages.ts';
import { measureRevoked } from './reads/revoked.ts';
import { openClient } from './support/client.ts';
import type { Measurements } from './support/figures.ts';
import { figuresOnly, measureParts, type PartsOptions } from './support/parts.ts';
import type { Run } from './support/run.ts';
import type { Service } from './support/service.ts';

export interface ReadsOptions extends MixOptions, PartsOptions {
  /** How many products a merchant has that is compared with one of a tenth of them; absent: there is none. */
  readonly compareProducts?: number;
}

export const READS_PARTS = ['kept', 'not-kept', 'mix', 'fresh', 'revoked', 'flood', 'larger'] as const;

export async function measureReads(run: Run, service: Service, options: ReadsOptions): Promise<Measurements> {
  const { compareProducts } = options;
  const reading = await withoutKeptPages(run, service);
  const size = await bodySizes(service);
  const parts: Record<(typeof READS_PARTS)[number], () => Promise<Measurements>> = {
    kept: () => measureKept(run, service, options),
    'not-kept': figuresOnly(() => measureNotKept(run, reading, options)),
    mix: figuresOnly(() => measureMix(run, service, reading, options)),
    fresh: figuresOnly(() => measureFresh(run, service, reading, options)),
    revoked: figuresOnly(() => measureRevoked(run, service)),
    flood: () => measureFlood(run, service, options),
    larger: figuresOnly(async () =>
      compareProducts === undefined ? [] : await measureLarger(run, reading, compareProducts, options),
    ),
  };
  const { figures, notes } = await measureParts(parts, options);
  return { figures, notes: [size, ...notes] };
}

async function bodySizes(service: Service): Promise<string> {
  const client = openClient(service.url);
  const sizes: string[] = [];
  for (const encoding of ['identity', 'br']) {
    const { headers } = await client.ask(pageRequest(service, pagePath(1), encoding));
    sizes.push(`${Math.round(Number(headers['content-length']) / 1000)} kB`);
  }
  client.close();
  return `The first page: ${sizes.join(', compressed ')}.`;
}
