/** Figures: a measurement, its reference, and whether the target is reached. */
import type { Round } from './load.ts';
import { type Summary, summaryOf } from './statistics.ts';

/** `cores`: seconds of CPU time per second. */
export type Unit = 'requests/s' | 'products/s' | 'ms' | 's' | 'MB' | 'searches' | 'tasks' | 'cores';

export interface Target {
  readonly text: string;
  readonly isReached: (figure: Pick<Figure, 'measured' | 'ratio' | 'difference'>) => boolean;
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
  readonly target: { readonly text: string; readonly reached: boolean } | null;
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
  const ratio = summaryOf(rounds.map(({ measured, reference }) => measured / reference));
  const difference = summaryOf(rounds.map(({ measured, reference }) => measured - reference));
  const measured = summaryOf(rounds.map((round) => round.measured));
  return {
    what,
    unit,
    measured,
    against,
    reference: summaryOf(rounds.map(({ reference }) => reference)),
    ratio,
    difference,
    target:
      target === undefined ? null : { text: target.text, reached: target.isReached({ measured, ratio, difference }) },
  };
}

export const ratioOfAtLeast = (least: number): Target => ({
  text: `ratio ≥ ${least}`,
  isReached: ({ ratio }) => ratio.median >= least,
});

export const ratioOfAtMost = (most: number): Target => ({
  text: `ratio ≤ ${most}`,
  isReached: ({ ratio }) => ratio.median <= most,
});

/** Ignores the reference. */
export const atMost = (mostMs: number): Target => ({
  text: `≤ ${mostMs} ms`,
  isReached: ({ measured }) => measured.median <= mostMs,
});

export const atMostLongerBy = (mostMs: number): Target => ({
  text: `difference ≤ ${mostMs} ms`,
  isReached: ({ difference }) => difference.median <= mostMs,
});

const HEAD = [
  'measurement',
  'median (lowest–highest)',
  'against',
  'median (lowest–highest)',
  'ratio',
  'difference',
  'target',
];

/** Renders the figures as a table. */
export function renderFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    `${figure.what}, ${figure.unit}`,
    spread(figure.measured, figure.unit),
    figure.against,
    spread(figure.reference, figure.unit),
    figure.ratio.median.toFixed(2),
    signed(figure.difference.median, figure.unit),
    figure.target === null
      ? 'for information'
      : `${figure.target.text}: ${figure.target.reached ? 'reached' : 'NOT REACHED'}`,
  ]);
  const widths = HEAD.map((head, column) =>
    Math.max(...[head, ...rows.map((row) => row[column] ?? '')].map((cell) => cell.length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [HEAD, widths.map((width) => '─'.repeat(width)), ...rows].map(line).join('\n');
}

const TWO_DIGITS: readonly Unit[] = ['ms', 's', 'cores'];
const digitsOf = (unit: Unit): number => (TWO_DIGITS.includes(unit) ? 2 : 1);

const spread = ({ median, lowest, highest }: Summary, unit: Unit): string =>
  `${median.toFixed(digitsOf(unit))} (${lowest.toFixed(digitsOf(unit))}–${highest.toFixed(digitsOf(unit))})`;

const signed = (value: number, unit: Unit): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digitsOf(unit))}`;
