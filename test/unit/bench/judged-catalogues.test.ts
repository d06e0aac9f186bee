/**
 * `npm run bench -- relevance` needs no options: it measures the demo's generated shops, with judgements that the project
 * has. These are judgements of what the generator makes now.
 */
import { readFileSync } from 'node:fs';
import { generatedJudgements, judgedCatalogues } from '../../../bench/relevance/judged-catalogues.ts';
import { hasRelevant, readJudgements } from '../../../bench/relevance/judgements.ts';
import { relevanceCommand } from '../../../bench/relevance.ts';
import { generateCatalogue } from '../../../dev/catalogue/generate.ts';
import { GENERATED_SHOPS } from '../../../dev/demo/options.ts';

test('no option is required', () => {
  expect(relevanceCommand().options.filter(({ mandatory }) => mandatory)).toEqual([]);
  expect(judgedCatalogues({})).toEqual([]);
});

const titles = new Map(
  [...generateCatalogue(GENERATED_SHOPS)].flatMap((record) =>
    record.kind === 'product' ? [[record.id, `${record.merchantId}\t${record.title}`] as const] : [],
  ),
);

test.each(generatedJudgements())('the judgements of $merchantId', async ({ merchantId, judgementsFile }) => {
  const judgements = await readJudgements(judgementsFile);
  expect(judgements.size).toBeGreaterThan(20);
  expect([...judgements].filter(([, grades]) => !hasRelevant(grades))).toEqual([]);
  const [, ...lines] = readFileSync(judgementsFile, 'utf8').trim().split('\n');
  const rows = lines.map((line) => line.split('\t'));
  expect(rows.filter(([, id = '', , title]) => titles.get(id) !== `${merchantId}\t${title}`)).toEqual([]);
});
