/** The results: for people, tables of the measures and of the differences with their 95 % intervals; for programs, JSON. */
import { percentile } from '../support/statistics.ts';
import type { Interval } from './bootstrap.ts';
import { hasRelevant, type Judgements } from './judgements.ts';
import { type Answer, type Measures, SCORE_NAMES, SCORES, type Scores, scoresOf, TOP } from './measures.ts';

export interface Result {
  readonly name: string;
  readonly answers: readonly Answer[];
  readonly measures: Measures;
  /** Of each timed request; empty where the ranker is not timed. */
  readonly tookMs: readonly number[];
  /** The first ranker's scores − this one's; the first ranker has none. */
  readonly differences?: Scores<Interval>;
}

/** What was measured of one catalogue. */
export interface Measured {
  readonly merchantId: string;
  readonly productCount: number;
  readonly judgements: Judgements;
  /** The service comes first. */
  readonly results: readonly Result[];
}

const SCORE_HEADS: Scores<string> = {
  ndcg: `NDCG@${TOP}`,
  ndcgOfJudged50: 'judged alone, of 50',
  ndcgOfJudged250: 'judged alone, of 250',
};
const SCORE_COLUMNS = SCORE_NAMES.map((name) => SCORE_HEADS[name]);
const OTHER_COLUMNS = ['MRR', 'judged', 'no result (though relevant)', 'p50 ms', 'p95 ms'];

/** A line about the catalogue and the two tables. */
export function renderMeasured({ merchantId, productCount, judgements, results }: Measured): string {
  const relevant = [...judgements.values()].filter(hasRelevant).length;
  const about = `relevance: merchant ${merchantId}, ${productCount} products; ${judgements.size} judged queries, ${relevant} of them with a relevant product`;
  return [about, renderMeasures(results), renderDifferences(results)].join('\n\n');
}

/** The measures, times and differences of each ranking, and the scores and the top ten of each query. */
export const toJson = ({ merchantId, productCount, results }: Measured): object => ({
  merchantId,
  productCount,
  rankings: results.map(({ answers, ...result }) => ({ ...result, queries: answers.map(answerToJson) })),
});

const answerToJson = (answer: Answer): object => ({
  query: answer.query,
  hasRelevant: hasRelevant(answer.grades),
  ...scoresOf((name) => SCORES[name](answer)),
  top: answer.top,
});

/** One line for each ranking. */
function renderMeasures(results: readonly Result[]): string {
  const rows = results.map(({ name, measures, tookMs }) => [
    name,
    ...SCORE_NAMES.map((score) => intervalText(measures.scores[score])),
    measures.meanReciprocalRank.toFixed(3),
    `${(measures.judgedShare * 100).toFixed(0)} %`,
    `${measures.withoutResult} (${measures.withoutResultThoughRelevant})`,
    ...[50, 95].map((percent) => (tookMs.length === 0 ? '–' : percentile(tookMs, percent).toFixed(2))),
  ]);
  return tableOf(['ranking', ...SCORE_COLUMNS, ...OTHER_COLUMNS], rows);
}

/** One line for each ranking but the first, which is compared with the others. */
function renderDifferences([first, ...others]: readonly Result[]): string {
  const rows = others.map(({ name, differences }) => [
    `${first?.name} − ${name}`,
    ...SCORE_NAMES.map((score) => (differences === undefined ? '–' : signedText(differences[score]))),
  ]);
  return tableOf(['paired difference', ...SCORE_COLUMNS], rows);
}

const intervalText = ({ mean, low, high }: Interval): string =>
  `${mean.toFixed(4)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;

function signedText({ mean, low, high }: Interval): string {
  const signed = (value: number, digits: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;
  return `${signed(mean, 4)} [${signed(low, 3)}, ${signed(high, 3)}]`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((text, column) => Math.max(text.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [head, widths.map((width) => '─'.repeat(width)), ...rows].map((cells) => line(cells).trimEnd()).join('\n');
}
