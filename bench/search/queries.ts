/**
 * Generates search queries from the products of a catalogue: words of titles, prefixes, typos and identifiers. The same
 * catalogue gives the same queries.
 */
import type { Catalogue, OwnedStored } from '../../src/catalogue/stored-documents.ts';
import { fields } from '../../src/catalogue/values.ts';
import { shuffled } from '../load/shuffled.ts';

/** Makes a query from a product. `serial` varies the query between products. */
type QueryGenerator = (product: OwnedStored, serial: number) => string;

const GENERATORS: readonly QueryGenerator[] = [
  (product, serial) => titleWords(product, serial, 1),
  (product, serial) => titleWords(product, serial, 2),
  (product, serial) => prefixOf(titleWords(product, serial, 1)),
  (product, serial) => withTypo(titleWords(product, serial, 2)),
  (product, serial) => titleWords(product, serial, 3),
  (product, serial) => prefixOf(titleWords(product, serial, 2)),
  identifier,
  (product, serial) => titleWords(product, serial, 4),
];

const MAX_PRODUCTS = 20_000;
/** Limits the memory. A run sends fewer. */
const MAX_QUERIES = 200_000;
const SEED = 7;

/**
 * Resolves to all distinct queries, shuffled. There are fewer single words than pairs of words, so later queries have
 * more words.
 */
export async function queriesOf({ products }: Catalogue, merchantId: string): Promise<string[]> {
  const projection = { title: 1, barcode: 1, 'inventory.sku': 1 };
  const found = await products
    .find({ merchantId }, { projection })
    .sort({ merchantId: 1, _id: 1 })
    .limit(MAX_PRODUCTS)
    .toArray();
  const mixed = shuffled(found, SEED);
  const queries = new Set<string>();
  for (let round = 0; round < GENERATORS.length; round += 1) {
    for (const [index, product] of mixed.entries()) {
      if (queries.size === MAX_QUERIES) break;
      const serial = index + round;
      const query = GENERATORS[serial % GENERATORS.length]?.(product, serial) ?? '';
      if (query !== '') queries.add(query);
    }
  }
  return [...queries];
}

/** Returns `count` consecutive words of the title. `serial` selects the first of them. */
export function titleWords(product: OwnedStored, serial: number, count: number): string {
  const words = String(product.title ?? '').match(/[\p{L}\p{N}][\p{L}\p{N}.-]+/gu) ?? [];
  const start = serial % Math.max(1, words.length - count + 1);
  return words.slice(start, start + count).join(' ');
}

/** Cuts the last word to its first half, to three characters at least, like a query that is still being typed. */
const prefixOf = (text: string): string => {
  const lastWord = /\S+$/.exec(text)?.[0] ?? '';
  return text.slice(0, text.length - lastWord.length) + lastWord.slice(0, Math.max(3, Math.ceil(lastWord.length / 2)));
};

/** Swaps two letters in the middle of the longest word. */
function withTypo(text: string): string {
  const longest = text.split(' ').reduce((one, other) => (other.length > one.length ? other : one), '');
  const middle = Math.floor(longest.length / 2);
  if (longest.length < 5) return text;
  const swapped =
    longest.slice(0, middle - 1) + longest.charAt(middle) + longest.charAt(middle - 1) + longest.slice(middle + 1);
  return text.replace(longest, () => swapped);
}

/** Returns the barcode or the SKU, in turn; the first word of the title if the product has none. */
function identifier(product: OwnedStored, serial: number): string {
  const { sku } = fields(product.inventory, 'inventory', () => undefined);
  const found = serial % (2 * GENERATORS.length) < GENERATORS.length ? product.barcode : sku;
  return typeof found === 'string' && found !== '' ? found.slice(0, 100) : titleWords(product, 0, 1);
}
