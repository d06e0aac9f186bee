/** The results for people: a table of the measures, and the worst queries with what came and what should have come. */
import { percentile } from '../support/statistics.ts';
import { type Grades, hasRelevant, isRelevant } from './judgements.ts';
import { type Answer, type Measures, ndcgOf, ndcgOfJudged, TOP } from './measures.ts';

export interface Result {
  readonly name: string;
  readonly answers: readonly Answer[];
  readonly measures: Measures;
  /** Of each timed request. */
  readonly tookMs: number[];
}

const HEAD = [
  'ranking',
  `NDCG@${TOP}`,
  'its halves',
  'of judged alone',
  'MRR',
  'judged',
  'no result (though relevant)',
  'p50 ms',
  'p95 ms',
];

export function renderMeasures(results: readonly Result[]): string {
  const rows = results.map(({ name, measures, tookMs }) => [
    name,
    measures.ndcg.toFixed(4),
    measures.ndcgOfHalves.map((value) => value.toFixed(3)).join(' '),
    measures.ndcgOfJudged.toFixed(4),
    measures.meanReciprocalRank.toFixed(3),
    `${(measures.judgedShare * 100).toFixed(0)} %`,
    `${measures.withoutResult} (${measures.withoutResultThoughRelevant})`,
    ...[50, 95].map((percent) => (tookMs.length === 0 ? '–' : percentile(tookMs, percent).toFixed(2))),
  ]);
  const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [HEAD, widths.map((width) => '─'.repeat(width)), ...rows].map((cells) => line(cells).trimEnd()).join('\n');
}

const SHOWN_TITLE_LENGTH = 70;

/** The queries with the lowest NDCG@10, each with its top ten and the relevant products that are missing from it. */
export function renderWorst(answers: readonly Answer[], titles: ReadonlyMap<string, string>, count: number): string {
  const line = (mark: string, id: string) =>
    `    ${mark.padEnd(5)} ${id}  ${(titles.get(id) ?? '(not in the catalogue)').slice(0, SHOWN_TITLE_LENGTH)}`;
  return answers
    .filter(({ grades }) => hasRelevant(grades))
    .toSorted((one, other) => ndcgOf(one.top, one.grades) - ndcgOf(other.top, other.grades))
    .slice(0, count)
    .map((answer) => {
      const { query, top, deep, grades } = answer;
      const missing = missingFrom(top, grades);
      return [
        `“${query}”: ${ndcgOf(top, grades).toFixed(2)}, of judged alone ${ndcgOfJudged(answer).toFixed(2)}`,
        '  came (grade, or ? where nobody judged):',
        ...top.map((id) => line(String(grades.get(id) ?? '?'), id)),
        '  should have (grade, and the place where it came):',
        ...missing.map(([id, grade]) => line(`${grade} #${deep.indexOf(id) < 0 ? '–' : deep.indexOf(id) + 1}`, id)),
      ].join('\n');
    })
    .join('\n\n');
}

/** The relevant products that did not come, best first, as many as have room in a top ten. */
function missingFrom(top: readonly string[], grades: Grades): [string, number][] {
  return [...grades]
    .filter(([id, grade]) => isRelevant(grade) && !top.includes(id))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, TOP);
}
