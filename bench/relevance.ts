/**
 * How good the ranking is: the service on a real catalogue, asked judged queries over HTTP, beside two floors in the same
 * run. Any catalogue in the import format and any judgements of its products do.
 */
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { openMeilisearch } from '../src/platform/meilisearch.ts';
import { hasRelevant, type Judgements, readJudgements } from './relevance/judgements.ts';
import { type Answer, measuresOf, TOP } from './relevance/measures.ts';
import { bm25Ranker, documentsOf, engineRanker, type Ranker, serviceRanker } from './relevance/rankers.ts';
import { type Result, renderMeasures, renderWorst } from './relevance/report.ts';
import { type Run, runToEnd } from './support/run.ts';
import { type Service, startService } from './support/service.ts';

interface Options {
  readonly catalogue: string;
  readonly judgements: string;
  readonly merchant: string;
  readonly worst: string;
  readonly json?: string;
}

/** The most that one search may ask for: judged products are looked for so far down. */
const DEEP = 250;
const TIMED_PASSES = 5;

/** The command `relevance`; `done` gets its exit code. */
export function relevanceCommand(done: (code: number) => void): Command {
  return new Command('relevance')
    .description('how good the ranking is, beside the engine with default settings and BM25')
    .requiredOption('--catalogue <file>', 'in the import format, gzip or not')
    .requiredOption('--judgements <file>', 'tab-separated query, product id and grade 0–3, below a heading line')
    .requiredOption('--merchant <id>', 'whose products were judged')
    .option('--worst <number>', 'how many of the worst queries are told in full', '10')
    .option('--json <file>', 'write the results there, too')
    .action(async (options: Options) => done(await runToEnd((run) => measureRelevance(run, options))));
}

async function measureRelevance(run: Run, options: Options): Promise<void> {
  const judgements = await readJudgements(options.judgements);
  const service = await startService(run, {
    ...options,
    catalogue: [options.catalogue],
    merchants: 1,
    products: 1,
    withIndex: true,
  });
  const { engines } = service;
  const meilisearch = openMeilisearch({ url: engines.meilisearchUrl, apiKey: engines.meilisearchApiKey });
  const documents = await documentsOf(meilisearch, service);
  const rankers = [serviceRanker(service), await engineRanker(run, meilisearch, service), bm25Ranker(documents)];
  const results: Result[] = [];
  for (const ranker of rankers) results.push(await measure(run, ranker, judgements));
  await timeInTurn(run, rankers, results, [...judgements.keys()]);

  const titles = new Map(documents.map(({ product_id, title }) => [product_id, title]));
  process.stdout.write(`\n${aboutOf(service, judgements)}\n\n${renderMeasures(results)}\n`);
  const [ofService] = results;
  if (ofService !== undefined)
    process.stdout.write(`\n${renderWorst(ofService.answers, titles, Number(options.worst))}\n`);
  if (options.json === undefined) return;
  const told = results.map(({ name, measures, tookMs, answers }) => ({
    name,
    measures,
    tookMs,
    answers: answers.map(({ query, top }) => ({ query, top })),
  }));
  await writeFile(options.json, `${JSON.stringify(told, null, 2)}\n`);
}

async function measure(run: Run, ranker: Ranker, judgements: Judgements): Promise<Result> {
  const answers: Answer[] = [];
  for (const [query, grades] of judgements) {
    run.stopping.throwIfAborted();
    const [top, deep] = [await ranker.rank(query, TOP), await ranker.rank(query, DEEP)];
    answers.push({ query, grades, top, deep });
  }
  run.say(`${ranker.name}: ${answers.length} queries asked`);
  return { name: ranker.name, answers, measures: measuresOf(answers), tookMs: [] };
}

/** Each query to each of those that are timed, one right after the other, so that whatever else happens meets all. */
async function timeInTurn(
  run: Run,
  rankers: readonly Ranker[],
  results: readonly Result[],
  queries: readonly string[],
) {
  for (let pass = 0; pass < TIMED_PASSES; pass += 1) {
    for (const query of queries) {
      run.stopping.throwIfAborted();
      for (const [index, ranker] of rankers.entries()) {
        if (!ranker.isTimed) continue;
        const startedMs = performance.now();
        await ranker.rank(query, TOP);
        results[index]?.tookMs.push(performance.now() - startedMs);
      }
    }
    run.say(`Timing: pass ${pass + 1} of ${TIMED_PASSES}`);
  }
}

function aboutOf({ merchantId, productCount }: Service, judgements: Judgements): string {
  const answerable = [...judgements.values()].filter(hasRelevant).length;
  return `relevance: merchant ${merchantId}, ${productCount} products; ${judgements.size} judged queries, ${answerable} of them with a relevant product`;
}
