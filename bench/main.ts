/**
 * `npm run bench -- <name>`: measures the service against a floor taken in the same run, and prints both. Timings decide
 * nothing: exit code 0 when all was measured, 1 when something failed to run, 2 for wrong use.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { EXIT } from '../src/platform/lifecycle.ts';
import { measureReads } from './reads.ts';
import { relevanceCommand } from './relevance.ts';
import { measureSearch } from './search.ts';
import type { CatalogueOptions } from './support/catalogue.ts';
import { type Measurements, renderFigures } from './support/figures.ts';
import { type Run, runToEnd } from './support/run.ts';
import { type Service, startService } from './support/service.ts';
import type { MeasuringOptions } from './support/throughput.ts';

interface Options extends CatalogueOptions, MeasuringOptions {
  readonly json?: string;
}

interface Benchmark {
  readonly description: string;
  readonly withIndex: boolean;
  readonly measure: (run: Run, service: Service, options: Options) => Promise<Measurements>;
}

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  reads: { description: 'pages of products and of collections', withIndex: false, measure: measureReads },
  search: { description: 'searches, beside Meilisearch alone', withIndex: true, measure: measureSearch },
};

async function runBenchmark(name: string, benchmark: Benchmark, options: Options): Promise<number> {
  return runToEnd(async (run) => {
    const startedAt = new Date().toISOString();
    const service = await startService(run, { ...options, withIndex: benchmark.withIndex });
    const { figures, notes } = await benchmark.measure(run, service, options);
    const machine = `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`;
    const about = `${name}: merchant ${service.merchantId}, ${service.productCount} products; ${machine}`;
    process.stdout.write(`\n${[about, ...notes].join('\n')}\n\n${renderFigures(figures)}\n`);
    if (options.json === undefined) return;
    const { merchantId, productCount, engines } = service;
    const result = { name, startedAt, machine, engines: engines.how, merchantId, productCount, figures, notes };
    await writeFile(options.json, `${JSON.stringify(result, null, 2)}\n`);
    run.say(`Written to ${options.json}`);
  });
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new InvalidArgumentError('It must be a whole number from 1 up.');
  return Number(value);
}

function commandOf(name: string, benchmark: Benchmark, done: (code: number) => void): Command {
  return new Command(name)
    .description(benchmark.description)
    .option('--catalogue <file>', 'in the import format, gzip or not; absent: a generated one')
    .option('--merchant <id>', 'whose products are read; absent: the merchant with most')
    .option('--seconds <number>', 'for each side of each measurement, all rounds together', wholeNumber, 10)
    .option('--connections <number>', 'for throughput', wholeNumber, 16)
    .option('--json <file>', 'write the results there, too')
    .option('--merchants <number>', 'of a generated catalogue', wholeNumber, 5)
    .option('--products <number>', 'of a generated catalogue', wholeNumber, 20_000)
    .action(async (options: Options) => done(await runBenchmark(name, benchmark, options)));
}

async function main(): Promise<number> {
  let code: number = EXIT.success;
  const program = new Command('bench')
    .description('Measures the service against floors taken in the same run.')
    .exitOverride()
    .showHelpAfterError('(--help says more)');
  for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
    program.addCommand(
      commandOf(name, benchmark, (result) => {
        code = result;
      }).copyInheritedSettings(program),
    );
  }
  program.addCommand(
    relevanceCommand((result) => {
      code = result;
    }).copyInheritedSettings(program),
  );
  try {
    await program.parseAsync();
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage;
    throw error;
  }
}

process.exit(await main());
