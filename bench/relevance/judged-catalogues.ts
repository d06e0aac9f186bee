/** The judged catalogues that the command line names. */
import { type Judgements, readJudgements } from './judgements.ts';

export interface JudgedCatalogue {
  readonly catalogueFile: string;
  readonly judgementsFile: string;
  readonly merchantId: string;
}

/** The three options. Each is given once per catalogue. */
export interface JudgedCatalogueOptions {
  readonly catalogue: readonly string[];
  readonly judgements: readonly string[];
  readonly merchant: readonly string[];
}

/** Combines the n-th values of the options. Throws if the options have different numbers of values. */
export function judgedCatalogues({ catalogue, judgements, merchant }: JudgedCatalogueOptions): JudgedCatalogue[] {
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

/** Reads all judgements, in the order of the catalogues. Throws if a file can't be read or has an invalid line. */
export const readAllJudgements = (catalogues: readonly JudgedCatalogue[]): Promise<Judgements[]> =>
  Promise.all(catalogues.map(({ judgementsFile }) => readJudgements(judgementsFile)));
