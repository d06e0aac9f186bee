/** Measures searches of a merchant with very many products, against those of one with 10,000 in the same index. */

import { runProgram } from '../environment/processes.ts';
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { compareLatency, latencyFigure } from '../load/latency.ts';
import { type Figure, ratioAtMost } from '../report/figures.ts';
import { importMerchant } from './generated-merchant.ts';
import { searchesOf } from './loads.ts';
import { queriesOf } from './queries.ts';

const SMALL = 10_000;
const MAX_RATIO = 3;

/** Imports both merchants and rebuilds the index. */
export async function measureLargeMerchant(
  run: Run,
  service: Service,
  products: number,
  options: { seconds: number },
): Promise<Figure[]> {
  const large = await importMerchant(run, service, 'bench-large', products);
  const small = await importMerchant(run, service, 'bench-small', SMALL);
  run.say(`Building the search index with ${products + SMALL} more products`);
  await runProgram(run, 'indexer/main.js', ['reindex'], service.variables);
  const loadOf = async (merchant: Service, name: string) => ({
    ...searchesOf(merchant, await queriesOf(merchant.catalogue, merchant.merchantId)),
    name,
  });
  const pair = {
    what: `new searches, one at a time, ${products} products`,
    measured: await loadOf(large, 'the large merchant'),
    reference: await loadOf(small, `${SMALL} products`),
  };
  const figure = { what: pair.what, against: pair.reference.name, passes: await compareLatency(run, pair, options) };
  return [
    latencyFigure({ ...figure, percent: 50 }),
    latencyFigure({ ...figure, percent: 95, target: ratioAtMost(MAX_RATIO) }),
  ];
}
