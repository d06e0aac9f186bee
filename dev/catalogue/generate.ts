/**
 * Generates a catalogue of fictional shops with believable products, as a stream of records in the import format. The
 * same options generate the same records. The memory doesn't grow with the number of products.
 */
import { Random } from '../random.ts';
import { type Merchant, makeMerchants } from './merchants.ts';
import { makeProduct } from './products.ts';
import type { ImportRecord } from './records.ts';

export type { ImportRecord } from './records.ts';

/**
 * Yields merchants, locations and collections first, then each product followed by its memberships. `merchants`: at
 * least 1.
 */
export function* generateCatalogue(options: { merchants: number; products: number }): Generator<ImportRecord> {
  const random = new Random(1);
  const merchants = makeMerchants(options.merchants, random);
  yield* merchants.map((merchant) => merchant.record);
  yield* merchants.flatMap((merchant) => merchant.locations);
  yield* merchants.flatMap((merchant) => merchant.collections);
  for (let serial = 0; serial < options.products; serial++) {
    const [product, memberships] = makeProduct(merchantOf(serial, merchants, random), serial, random);
    yield product;
    yield* memberships;
  }
}

/** Yields the lines of a file in the import format, with their line ends. */
export function* importLines(records: Iterable<ImportRecord>): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

/** Gives every merchant one product first. Then the first merchants get larger shops. */
function merchantOf(serial: number, merchants: readonly Merchant[], random: Random): Merchant {
  const index = serial < merchants.length ? serial : Math.floor(random.next() ** 1.3 * merchants.length);
  return merchants[index] as Merchant;
}
