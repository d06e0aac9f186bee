/** The command-line options of the demo. */
import { Command } from 'commander';
import { wholeNumber } from '../../src/runtime/command-line/command-line.ts';
import { inputFile } from '../user-files.ts';

/** The size of the generated catalogue if the command line doesn't say otherwise. */
export const GENERATED_SHOPS = { merchants: 4, products: 5000 } as const;

/** Where the catalogue comes from. */
export interface CatalogueOptions {
  /** A file in the import format. Absent: shops are generated. */
  readonly catalogue?: string;
  readonly merchants: number;
  readonly products: number;
}

export interface DemoOptions extends CatalogueOptions {
  /** The port of the API. The indexer and the storefront use the next two. */
  readonly port: number;
  /** Compiles the sources at each change, and restarts the processes. */
  readonly watch?: boolean;
}

/** Parses the arguments. Throws CommanderError after printing the error. */
export function parseOptions(argv: readonly string[]): DemoOptions {
  return new Command('demo')
    .description('Runs the whole service on this machine, with a catalogue to try it on.')
    .option('--port <port>', 'the port of the API; the next two are used, too', wholeNumber(1, 65_533), 3000)
    .option('--catalogue <file>', 'your own data: JSON Lines in the import format, plain or gzip', inputFile)
    .option('--merchants <number>', 'how many shops to generate', wholeNumber(1, 1000), GENERATED_SHOPS.merchants)
    .option(
      '--products <number>',
      'how many products to generate',
      wholeNumber(1, 10_000_000),
      GENERATED_SHOPS.products,
    )
    .option('--watch', 'compile at each change of the sources, and restart the API or the indexer (`npm run dev`)')
    .exitOverride()
    .parse([...argv])
    .opts<DemoOptions>();
}
