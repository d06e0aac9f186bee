/** The worst queries for people: what came, and what should have come. */
import { type Grades, hasRelevant, isRelevant } from './judgements.ts';
import { type Answer, SCORES, TOP } from './measures.ts';

const SHOWN_TITLE_LENGTH = 70;

/**
 * The queries with the lowest NDCG@10 of the first ranking, each with its top ten and the relevant products that are missing
 * from it.
 */
export function renderWorst(
  [first]: readonly { readonly answers: readonly Answer[] }[],
  products: readonly { readonly id: string; readonly title: string }[],
  count: number,
): string {
  const titles = new Map(products.map(({ id, title }) => [id, title]));
  const line = (mark: string, id: string) =>
    `    ${mark.padEnd(5)} ${id}  ${(titles.get(id) ?? '(not in the catalogue)').slice(0, SHOWN_TITLE_LENGTH)}`;
  return (first?.answers ?? [])
    .filter(({ grades }) => hasRelevant(grades))
    .toSorted((one, other) => SCORES.ndcg(one) - SCORES.ndcg(other))
    .slice(0, count)
    .map((answer) => {
      const { query, top, deep, grades } = answer;
      const missing = missingFrom(top, grades);
      return [
        `“${query}”: ${SCORES.ndcg(answer).toFixed(2)}, of judged alone ${SCORES.ndcgOfJudged250(answer).toFixed(2)}`,
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
