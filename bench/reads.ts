/** How fast lists are read: pages that are kept and pages that are not, against bare servers, and while shops write. */
import { measureFlood } from './reads/flood.ts';
import { measureFresh } from './reads/fresh.ts';
import { measureKept } from './reads/kept.ts';
import { measureLarger } from './reads/larger.ts';
import { type MixOptions, measureMix } from './reads/mix.ts';
import { measureNotKept } from './reads/not-kept.ts';
import { pagePath, pageRequest, withoutKeptPages } from './reads/pages.ts';
import { openClient } from './support/client.ts';
import type { Figure, Measurements } from './support/figures.ts';
import type { Run } from './support/run.ts';
import type { Service } from './support/service.ts';

export interface ReadsOptions extends MixOptions {
  /** How many products a merchant has that is compared with one of a tenth of them; absent: there is none. */
  readonly compareProducts?: number;
  /** Which of `READS_PARTS` are measured; absent: all. */
  readonly only?: readonly string[];
}

export const READS_PARTS = ['kept', 'not-kept', 'mix', 'fresh', 'flood', 'larger'] as const;
type ReadsPart = (typeof READS_PARTS)[number];

export async function measureReads(run: Run, service: Service, options: ReadsOptions): Promise<Measurements> {
  const { compareProducts, only = READS_PARTS as readonly string[] } = options;
  const reading = await withoutKeptPages(run, service);
  const notes = [await bodySizes(service)];
  const figures: Figure[] = [];
  const measured: Record<ReadsPart, () => Promise<Measurements>> = {
    kept: () => measureKept(run, service, options),
    'not-kept': async () => ({ figures: await measureNotKept(run, reading, options), notes: [] }),
    mix: async () => ({ figures: await measureMix(run, service, reading, options), notes: [] }),
    fresh: async () => ({ figures: await measureFresh(run, service, reading, options), notes: [] }),
    flood: () => measureFlood(run, service, options),
    larger: async () => ({
      figures: compareProducts === undefined ? [] : await measureLarger(run, reading, compareProducts, options),
      notes: [],
    }),
  };
  for (const part of READS_PARTS.filter((name) => only.includes(name))) {
    const result = await measured[part]();
    figures.push(...result.figures);
    notes.push(...result.notes);
  }
  return { figures, notes };
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
