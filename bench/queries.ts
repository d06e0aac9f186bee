/**
 * What people type into a search box, made from the titles of the catalogue: words, beginnings of words, misspellings and
 * identifiers. The same catalogue gives the same queries.
 */
import type { Catalogue, OwnedStored } from '../src/catalogue/collections.ts';
import { fields } from '../src/catalogue/values.ts';
import { shuffled } from './support/shuffled.ts';

/** A way to make a query of a product; `serial` lets the products of one way differ. */
type Maker = (product: OwnedStored, serial: number) => string;

const MAKERS: readonly Maker[] = [
  (product, serial) => someWords(product, serial, 1),
  (product, serial) => someWords(product, serial, 2),
  (product, serial) => beginning(someWords(product, serial, 1)),
  (product, serial) => misspelled(someWords(product, serial, 2)),
  (product, serial) => someWords(product, serial, 3),
  (product, serial) => beginning(someWords(product, serial, 2)),
  identifier,
  (product, serial) => someWords(product, serial, 4),
];

const MAX_PRODUCTS = 20_000;
/** Memory bounds the number; a run asks fewer. */
const MAX_QUERIES = 200_000;
const SEED = 7;

/**
 * Resolves to all the different queries that can be made of the merchant's products, mixed; the later ones have more words,
 * as there are fewer single words than pairs of them.
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
  for (let round = 0; round < MAKERS.length; round += 1) {
    for (const [index, product] of mixed.entries()) {
      if (queries.size === MAX_QUERIES) break;
      const serial = index + round;
      const query = MAKERS[serial % MAKERS.length]?.(product, serial) ?? '';
      if (query !== '') queries.add(query);
    }
  }
  return [...queries];
}

/** So many words of the title, one after the other, beginning at another place for each serial. */
export function someWords(product: OwnedStored, serial: number, count: number): string {
  const words = String(product.title ?? '').match(/[\p{L}\p{N}][\p{L}\p{N}.-]+/gu) ?? [];
  const start = serial % Math.max(1, words.length - count + 1);
  return words.slice(start, start + count).join(' ');
}

/** As far as it is typed: the last word has its first half, of three characters at least. */
const beginning = (text: string): string => {
  const lastWord = /\S+$/.exec(text)?.[0] ?? '';
  return text.slice(0, text.length - lastWord.length) + lastWord.slice(0, Math.max(3, Math.ceil(lastWord.length / 2)));
};

/** Two letters in the middle of the longest word change places. */
function misspelled(text: string): string {
  const longest = text.split(' ').reduce((one, other) => (other.length > one.length ? other : one), '');
  const middle = Math.floor(longest.length / 2);
  if (longest.length < 5) return text;
  const swapped =
    longest.slice(0, middle - 1) + longest.charAt(middle) + longest.charAt(middle - 1) + longest.slice(middle + 1);
  return text.replace(longest, () => swapped);
}

/** A barcode or, in turn, a SKU; the title's first word where there is none. */
function identifier(product: OwnedStored, serial: number): string {
  const { sku } = fields(product.inventory, 'inventory', () => undefined);
  const found = serial % (2 * MAKERS.length) < MAKERS.length ? product.barcode : sku;
  return typeof found === 'string' && found !== '' ? found.slice(0, 100) : someWords(product, 0, 1);
}
