/** Renders the queries with the worst rankings: their results, and what is missing. */
import { type Grades, hasRelevant, isRelevant } from './judgements.ts';
import { type QueryResult, SCORES, TOP } from './metrics.ts';

const SHOWN_TITLE_LENGTH = 70;

/**
 * Renders the `count` queries with the lowest NDCG@10 of the first ranking, each with its top ten and the relevant
 * products that are missing.
 */
export function renderWorst(
  [first]: readonly { readonly queryResults: readonly QueryResult[] }[],
  products: readonly { readonly id: string; readonly title: string }[],
  count: number,
): string {
  const titles = new Map(products.map(({ id, title }) => [id, title]));
  const line = (mark: string, id: string) =>
    `    ${mark.padEnd(5)} ${id}  ${(titles.get(id) ?? '(not in the catalogue)').slice(0, SHOWN_TITLE_LENGTH)}`;
  return (first?.queryResults ?? [])
    .filter(({ grades }) => hasRelevant(grades))
    .toSorted((one, other) => SCORES.ndcg(one) - SCORES.ndcg(other))
    .slice(0, count)
    .map((result) => {
      const { query, top, deep, grades } = result;
      const missing = missingFrom(top, grades);
      return [
        `“${query}”: ${SCORES.ndcg(result).toFixed(2)}, judged only ${SCORES.ndcgOfJudged250(result).toFixed(2)}`,
        '  results (grade; ?: not judged):',
        ...top.map((id) => line(String(grades.get(id) ?? '?'), id)),
        '  missing (grade, rank):',
        ...missing.map(([id, grade]) => line(`${grade} #${deep.indexOf(id) < 0 ? '–' : deep.indexOf(id) + 1}`, id)),
      ].join('\n');
    })
    .join('\n\n');
}

/** Returns the relevant products that the top lacks, best first, at most as many as the top has room for. */
function missingFrom(top: readonly string[], grades: Grades): [string, number][] {
  return [...grades]
    .filter(([id, grade]) => isRelevant(grade) && !top.includes(id))
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, TOP);
}
