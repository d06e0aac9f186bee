/** Benchmarks consist of parts. A run may select some of them. */
import type { Run } from '../environment/run.ts';
import type { Measurements } from './figures.ts';

export interface PartsOptions {
  /** The selected parts. Absent: all. */
  readonly only?: readonly string[];
}

/** Runs the selected parts in their order. */
export async function measureParts(
  run: Run,
  parts: Readonly<Record<string, () => Promise<Measurements>>>,
  { only }: PartsOptions,
): Promise<Measurements> {
  const selected = Object.entries(parts).filter(([name]) => only?.includes(name) ?? true);
  const measured: Measurements[] = [];
  for (const [index, [name, measure]] of selected.entries()) {
    run.say(`Part ${name} (${index + 1} of ${selected.length})`);
    measured.push(await measure());
  }
  return { figures: measured.flatMap(({ figures }) => figures), notes: measured.flatMap(({ notes }) => notes) };
}

/** Makes a part of a measurement without notes. */
export const withoutNotes =
  (measure: () => Promise<Measurements['figures']>): (() => Promise<Measurements>) =>
  async () => ({ figures: await measure(), notes: [] });
