/** The report: tables of the metrics and of the differences with their 95 % intervals, and the same as JSON. */
import { renderTable } from '../report/table.ts';
import type { Interval } from './bootstrap.ts';
import { hasRelevant, type Judgements } from './judgements.ts';
import { type Metrics, type QueryResult, SCORE_NAMES, SCORES, type Scores, scoresOf, TOP } from './metrics.ts';

export interface Result {
  readonly name: string;
  readonly queryResults: readonly QueryResult[];
  readonly metrics: Metrics;
  /** The first ranker's scores − this ranker's scores. The first ranker has none. */
  readonly differences?: Scores<Interval>;
}

/** The results for one catalogue. */
export interface CatalogueReport {
  readonly merchantId: string;
  readonly productCount: number;
  readonly judgements: Judgements;
  /** The service is the first. */
  readonly results: readonly Result[];
}

const SCORE_HEADS: Scores<string> = {
  ndcg: `NDCG@${TOP}`,
  ndcgOfJudged50: 'judged only, of 50',
  ndcgOfJudged250: 'judged only, of 250',
};
const SCORE_COLUMNS = SCORE_NAMES.map((name) => SCORE_HEADS[name]);
const OTHER_COLUMNS = ['MRR', 'judged', 'no result (though relevant)'];

/** Renders a line about the catalogue and the two tables. */
export function renderReport({ merchantId, productCount, judgements, results }: CatalogueReport): string {
  const relevant = [...judgements.values()].filter(hasRelevant).length;
  const about = `relevance: merchant ${merchantId}, ${productCount} products; ${judgements.size} judged queries, ${relevant} of them with a relevant product`;
  return [about, renderMetrics(results), renderDifferences(results)].join('\n\n');
}

/** Returns the metrics and differences of each ranking, and the scores and the top ten of each query. */
export const toJson = ({ merchantId, productCount, results }: CatalogueReport): object => ({
  merchantId,
  productCount,
  rankings: results.map(({ queryResults, ...result }) => ({ ...result, queries: queryResults.map(queryToJson) })),
});

const queryToJson = (result: QueryResult): object => ({
  query: result.query,
  hasRelevant: hasRelevant(result.grades),
  ...scoresOf((name) => SCORES[name](result)),
  top: result.top,
});

/** One row per ranking. */
function renderMetrics(results: readonly Result[]): string {
  const rows = results.map(({ name, metrics }) => [
    name,
    ...SCORE_NAMES.map((score) => intervalText(metrics.scores[score])),
    metrics.meanReciprocalRank.toFixed(3),
    `${(metrics.judgedShare * 100).toFixed(0)} %`,
    `${metrics.withoutResult} (${metrics.withoutResultThoughRelevant})`,
  ]);
  return renderTable(['ranking', ...SCORE_COLUMNS, ...OTHER_COLUMNS], rows);
}

/** One row per ranking except the first, which the others are compared with. */
function renderDifferences([first, ...others]: readonly Result[]): string {
  const rows = others.map(({ name, differences }) => [
    `${first?.name} − ${name}`,
    ...SCORE_NAMES.map((score) => (differences === undefined ? '–' : signedText(differences[score]))),
  ]);
  return renderTable(['paired difference', ...SCORE_COLUMNS], rows);
}

const intervalText = ({ mean, low, high }: Interval): string =>
  `${mean.toFixed(4)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;

function signedText({ mean, low, high }: Interval): string {
  const signed = (value: number, digits: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;
  return `${signed(mean, 4)} [${signed(low, 3)}, ${signed(high, 3)}]`;
}
