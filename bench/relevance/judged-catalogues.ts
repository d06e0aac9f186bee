/** What the command line names: catalogues, and whose products people judged in each. */
import { type Judgements, readJudgements } from './judgements.ts';

export interface JudgedCatalogue {
  readonly catalogueFile: string;
  readonly judgementsFile: string;
  readonly merchantId: string;
}

/** The three options, each given once for each catalogue. */
export interface JudgedCatalogueOptions {
  readonly catalogue: readonly string[];
  readonly judgements: readonly string[];
  readonly merchant: readonly string[];
}

/** The n-th of each option belong together. Throws when one was given more often than another. */
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

/** Reads all judgements, in the order of the catalogues. Throws when a file cannot be read or has a wrong line. */
export const readAllJudgements = (catalogues: readonly JudgedCatalogue[]): Promise<Judgements[]> =>
  Promise.all(catalogues.map(({ judgementsFile }) => readJudgements(judgementsFile)));
