/** `explain`: shows what MongoDB and the index hold for one product. */
import { printResult } from '../../src/runtime/command-line/command-line.ts';
import { unlessAborted } from '../../src/runtime/retry.ts';
import { createProductLoader } from '../products/product-loader.ts';
import { explainProduct } from '../reports/explain.ts';
import { renderExplanation } from '../reports/render/explanation.ts';
import type { CommandContext } from './run-command.ts';

interface ExplainOptions {
  readonly json?: boolean;
}

/** Resolves to whether MongoDB and the index agree. */
export async function explain(context: CommandContext, productId: string, { json }: ExplainOptions): Promise<boolean> {
  const loader = createProductLoader(context.mongo, context.database);
  const explanation = await unlessAborted(context.stopping, explainProduct(context, loader, productId));
  printResult(context.shell, json === true ? JSON.stringify(explanation) : renderExplanation(explanation));
  return explanation.agrees;
}
