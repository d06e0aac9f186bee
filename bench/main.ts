/**
 * `npm run bench -- <name>`: measures the service against a floor in the same run, and prints both. Exit code 0:
 * everything was measured, whether or not the targets were reached. 1: a measurement failed. 2: wrong usage.
 */
import { Command, CommanderError, Option } from 'commander';
import { EXIT } from '../src/runtime/lifecycle.ts';
import type { CatalogueOptions } from './environment/catalogue.ts';
import { type Run, runToEnd } from './environment/run.ts';
import { type Service, startService } from './environment/service.ts';
import { connectionsOption, withServiceOptions } from './options.ts';
import { measureReads, READS_PARTS, type ReadsOptions } from './reads.ts';
import { relevanceCommand } from './relevance.ts';
import { type Measurements, renderFigures } from './report/figures.ts';
import { machine, writeResult } from './report/result-file.ts';
import { measureSearch, SEARCH_PARTS, type SearchOptions } from './search.ts';
import { measureSync, SYNC_PARTS, type SyncOptions } from './sync.ts';

type CommonOptions = CatalogueOptions & { readonly json?: string };

interface Benchmark<Options> {
  readonly description: string;
  readonly withIndex: boolean;
  readonly measure: (run: Run, service: Service, options: Options) => Promise<Measurements>;
}

async function runBenchmark<Options extends CommonOptions>(
  name: string,
  benchmark: Benchmark<Options>,
  options: Options,
): Promise<number> {
  return runToEnd(async (run) => {
    const startedAt = new Date().toISOString();
    const service = await startService(run, { ...options, withIndex: benchmark.withIndex });
    const { figures, notes } = await benchmark.measure(run, service, options);
    const title = `${name}: merchant ${service.merchantId}, ${service.productCount} products; ${machine}`;
    process.stdout.write(`\n${[title, ...notes].join('\n')}\n\n${renderFigures(figures)}\n`);
    const { merchantId, productCount, engines } = service;
    const about = { name, startedAt, engines: engines.origin, options, merchantId, productCount };
    await writeResult(options, { ...about, figures, notes });
  });
}

function commandOf<Options>(name: string, benchmark: Benchmark<CommonOptions & Options>): Command {
  return withServiceOptions(new Command(name).description(benchmark.description)).action(
    async (options: CommonOptions & Options) => {
      process.exitCode = await runBenchmark(name, benchmark, options);
    },
  );
}

const onlyOption = (parts: readonly string[]): Option =>
  new Option('--only <parts...>', 'only these parts').choices(parts);

const readsCommand = (): Command =>
  commandOf<ReadsOptions>('reads', { description: 'pages of products', withIndex: false, measure: measureReads })
    .addOption(connectionsOption())
    .addOption(onlyOption(READS_PARTS));

const searchCommand = (): Command =>
  commandOf<SearchOptions>('search', {
    description: 'searches, compared with Meilisearch alone',
    withIndex: true,
    measure: measureSearch,
  })
    .addOption(connectionsOption())
    .addOption(onlyOption(SEARCH_PARTS));

const syncCommand = (): Command =>
  commandOf<SyncOptions>('sync', {
    description: 'how the index follows MongoDB: lag, throughput and memory',
    withIndex: true,
    measure: measureSync,
  }).addOption(onlyOption(SYNC_PARTS));

const COMMANDS = [readsCommand, searchCommand, syncCommand, relevanceCommand];

const program = new Command('bench')
  .description('Measures the service against floors in the same run.')
  .exitOverride()
  .showHelpAfterError('(see --help)');
for (const command of COMMANDS) program.addCommand(command().copyInheritedSettings(program));
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? EXIT.success : EXIT.usage;
}
process.exit();
