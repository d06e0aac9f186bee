/** Generates a merchant with many products and imports it beside the existing ones. */
import { generateCatalogue } from '../../dev/catalogue/generate.ts';
import { runProgram } from '../environment/processes.ts';
import type { Run } from '../environment/run.ts';
import { type Service, serviceFor } from '../environment/service.ts';
import { writeLines } from '../environment/temporary.ts';

/** Resolves to the service with the new merchant. The index doesn't have its products yet. */
export async function importMerchant(
  run: Run,
  service: Service,
  merchantId: string,
  products: number,
): Promise<Service> {
  run.say(`Generating and importing ${products} products of ${merchantId}`);
  const file = await writeLines(run, linesOf(merchantId, products));
  await runProgram(run, 'src/cli.js', ['import', file], service.variables);
  return serviceFor(run, service, merchantId);
}

/** Generates the catalogue of a merchant, and replaces the generated merchant id, which is part of all other ids. */
function* linesOf(merchantId: string, products: number): Generator<string> {
  let generatedId: string | null = null;
  for (const record of generateCatalogue({ merchants: 1, products })) {
    if (record.kind === 'merchant') generatedId = record.id;
    yield JSON.stringify(record).replaceAll(generatedId ?? merchantId, merchantId);
  }
}
