/** Figures: a measurement, its reference, and whether the target is reached. */
import { type Summary, summaryOf } from './statistics.ts';
import { renderTable } from './table.ts';

/** One value of each side, measured at about the same time. */
export interface Round {
  readonly measured: number;
  readonly reference: number;
}

export type Unit = 'requests/s' | 'products/s' | 'ms' | 's' | 'MB' | 'searches' | 'tasks';

export interface Target {
  readonly text: string;
  readonly isReached: (values: { measured: number; ratio: number; difference: number }) => boolean;
}

/** Summaries over the rounds. Ratio and difference are taken within each round. */
export interface Figure {
  readonly what: string;
  readonly unit: Unit;
  readonly measured: Summary;
  readonly against: string;
  readonly reference: Summary;
  /** measured ÷ reference */
  readonly ratio: Summary;
  /** measured − reference */
  readonly difference: Summary;
  readonly target: TargetResult | null;
}

interface TargetResult {
  readonly text: string;
  /** By the medians. */
  readonly reached: boolean;
  /** How many rounds reached it, each by itself. */
  readonly reachedRounds: number;
  readonly rounds: number;
}

/** The result of a benchmark: its figures, and notes on them. */
export interface Measurements {
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
}

interface FigureOptions {
  readonly what: string;
  readonly unit: Unit;
  /** The name of the reference. */
  readonly against: string;
  readonly rounds: readonly Round[];
  readonly target?: Target;
}

export function figureOf({ what, unit, against, rounds, target }: FigureOptions): Figure {
  const values = rounds.map(({ measured, reference }) => ({
    measured,
    reference,
    ratio: measured / reference,
    difference: measured - reference,
  }));
  const summary = (name: keyof (typeof values)[number]) => summaryOf(values.map((value) => value[name]));
  const [measured, reference] = [summary('measured'), summary('reference')];
  const [ratio, difference] = [summary('ratio'), summary('difference')];
  const medians = { measured: measured.median, ratio: ratio.median, difference: difference.median };
  const targetResult = target && {
    text: target.text,
    reached: target.isReached(medians),
    reachedRounds: values.filter(target.isReached).length,
    rounds: rounds.length,
  };
  return { what, unit, measured, against, reference, ratio, difference, target: targetResult ?? null };
}

export const ratioAtLeast = (least: number): Target => ({
  text: `ratio ≥ ${least}`,
  isReached: ({ ratio }) => ratio >= least,
});

export const ratioAtMost = (most: number): Target => ({
  text: `ratio ≤ ${most}`,
  isReached: ({ ratio }) => ratio <= most,
});

/** Ignores the reference. */
export const measuredAtMost = (mostMs: number): Target => ({
  text: `≤ ${mostMs} ms`,
  isReached: ({ measured }) => measured <= mostMs,
});

export const differenceAtMost = (mostMs: number): Target => ({
  text: `difference ≤ ${mostMs} ms`,
  isReached: ({ difference }) => difference <= mostMs,
});

const HEAD = ['measurement', 'measured', 'against', 'reference', 'ratio', 'difference', 'target'];

/** Renders the figures as a table. Each value is a median, with the lowest and the highest of several rounds. */
export function renderFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    `${figure.what}, ${figure.unit}`,
    spread(figure.measured, (value) => value.toFixed(digitsOf(figure.unit))),
    figure.against,
    spread(figure.reference, (value) => value.toFixed(digitsOf(figure.unit))),
    spread(figure.ratio, (value) => value.toFixed(2)),
    spread(figure.difference, (value) => signed(value, figure.unit)),
    figure.target === null ? 'for information' : targetText(figure.target),
  ]);
  return renderTable(HEAD, rows);
}

const TWO_DIGITS: readonly Unit[] = ['ms', 's'];
const digitsOf = (unit: Unit): number => (TWO_DIGITS.includes(unit) ? 2 : 1);

const spread = ({ median, lowest, highest }: Summary, text: (value: number) => string): string =>
  lowest < highest ? `${text(median)} (${text(lowest)}–${text(highest)})` : text(median);

/** Names the rounds unless all of them agree with the median. */
function targetText({ text, reached, reachedRounds, rounds }: TargetResult): string {
  const result = `${text}: ${reached ? 'reached' : 'NOT REACHED'}`;
  return reachedRounds === (reached ? rounds : 0) ? result : `${result} (in ${reachedRounds} of ${rounds} rounds)`;
}

const signed = (value: number, unit: Unit): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digitsOf(unit))}`;
