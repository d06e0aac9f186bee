/** The judged catalogues: those that the command line names, or the demo's generated shops. */
import { join } from 'node:path';
import { GENERATED_SHOPS } from '../../dev/demo/options.ts';
import { PROJECT } from '../../dev/project.ts';
import { catalogueFiles } from '../environment/catalogue.ts';
import type { Run } from '../environment/run.ts';

export interface JudgedCatalogue {
  readonly catalogueFile: string;
  readonly judgementsFile: string;
  readonly merchantId: string;
}

/** The three options. Each is given once per catalogue; all are absent for the generated shops. */
export interface JudgedCatalogueOptions {
  readonly catalogue?: readonly string[];
  readonly judgements?: readonly string[];
  readonly merchant?: readonly string[];
}

/** The generated shops whose judgements are in `judged/`. */
const GENERATED_MERCHANTS = ['fjell-outdoor', 'jarnboden-lindqvist'] as const;

/**
 * Combines the n-th values of the options. Returns an empty list if none is given. Throws if the options have different
 * numbers of values.
 */
export function judgedCatalogues(options: JudgedCatalogueOptions): JudgedCatalogue[] {
  const { catalogue = [], judgements = [], merchant = [] } = options;
  if (judgements.length !== catalogue.length || merchant.length !== catalogue.length)
    throw new Error(
      `each catalogue needs one file of judgements and one merchant: there are ${catalogue.length} × --catalogue, ` +
        `${judgements.length} × --judgements and ${merchant.length} × --merchant`,
    );
  return catalogue.map((catalogueFile, index) => ({
    catalogueFile,
    judgementsFile: judgements[index] as string,
    merchantId: merchant[index] as string,
  }));
}

/** Writes the demo's shops to a temporary file, and resolves to them with the judgements that the project has. */
export async function generatedCatalogues(run: Run): Promise<JudgedCatalogue[]> {
  const [catalogueFile = ''] = await catalogueFiles(run, GENERATED_SHOPS);
  return generatedJudgements().map((judged) => ({ ...judged, catalogueFile }));
}

/** Returns the judged merchants of the generated shops with their files of judgements. */
export const generatedJudgements = (): Omit<JudgedCatalogue, 'catalogueFile'>[] =>
  GENERATED_MERCHANTS.map((merchantId) => ({
    merchantId,
    judgementsFile: join(PROJECT, 'bench', 'relevance', 'judged', `${merchantId}.tsv`),
  }));
