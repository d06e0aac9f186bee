/**
 * Relevance judgements: lines of query, product id and grade (0 to 3), separated by tabs, after a header line. Further
 * columns are for readers. Each product occurs once per query.
 */
import { readFile } from 'node:fs/promises';

/** The grades of a query's judged products. */
export type Grades = ReadonlyMap<string, number>;
/** By query, in the order of the file. */
export type Judgements = ReadonlyMap<string, Grades>;

/** Throws if a line is invalid, or if there is none. */
export async function readJudgements(file: string): Promise<Judgements> {
  const judgements = new Map<string, Map<string, number>>();
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const [query = '', productId = '', grade = ''] = line.split('\t');
    const isGrade = /^[0-3]$/.test(grade.trim());
    if (index === 0 && isGrade) throw new Error(`${file}: the first line is a judgement, not a header`);
    if (index === 0) continue;
    if (query === '' || productId === '' || !isGrade)
      throw new Error(
        `${file}:${index + 1}: expected a query, a product id and a grade from 0 to 3, separated by tabs`,
      );
    const grades = judgements.get(query) ?? new Map<string, number>();
    if (grades.has(productId)) throw new Error(`${file}:${index + 1}: the product is judged twice for this query`);
    judgements.set(query, grades.set(productId, Number(grade)));
  }
  if (judgements.size === 0) throw new Error(`${file} has no judgements`);
  return judgements;
}

export const isRelevant = (grade: number | undefined): boolean => (grade ?? 0) > 0;

export const hasRelevant = (grades: Grades): boolean => [...grades.values()].some(isRelevant);
