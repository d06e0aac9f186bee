/** The measured catalogue: given files, or a generated one. */
import { generateCatalogue } from '../../dev/catalogue/generate.ts';
import type { Catalogue } from '../../src/catalogue/collections.ts';
import type { Run } from './run.ts';
import { writeLines } from './temporary.ts';

export interface CatalogueOptions {
  /** Files in the import format, for one database and one index. Absent: a catalogue is generated. */
  readonly catalogue?: readonly string[];
  /** The measured merchant. Absent: the one with the most products. */
  readonly merchant?: string;
  /** For the generated catalogue. */
  readonly merchants: number;
  readonly products: number;
}

/** Resolves to the files to import. */
export async function catalogueFiles(run: Run, options: CatalogueOptions): Promise<readonly string[]> {
  const { catalogue, merchants, products } = options;
  if (catalogue !== undefined) return [...new Set(catalogue)];
  run.say(`Generating ${products} products of ${merchants} merchants`);
  return [await writeLines(run, generatedLines(merchants, products))];
}

function* generatedLines(merchants: number, products: number): Generator<string> {
  for (const record of generateCatalogue({ merchants, products })) yield JSON.stringify(record);
}

/** Resolves to the given merchant, or to the one with the most products. Throws if there are no products. */
export async function chooseMerchant({ products }: Catalogue, wanted?: string): Promise<string> {
  const [most] = await products
    .aggregate<{ _id: string }>([
      { $match: wanted === undefined ? {} : { merchantId: wanted } },
      { $group: { _id: '$merchantId', count: { $sum: 1 } } },
      { $sort: { count: -1, _id: 1 } },
      { $limit: 1 },
    ])
    .toArray();
  if (most === undefined)
    throw new Error(`The catalogue has no products${wanted === undefined ? '' : ` of ${wanted}`}`);
  return most._id;
}
