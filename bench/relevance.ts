/**
 * Measures how good the ranking is: sends judged queries to the service over HTTP, and to two floors in the same run.
 * Works with any catalogues in the import format and any judgements of their products, and without options with the
 * demo's generated shops. All catalogues share one index, as merchants do; each is measured separately.
 */
import { Command } from 'commander';
import { wholeNumber } from '../src/runtime/command-line/command-line.ts';
import { buildDefaultIndex } from './environment/default-index.ts';
import { type Run, runToEnd } from './environment/run.ts';
import { type Service, serviceFor, startService } from './environment/service.ts';
import { inputFiles, jsonOption } from './options.ts';
import {
  generatedCatalogues,
  type JudgedCatalogue,
  type JudgedCatalogueOptions,
  judgedCatalogues,
} from './relevance/judged-catalogues.ts';
import { type Judgements, readJudgements } from './relevance/judgements.ts';
import { differencesOf, metricsOf } from './relevance/metrics.ts';
import { bm25fRanker, engineRanker, productsOf, type Ranker, serviceRanker } from './relevance/rankers.ts';
import { type CatalogueReport, type Result, renderReport, toJson } from './relevance/report.ts';
import { runQueries } from './relevance/run-queries.ts';
import { renderWorst } from './relevance/worst.ts';
import { writeResult } from './report/result-file.ts';

interface Options extends JudgedCatalogueOptions {
  readonly worst: number;
  readonly json?: string;
}

/** The command `relevance`. Sets the exit code. The first three options may be repeated. */
export function relevanceCommand(): Command {
  return new Command('relevance')
    .description('the quality of the ranking, compared with the engine with default settings and BM25F')
    .option(
      '--catalogue <file...>',
      'in the import format, gzip or not; absent: the demo’s generated shops, with judgements of the project',
      inputFiles,
    )
    .option(
      '--judgements <file...>',
      'lines of query, product id and grade 0–3, separated by tabs, after a header line',
      inputFiles,
    )
    .option(
      '--merchant <id...>',
      'the merchant of the judged products; the n-th values of the three options belong together',
    )
    .option(
      '--worst <number>',
      'how many of the worst queries of each catalogue are printed',
      wholeNumber(0, 9_999_999),
      10,
    )
    .addOption(jsonOption())
    .action(async (options: Options, command: Command) => {
      const named = catalogueOptions(options, command);
      process.exitCode = await runToEnd(async (run) =>
        measureRelevance(run, named.length > 0 ? named : await generatedCatalogues(run), options),
      );
    });
}

/** Ends the command with a usage error if the options don't match. */
function catalogueOptions(options: Options, command: Command): JudgedCatalogue[] {
  try {
    return judgedCatalogues(options);
  } catch (error) {
    return command.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function measureRelevance(run: Run, catalogues: readonly JudgedCatalogue[], options: Options): Promise<void> {
  const startedAt = new Date().toISOString();
  const allJudgements = await Promise.all(catalogues.map(({ judgementsFile }) => readJudgements(judgementsFile)));
  const shared = await startService(run, {
    catalogue: catalogues.map(({ catalogueFile }) => catalogueFile),
    ...(catalogues[0] && { merchant: catalogues[0].merchantId }),
    withIndex: true,
  });
  const services: Service[] = [];
  for (const { merchantId } of catalogues) services.push(await serviceFor(run, shared, merchantId));
  const defaultIndex = await buildDefaultIndex(run, shared);

  const reports: CatalogueReport[] = [];
  for (const [index, service] of services.entries()) {
    const judgements = allJudgements[index] as Judgements;
    const { merchantId, productCount } = service;
    const products = await productsOf(service.catalogue, merchantId);
    sayUnknown(run, merchantId, judgements, products);
    const floors = [engineRanker(service, defaultIndex), bm25fRanker(products)];
    const results = await runRankers(run, [serviceRanker(service), ...floors], judgements);
    const report = { merchantId, productCount, judgements, results };
    reports.push(report);
    process.stdout.write(`\n${renderReport(report)}\n\n${renderWorst(results, products, options.worst)}\n`);
  }
  const about = { name: 'relevance', startedAt, engines: shared.engines.origin, options };
  await writeResult(options, { ...about, catalogues: reports.map(toJson) });
}

/** Judgements of another catalogue would make every score 0. */
function sayUnknown(run: Run, merchantId: string, judgements: Judgements, products: readonly { id: string }[]): void {
  const judged = new Set([...judgements.values()].flatMap((grades) => [...grades.keys()]));
  const known = new Set(products.map(({ id }) => id));
  const unknown = [...judged].filter((id) => !known.has(id)).length;
  if (unknown > 0) run.say(`${unknown} of ${judged.size} judged products are not in the catalogue of ${merchantId}`);
}

/** Resolves to the result of each ranker. All but the first have their difference from the first. */
async function runRankers(run: Run, rankers: readonly Ranker[], judgements: Judgements): Promise<Result[]> {
  const results: Result[] = [];
  for (const ranker of rankers) {
    const queryResults = await runQueries(run, ranker, judgements);
    const [first] = results;
    results.push({
      name: ranker.name,
      queryResults,
      metrics: metricsOf(queryResults),
      ...(first && { differences: differencesOf(first.queryResults, queryResults) }),
    });
  }
  return results;
}
