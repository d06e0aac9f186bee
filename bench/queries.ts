/**
 * What people type into a search box, made from the titles of the catalogue: words, beginnings of words, misspellings and
 * identifiers. The same catalogue gives the same queries.
 */
import type { Catalogue, OwnedStored } from '../src/data/collections.ts';
import { fields } from '../src/data/values.ts';

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

/** Resolves to about `count` queries, of products spread over the merchant's; fewer where it has few products. */
export async function queriesOf({ products }: Catalogue, merchantId: string, count: number): Promise<string[]> {
  const total = await products.countDocuments({ merchantId });
  const stride = Math.max(1, Math.floor(total / count));
  const projection = { title: 1, barcode: 1, 'inventory.sku': 1 };
  const found = await products.find({ merchantId }, { projection }).sort({ merchantId: 1, _id: 1 }).toArray();
  const chosen = found.filter((_product, index) => index % stride === 0).slice(0, count);
  const queries = chosen.map((product, serial) => MAKERS[serial % MAKERS.length]?.(product, serial) ?? '');
  return queries.filter((query) => query !== '');
}

/** So many words of the title, one after the other, beginning at another place for each serial. */
function someWords(product: OwnedStored, serial: number, count: number): string {
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
