/** A benchmark in parts, of which a run may want some alone. */
import type { Measurements } from './figures.ts';

export interface PartsOptions {
  /** Which parts are measured; absent: all. */
  readonly only?: readonly string[];
}

/** Measures one part after the other, in their order. */
export async function measureParts(
  parts: Readonly<Record<string, () => Promise<Measurements>>>,
  { only }: PartsOptions,
): Promise<Measurements> {
  const measured: Measurements[] = [];
  for (const [name, measure] of Object.entries(parts)) if (only?.includes(name) ?? true) measured.push(await measure());
  return { figures: measured.flatMap(({ figures }) => figures), notes: measured.flatMap(({ notes }) => notes) };
}

/** A part that is all figures. */
export const figuresOnly =
  (measure: () => Promise<Measurements['figures']>): (() => Promise<Measurements>) =>
  async () => ({ figures: await measure(), notes: [] });
