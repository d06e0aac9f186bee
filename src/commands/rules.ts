/** `rules`: a merchant's search rules, and what of them has no effect. */
import { merchantExists } from '../catalogue/merchant-exists.ts';
import { printNotice, printResult, type Shell } from '../runtime/command-line/command-line.ts';
import { EXIT } from '../runtime/lifecycle.ts';
import { linesOf, readRulesReport } from '../search/rules/report.ts';
import { withCatalogue } from './with-catalogue.ts';

export interface RulesOptions {
  readonly merchant: string;
  readonly json?: boolean;
}

/** Resolves to the exit code. */
export const rules = (shell: Shell, { merchant: merchantId, json }: RulesOptions) =>
  withCatalogue(shell, async (catalogue) => {
    const report = await readRulesReport(catalogue, merchantId);
    const isKnown = await merchantExists(catalogue, merchantId);
    if (!isKnown) printNotice(shell, `there is no merchant ${merchantId}`);
    if (!isKnown && report.rules.length + report.ignoredRules === 0) return EXIT.failure;
    for (const line of json ? [JSON.stringify(report)] : linesOf(report)) printResult(shell, line);
    return EXIT.success;
  });
