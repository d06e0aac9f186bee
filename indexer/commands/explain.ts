/** `explain`: shows what MongoDB and the index hold for one product. */
import { print, type Shell } from '../../src/runtime/command-line.ts';
import { explainProduct, renderExplanation } from '../operations/explain.ts';
import { createProductLoader } from '../products/product-loader.ts';
import type { IndexerConfig } from './open.ts';
import { runCommand } from './run-command.ts';

export interface ExplainOptions {
  readonly json?: boolean;
}

/** Resolves to the exit code: 1 when MongoDB and the index differ. */
export const explain = (
  config: IndexerConfig,
  shell: Shell,
  productId: string,
  { json }: ExplainOptions,
): Promise<number> =>
  runCommand(config, shell, async (context) => {
    const loader = createProductLoader(context.mongo, context.database);
    const explanation = await explainProduct({ ...context, loader }, productId);
    print(shell, json === true ? JSON.stringify(explanation) : renderExplanation(explanation));
    return explanation.agrees;
  });
