/** Measures searches of a merchant with very many products, against those of one with 10,000 in the same index. */
import { generateCatalogue } from '../../dev/catalogue/generate.ts';
import { runCommand } from '../environment/processes.ts';
import type { Run } from '../environment/run.ts';
import { type Service, serviceFor } from '../environment/service.ts';
import { writeLines } from '../environment/temporary.ts';
import { compareLatency } from '../load/latency.ts';
import { type Figure, ratioAtMost } from '../report/figures.ts';
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
  await runCommand(run, 'indexer/main.js', ['reindex'], service.variables);
  const loadOf = async (merchant: Service, name: string) => ({
    ...searchesOf(merchant, await queriesOf(merchant.catalogue, merchant.merchantId)),
    name,
  });
  const pair = {
    what: `new searches, one at a time, ${products} products`,
    measured: await loadOf(large, 'the large merchant'),
    reference: await loadOf(small, `${SMALL} products`),
  };
  return await compareLatency(run, pair, options, { 50: null, 95: ratioAtMost(MAX_RATIO) });
}

/** Resolves to the service with the new merchant. The index doesn't have its products yet. */
async function importMerchant(run: Run, service: Service, merchantId: string, products: number): Promise<Service> {
  run.say(`Generating and importing ${products} products of ${merchantId}`);
  const file = await writeLines(run, linesOf(merchantId, products));
  await runCommand(run, 'src/cli.js', ['import', file], service.variables);
  return serviceFor(run, service, merchantId);
}

/** Generates the catalogue of a merchant, and replaces the generated merchant id, which is part of all other ids. */
function* linesOf(merchantId: string, products: number): Generator<string> {
  let generatedId: string | null = null;
  for (const record of generateCatalogue({ merchants: 1, products })) {
    if (record.kind === 'merchant') generatedId = record.id;
    yield `${JSON.stringify(record).replaceAll(generatedId ?? merchantId, merchantId)}\n`;
  }
}
