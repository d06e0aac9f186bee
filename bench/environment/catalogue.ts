/** The measured catalogue: given files, or a generated one. */
import { generateCatalogue, importLines } from '../../dev/catalogue/generate.ts';
import type { Catalogue } from '../../src/catalogue/stored-documents.ts';
import type { Run } from './run.ts';
import { writeLines } from './temporary.ts';

/** Files in the import format, for one database and one index; or the size of a generated catalogue. */
type CatalogueSource =
  | { readonly catalogue: readonly string[] }
  | { readonly catalogue?: undefined; readonly merchants: number; readonly products: number };

export type CatalogueOptions = CatalogueSource & {
  /** The measured merchant. Absent: the one with the most products. */
  readonly merchant?: string;
};

/** Resolves to the files to import. */
export async function catalogueFiles(run: Run, options: CatalogueOptions): Promise<readonly string[]> {
  if (options.catalogue !== undefined) return [...new Set(options.catalogue)];
  const { merchants, products } = options;
  run.say(`Generating ${products} products of ${merchants} merchants`);
  return [await writeLines(run, importLines(generateCatalogue({ merchants, products })))];
}

/** Resolves to the merchants that have products, those with the most first. */
export const merchantsBySize = ({ products }: Catalogue) =>
  products
    .aggregate<{ readonly _id: string; readonly products: number }>([
      { $group: { _id: '$merchantId', products: { $sum: 1 } } },
      { $sort: { products: -1, _id: 1 } },
    ])
    .toArray();

/** Resolves to the given merchant, or to the one with the most products. Throws if there are no products. */
export async function chooseMerchant(catalogue: Catalogue, wanted?: string): Promise<string> {
  const found = (await merchantsBySize(catalogue)).find(({ _id }) => wanted === undefined || _id === wanted);
  if (found === undefined)
    throw new Error(`The catalogue has no products${wanted === undefined ? '' : ` of ${wanted}`}`);
  return found._id;
}
