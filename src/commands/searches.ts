/** `searches`: the most frequent searches, and those that found nothing. */
import { merchantExists } from '../catalogue/merchant-exists.ts';
import { printNotice, printResult, type Shell } from '../runtime/command-line/command-line.ts';
import { EXIT } from '../runtime/lifecycle.ts';
import { linesOf, readSearchReport } from '../search/analytics/report.ts';
import { withCatalogue } from './with-catalogue.ts';

export interface SearchesOptions {
  readonly merchant: string;
  readonly days: number;
  readonly limit: number;
  readonly json?: boolean;
}

/** Resolves to the exit code. */
export const searches = (shell: Shell, { merchant: merchantId, days, limit, json }: SearchesOptions) =>
  withCatalogue(shell, async (catalogue) => {
    const report = await readSearchReport(catalogue, { merchantId, days, limit });
    // The searches of a deleted merchant are still reported.
    if (report.searches === 0 && !(await merchantExists(catalogue, merchantId))) {
      printNotice(shell, `there is no merchant ${merchantId}`);
      return EXIT.failure;
    }
    for (const line of json ? [JSON.stringify(report)] : linesOf(report)) printResult(shell, line);
    return EXIT.success;
  });
