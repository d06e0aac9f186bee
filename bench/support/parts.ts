/** Benchmarks consist of parts. A run may select some of them. */
import type { Measurements } from './figures.ts';

export interface PartsOptions {
  /** The selected parts. Absent: all. */
  readonly only?: readonly string[];
}

/** Runs the selected parts in their order. */
export async function measureParts(
  parts: Readonly<Record<string, () => Promise<Measurements>>>,
  { only }: PartsOptions,
): Promise<Measurements> {
  const measured: Measurements[] = [];
  for (const [name, measure] of Object.entries(parts)) if (only?.includes(name) ?? true) measured.push(await measure());
  return { figures: measured.flatMap(({ figures }) => figures), notes: measured.flatMap(({ notes }) => notes) };
}

/** Makes a part of a measurement without notes. */
export const figuresOnly =
  (measure: () => Promise<Measurements['figures']>): (() => Promise<Measurements>) =>
  async () => ({ figures: await measure(), notes: [] });
